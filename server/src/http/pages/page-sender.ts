import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escaped } from '../../base/markup.js'
import { ownFile } from '../../base/own-files.js'
import type { PagePreview } from '../../base/room.js'
import { languages, preferredLanguage } from '../../texts/languages.js'
import type { Texts } from '../../texts/texts.js'
import { originOf } from '../host.js'

/** Facts embedded in the pages, which spare them a request. */
export interface PageFacts {
  /** The network's name, CAIP-2 id, whether it is a private chain, and the contract's address. */
  network: { name: string; chain: string; isPrivate: boolean; contract: string }
  /** The operator of the service, and their pages. */
  operator: { name: string | undefined; imprint: string | undefined; privacy: string | undefined }
}

/** The built pages: the portal's, and the one of everyone. */
type BuiltPage = 'portal' | 'public'

/** Sends a built page with what is known of it: `preview` for link previews, unless it is the portal's. */
export type SendPage = (reply: FastifyReply, page: BuiltPage, preview?: PagePreview) => Promise<FastifyReply>

/** The built pages and the files that they load. */
export const builtPages = fileURLToPath(ownFile('portal/'))

/**
 * Returns a function that sends a built page.
 *
 * @param publicUrl by default, the address at which the service is asked
 */
export function pageSender(facts: PageFacts, publicUrl: string | undefined): SendPage {
  const embedded = escaped(JSON.stringify(facts))
  return async (reply, page, preview) => {
    // Read each time, because a build replaces the files that it names.
    const html = await readFile(join(builtPages, `${page}.html`), 'utf8')
    const { request, statusCode } = reply
    const path = request.url.split('?', 1)[0] as string
    // A page that isn't there has no address to share.
    const address = statusCode < 400 ? new URL(path, publicUrl ?? originOf(request)).href : null
    const text = html
      .replace('name="tallystick" content=""', () => `name="tallystick" content="${embedded}"`)
      .replace('<title>Tallystick</title>', (title) => (preview ? previewTags(preview, address) : title))
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(text)
  }
}

/** The words of a page for a chat or a network that shows its link, and for the tab until the page has its own. */
function previewTags({ title, description }: PagePreview, address: string | null): string {
  const tags = address === null ? {} : { title, description, url: address, type: 'website', site_name: 'Tallystick' }
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    ...Object.entries(tags).map(([name, value]) => `<meta property="og:${name}" content="${escaped(value)}">`),
  ].join('\n')
}

/** Returns the words of pages in the language that a browser asks for. */
export function pageTexts(request: FastifyRequest): Texts['pages'] {
  return languages[preferredLanguage(request.headers['accept-language'])].texts.pages
}

/** Returns whether a client is a browser that asks for a page. Programs that accept anything get the data. */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { accept = '' } = headers
  return /\btext\/html\b/.test(accept) && !/\bapplication\/json\b/.test(accept)
}
