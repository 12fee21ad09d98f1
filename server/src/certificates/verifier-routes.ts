import { hashSource } from '@tallystick/proof/certificate'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { apiError } from '../http/errors.js'
import { type VerifierFile, verifier } from './verifier.js'

const hide = { schema: { hide: true } } as const
/** Its own script and style, by their hashes; nothing is loaded and nothing is sent. */
const closed = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The verifier and the specification, for people who only have a certificate. The page works from disk as well, so it
 * carries its policy; the header repeats it.
 */
export async function verifierPages(app: FastifyInstance): Promise<void> {
  // Read at the start: two megabytes, which would block the first request that needs them.
  const { guide, page, program, format, formatSource, schemas } = verifier()
  for (const [url, file] of Object.entries({
    '/verifier': guide,
    '/verifier/tallystick.html': page,
    '/proof-format': format,
  })) {
    const policy = policyOf(file)
    app.get(url, hide, (_request, reply) =>
      send(reply.header('content-security-policy', policy), file, 'text/html; charset=utf-8'),
    )
  }
  app.get('/verifier/tallystick.mjs', hide, (_request, reply) => {
    return send(download(reply, program), program, 'text/javascript; charset=utf-8')
  })
  app.get('/verifier/SHA256SUMS', hide, (_request, reply) => {
    const lines = [page, program].map(({ hash, name }) => `${hash}  ${name}\n`)
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(lines.join(''))
  })
  app.get('/proof-format.md', hide, (_request, reply) => {
    return send(reply, formatSource, 'text/markdown; charset=utf-8')
  })
  app.get<{ Params: { schema: string } }>('/proof-format/:schema', hide, (request, reply) => {
    const schema = schemas.find(({ name }) => name === request.params.schema)
    if (schema === undefined) throw apiError('not_found')
    return send(reply, schema, 'application/schema+json')
  })
}

function send(reply: FastifyReply, { content, hash }: VerifierFile, type: string): FastifyReply {
  return reply
    .type(type)
    .headers({ 'cache-control': 'no-cache', etag: `W/"${hash}"` })
    .send(content)
}

function download(reply: FastifyReply, { name }: VerifierFile): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${name}"`)
}

/** Returns the policy of a page, which allows the script and the style inside it. */
function policyOf({ content }: VerifierFile): string {
  const html = content.toString()
  const inside = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, own = '']) => own)
  const sources = (tag: string) => inside(tag).map(hashSource).join(' ') || "'none'"
  return `${closed}; script-src ${sources('script')}; style-src ${sources('style')}`
}
