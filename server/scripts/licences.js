import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { delivered, root } from './delivered.js'

// Prints the licences of everything that the service is delivered with: the packages that it loads, and those in the portal and the
// verifier.

/** The texts that a package comes with, notices among them, or else what its readme says. */
function textsIn(folder) {
  const read = (name) => readFileSync(join(folder, name), 'utf8').trim()
  const names = readdirSync(folder)
  const own = names.filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).map(read)
  if (own.length > 0) return own
  const readmes = names.filter((name) => /^readme/i.test(name)).map(read)
  return readmes.flatMap((text) => /^#+ licen[cs]e[\s\S]*/im.exec(text)?.[0] ?? [])
}

for (const [path, { version, license }] of [...delivered()].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const texts = textsIn(join(root, path))
  console.log(`${'='.repeat(80)}\n${name} ${version}: ${license ?? 'see below'}\n`)
  console.log(texts.length > 0 ? `${texts.join('\n\n')}\n` : 'The package comes without the text of its licence.\n')
}
