import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../test/sources.js'

/** The place of nginx in a test. */
export interface NginxOptions {
  /** A folder of its own. */
  folder: string
  /** Address and port. */
  listen: string
  /** Address and port without TLS; not set: none. */
  plain?: string
  /** The servers of its upstream, perhaps with parameters: `127.0.0.1:3001 down`. */
  upstreams: readonly string[]
  /** PEM; not set: without TLS. */
  tls?: { key: string; cert: string }
}

/** Makes deploy/nginx/tallystick.conf a configuration for this machine: as this user, in a folder, at a free port. */
export function nginxConfig({ folder, listen, plain, upstreams, tls }: NginxOptions): string {
  const servers = upstreams.map((upstream) => `\n  server ${upstream};`).join('')
  const site = readFileSync(`${root}deploy/nginx/tallystick.conf`, 'utf8')
    .replace(/(\s*server \d\S+;)+/, servers)
    .replace(plain ? 'listen 80;' : /server \{\s+listen 80;[\s\S]*?\n\}/, plain ? `listen ${plain};` : '')
    .replace('listen 443 ssl;', `listen ${listen}${tls ? ' ssl' : ''};`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    return `${name}_temp_path ${path};`
  })
  // As root, nginx would run its workers as another user, who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const global = `${user} worker_processes 2; daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr;`
  const own = tls ? withCertificate(site, folder, tls) : site.replace(/\s*ssl_\w+ .*;/g, '')
  return `${global}\nevents {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${own}\n}\n`
}

function withCertificate(site: string, folder: string, { key, cert }: { key: string; cert: string }): string {
  const files = { certificate: join(folder, 'notary.pem'), key: join(folder, 'notary.key') }
  writeFileSync(files.certificate, cert)
  writeFileSync(files.key, key, { mode: 0o600 })
  return site.replace('/etc/ssl/certs/notary.pem', files.certificate).replace('/etc/ssl/private/notary.key', files.key)
}
