import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A web server that keeps what is PUT to it: what an upload is compared with. */
export interface Nginx {
  port: number
  /** Where it keeps what it is given. */
  folder: string
  stop(): Promise<void>
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/**
 * Starts nginx in a folder.
 *
 * @param program its path, or its name on PATH
 * @throws Error when it does not start
 */
export async function startNginx(program: string, home: string, port: number): Promise<Nginx> {
  const folder = join(home, 'files')
  for (const path of [home, folder, ...temporary.map((name) => join(home, name))]) {
    mkdirSync(path, { recursive: true })
  }
  // Else its worker is another user, who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const conf = join(home, 'nginx.conf')
  const places = temporary.map((name) => `  ${name}_temp_path ${join(home, name)};`).join('\n')
  writeFileSync(
    conf,
    `${user} worker_processes 1; daemon off; pid ${join(home, 'pid')}; error_log ${join(home, 'error.log')};
events {}
http {
  access_log off; client_max_body_size 0;
${places}
  server { listen 127.0.0.1:${port}; root ${folder}; location / { dav_methods PUT; } }
}
`,
  )
  const child = spawn(program, ['-e', join(home, 'error.log'), '-p', home, '-c', conf], { stdio: 'ignore' })
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => undefined)
  for (let look = 0; ; look++) {
    const answers = await Promise.race([
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
      failed,
    ])
    if (answers) break
    if (child.exitCode !== null || look === 100) throw new Error(`nginx did not start: see ${join(home, 'error.log')}`)
    await sleep(50)
  }
  return {
    port,
    folder,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
