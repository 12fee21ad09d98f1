import { iconsBase64 } from './generated/icons.js'

/** Kinds of content that have their own icon. */
export type Kind = 'document' | 'image' | 'archive' | 'audio' | 'video' | 'unknown'

const archives = /^application\/(zip|gzip|vnd\.rar|zstd|java-archive|x-(tar|rar|7z|bzip2|xz|lz|compress|cpio|arj|ace))/
const documents =
  /^(text\/|application\/(pdf|rtf|json|epub|postscript|msword|x-cfb|x-mobipocket|vnd\.(oasis|openxmlformats|ms-|visio)))/

/** Returns the kind of content of a MIME type. */
export function kindOf(mimetype: string): Kind {
  const [main] = mimetype.split('/', 1)
  if (main === 'image' || main === 'audio' || main === 'video') return main
  if (archives.test(mimetype)) return 'archive'
  return documents.test(mimetype) ? 'document' : 'unknown'
}

const icons = new Map<Kind, Buffer>()

/** Returns an icon for content without a thumbnail: WebP, 320 × 320 pixels. */
export function iconFor(mimetype: string): Buffer {
  const kind = kindOf(mimetype)
  const icon = icons.get(kind) ?? Buffer.from(iconsBase64[kind], 'base64')
  icons.set(kind, icon)
  return icon
}
