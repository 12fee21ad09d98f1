import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { iconFor, type Kind, kindOf } from '../../src/media/icons.js'

const generated = fileURLToPath(new URL('../../src/media/generated/icons.ts', import.meta.url))

const sheet =
  '<path d="M86 40h100l48 48v192H86z" fill="#fff" stroke="#475569" stroke-width="8"/><path d="M186 40v48h48" fill="none" stroke="#475569" stroke-width="8"/>'
const lines = (path: string) => `<path d="${path}" fill="none" stroke="#475569" stroke-width="12"/>`

/** The drawing on each sheet that distinguishes the kinds. */
const drawings: Record<Kind, string> = {
  document: lines('M114 130h92M114 165h92M114 200h92M114 235h56'),
  image: `<circle cx="136" cy="146" r="16" fill="#475569"/><path d="M104 256l42-58 24 28 18-22 30 52z" fill="#475569"/>`,
  archive: lines('M150 60v24M170 84v24M150 108v24M170 132v24M150 156v24M146 186h28v44h-28z'),
  audio: `${lines('M140 232v-96l60-14v96')}<circle cx="126" cy="232" r="18" fill="#475569"/><circle cx="186" cy="218" r="18" fill="#475569"/>`,
  video: '<path d="M126 130l76 52-76 52z" fill="#475569"/>',
  unknown: `${lines('M132 158a28 28 0 1 1 40 26q-12 6-12 24')}<circle cx="160" cy="236" r="9" fill="#475569"/>`,
}

const draw = (kind: Kind) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320"><rect width="320" height="320" fill="#f1f5f9"/>${sheet}${drawings[kind]}</svg>`,
    ),
  )

const kinds = Object.keys(drawings) as Kind[]
const typeOf: Record<Kind, string> = {
  document: 'text/plain',
  image: 'image/tiff',
  archive: 'application/zip',
  audio: 'audio/mpeg',
  video: 'video/mp4',
  unknown: 'application/octet-stream',
}

it('icons match their drawings (update with UPDATE_GOLDEN=1 npx vitest run --project server server/test/media/icons.test.ts)', async () => {
  if (process.env.UPDATE_GOLDEN) {
    const encoded = kinds.map(async (kind) => {
      const bytes = await draw(kind).webp({ quality: 80, effort: 6 }).toBuffer()
      return `  ${kind}: '${bytes.toString('base64')}',\n`
    })
    const head = '// Made by server/test/media/icons.test.ts with UPDATE_GOLDEN=1.\n\n/** WebP pictures. */\n'
    writeFileSync(
      generated,
      `${head}export const iconsBase64 = {\n${(await Promise.all(encoded)).join('')}} as const\n`,
    )
    return
  }
  for (const kind of kinds) {
    const icon = iconFor(typeOf[kind])
    expect(await sharp(icon).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 })
    const [made, drawn] = await Promise.all(
      [sharp(icon), draw(kind)].map((picture) => picture.removeAlpha().raw().toBuffer()),
    )
    let difference = 0
    for (const [at, value] of made!.entries()) difference += Math.abs(value - (drawn![at] ?? 0))
    expect(difference / made!.length, kind).toBeLessThan(2)
  }
})

it.each([
  ['application/pdf', 'document'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'document'],
  ['application/vnd.oasis.opendocument.text', 'document'],
  ['application/epub+zip', 'document'],
  ['application/x-7z-compressed', 'archive'],
  ['application/gzip', 'archive'],
  ['image/heic', 'image'],
  ['audio/ogg', 'audio'],
  ['video/webm', 'video'],
  ['application/wasm', 'unknown'],
  ['', 'unknown'],
])('%s is shown as %s', (mimetype, kind) => expect(kindOf(mimetype)).toBe(kind))
