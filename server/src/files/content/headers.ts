import type { FileRow } from '../sql.js'

/** A browser that shows the answer runs and loads nothing, puts it in no other page, and gives it no origin. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox"

/** Returns the headers of what people uploaded, and of pictures made from it. No browser keeps what is in a private folder. */
export function headersOfContent({ folder_private }: Pick<FileRow, 'folder_private'>): Record<string, string> {
  return {
    'cache-control': folder_private ? 'no-store' : 'private, no-cache',
    'content-security-policy': sandbox,
  }
}
