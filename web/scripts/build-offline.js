import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { repository } from '../../scripts/sources.js'

const web = join(repository, 'web')

/** Screens that need the service, and so aren't kept. */
const online = /^reference-/
/** Fonts are kept for the letters of the portal's languages; the browser asks for others when a name has them. */
const otherFonts = /^inter-(?!latin-opsz)/

/**
 * Writes the worker of the built pages, which keeps the files of everyone's page: those that it names, those that they name, and so on.
 *
 * @param out the folder of the built pages
 */
export function writeWorker(out) {
  const assets = join(out, 'assets')
  const names = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name))
  const namedIn = (text) => names.filter((name) => text.includes(name) && !online.test(name) && !otherFonts.test(name))
  const html = readFileSync(join(out, 'public.html'), 'utf8')
  const kept = new Set(namedIn(html))
  // A set's iteration reaches what is added on the way.
  for (const name of kept) {
    if (!/\.(js|css)$/.test(name)) continue
    for (const other of namedIn(readFileSync(join(assets, name), 'utf8'))) kept.add(other)
  }
  const files = ['/portal/theme.js', '/portal/favicon.svg', ...[...kept].sort().map((name) => `/portal/assets/${name}`)]
  // Its name changes with everything that it loads.
  const [build] = /public-[\w-]+\.js/.exec(html)
  const source = readFileSync(join(web, 'worker', 'worker.js'), 'utf8')
  const filled = source.replace("'BUILD'", JSON.stringify(build)).replace("['FILES']", JSON.stringify(files))
  writeFileSync(join(out, 'worker.js'), filled)
  writeFileSync(join(out, 'worker-off.js'), readFileSync(join(web, 'worker', 'off.js')))
}

/** Icons of the installed portal, in pixels. Systems cut a maskable one to their own shape. */
const icons = [
  { name: 'icon-192.png', size: 192, isMaskable: false },
  { name: 'icon-512.png', size: 512, isMaskable: false },
  { name: 'icon-maskable-512.png', size: 512, isMaskable: true },
  { name: 'icon-touch-180.png', size: 180, isMaskable: true },
]

/** Draws the icons from the sign of the tabs. */
export async function drawIcons(out) {
  const svg = readFileSync(join(web, 'public', 'favicon.svg'), 'utf8')
  for (const { name, size, isMaskable } of icons)
    await sharp(Buffer.from(isMaskable ? fullBleed(svg) : svg), { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ compressionLevel: 9 })
      .toFile(join(out, name))
}

/** Fills the square, and keeps the tally inside of the circle that every shape leaves. */
function fullBleed(svg) {
  const [whole, ground] = /<rect[^>]*fill="([^"]+)"[^>]*\/>/.exec(svg)
  return svg
    .replace(whole, `<rect width="32" height="32" fill="${ground}"/><g transform="translate(3.2 3.2) scale(.8)">`)
    .replace('</svg>', '</g></svg>')
}
