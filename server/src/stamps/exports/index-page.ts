import { proofEndings } from '@tallystick/proof'
import { inPieces } from '../../base/archives/pieces.js'
import { escaped } from '../../base/markup.js'
import { hasForm } from '../../certificates/proof-file.js'
import { verifier } from '../../certificates/verifier.js'
import { stateNames } from '../../ledger/batch-state.js'
import type { Documents } from './documents.js'
import type { ExportLink } from './wanted.js'
import { exportWords } from './words.js'

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 24px auto; max-width: 1200px; padding: 0 16px; }
h1 { font-size: 24px; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8886; padding: 6px 12px 6px 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
code { font-size: 13px; }
`

type Words = Pick<ExportLink, 'language' | 'parts'>

/** Yields a page that lists the documents of an archive with links to their proofs. It works without the internet, and has no scripts. */
export function indexPage(documents: Documents, link: Words): AsyncGenerator<string, void> {
  return inPieces(linesOf(documents, link))
}

async function* linesOf(documents: Documents, { language, parts }: Words): AsyncGenerator<string, void> {
  const { index, columns, states } = exportWords[language]
  const heads = [columns.name, columns.code, columns.blockTime, index.proofs]
  yield `<!doctype html>
<html lang="${language.toLowerCase()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${index.title}</title><style>${style}</style></head><body><h1>${index.title}</h1>
<p>${index.count.replace('{count}', String(documents.places.size))} · <a href="index.csv">index.csv</a></p>
<p>${index.verify}</p><p><a href="${verifier().page.name}">${index.verifier}</a></p>
<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>
`
  for await (const { row, place } of documents.stamps()) {
    const links = parts
      .filter((part) => hasForm(part, row))
      .map((part) => `<a href="${addressOf(place.path + proofEndings[part])}">${part.toUpperCase()}</a>`)
    const time = row.block_time?.toISOString() ?? states[stateNames[row.state]]
    const name = escaped(place.folder === '' ? row.name : `${place.folder}/${row.name}`)
    yield `<tr><td>${name}</td><td><code>${row.code}</code></td><td>${time}</td><td>${links.join(' ')}</td></tr>\n`
  }
  yield '</tbody></table></body></html>\n'
}

const addressOf = (path: string) => path.split('/').map(encodeURIComponent).join('/')
