import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { delivered, ours, packageName, root } from './delivered.js'

// Prints what the service is delivered with, in CycloneDX. npm lists all that is installed, and names packages, and the whole, after
// their folders.

const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
const list = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }))
const nameIn = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name
const ownNames = ours.map(nameIn)
const kept = new Set([...delivered()].map(([path, one]) => `${packageName(path, one)}@${one.version}`))
const refOf = (one) => one['bom-ref']
const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'))

const all = new Map(list.components.map((one) => [refOf(one), one]))
const own = [...all.values()].filter((one) => ownNames.includes(nameOf(refOf(one))))
const service = own.find((one) => nameOf(refOf(one)) === nameIn('server'))
list.metadata.component = { ...service, type: 'application', name: nameIn('server'), properties: [] }
list.components = [
  ...own.filter((one) => one !== service),
  ...[...all.values()].filter((one) => kept.has(refOf(one))),
  // Some are needed by our tools as well, and npm calls those optional, or for development.
].map((one) => ({ ...one, name: nameOf(refOf(one)), scope: 'required', properties: [] }))

const refs = new Set([refOf(service), ...list.components.map(refOf)])
list.dependencies = list.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => {
    const needed = dependsOn.filter((one) => refs.has(one))
    // The portal is built into the service.
    return { ref, dependsOn: ref === refOf(service) ? [...needed, ...own.map(refOf).filter(isPortal)] : needed }
  })
process.stdout.write(`${JSON.stringify(list, null, 2)}\n`)

function isPortal(ref) {
  return nameOf(ref) === nameIn('web')
}
