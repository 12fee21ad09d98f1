import type { FastifyInstance } from 'fastify'

const path = '/.well-known/security.txt'
const dayMs = 86_400_000
/** RFC 9116 advises less than a year. */
const validDays = 180

/**
 * `/.well-known/security.txt` (RFC 9116): where to report a vulnerability of this deployment. Without a contact, the file doesn't exist.
 *
 * @param contact of the operator: `mailto:…` or `https://…`
 */
export async function securityTxt(
  app: FastifyInstance,
  { contact, publicUrl }: { contact: string | undefined; publicUrl: string | undefined },
): Promise<void> {
  if (contact === undefined) return
  app.route({
    method: 'GET',
    url: path,
    schema: { hide: true },
    handler: (_request, reply) => {
      const expires = new Date(Math.ceil(Date.now() / dayMs) * dayMs + validDays * dayMs).toISOString()
      const canonical = publicUrl === undefined ? [] : [`Canonical: ${new URL(path, publicUrl)}`]
      const lines = [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en, de', ...canonical]
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=86400')
        .send(`${lines.join('\n')}\n`)
    },
  })
}
