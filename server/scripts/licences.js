import { join } from 'node:path'
import { licenceTexts } from '../../scripts/licences.js'
import { delivered, packageName, root } from './delivered.js'

// Prints the licences of everything that the service is delivered with: the packages that it loads, and those in the portal and the
// verifier.

for (const [path, found] of [...delivered()].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const { version, license } = found
  const texts = licenceTexts(join(root, path))
  console.log(`${'='.repeat(80)}\n${packageName(path, found)} ${version}: ${license ?? 'see below'}\n`)
  console.log(texts.length > 0 ? `${texts.join('\n\n')}\n` : 'The package comes without the text of its licence.\n')
}
