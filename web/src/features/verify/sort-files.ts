/** What a dropped file turned out to be. */
export interface Sorted {
  /** The document itself. */
  document: File | null
  /** A proof, read as JSON. */
  proof: { name: string; json: unknown } | null
  /** Something that is neither: said in words. */
  stray: 'ots' | 'manifest' | 'two' | null
}

/** Larger ones are documents: proofs have a few kilobytes. */
const proofBytesMax = 4 * 1024 * 1024

/** Tells documents and proofs apart by what is in them, whatever they are called. */
export async function sortFiles(files: readonly File[]): Promise<Sorted> {
  const sorted: Sorted = { document: null, proof: null, stray: null }
  for (const file of files.slice(0, 2)) {
    const json = file.size <= proofBytesMax ? asJson(await file.text()) : undefined
    const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : null
    if (format === 'tallystick-manifest') sorted.stray = 'manifest'
    else if (format === 'tallystick-proof' && !sorted.proof) sorted.proof = { name: file.name, json }
    else if (/\.ots$/i.test(file.name)) sorted.stray = 'ots'
    else if (sorted.document) sorted.stray = 'two'
    else sorted.document = file
  }
  // A damaged proof beside a document is still meant as one.
  if (files.length === 2 && !sorted.proof && sorted.document && sorted.stray === 'two') {
    const meant = files.find(({ name }) => /\.json$/i.test(name))
    const other = files.find((file) => file !== meant)
    if (meant && other)
      return { document: other, proof: { name: meant.name, json: asJson(await meant.text()) }, stray: null }
  }
  return sorted
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
