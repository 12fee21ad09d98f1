import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A web server that stores PUT requests: the baseline for uploads. */
export interface Nginx {
  port: number
  /** Folder of the stored files. */
  folder: string
  stop(): Promise<void>
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/**
 * Starts nginx in a folder.
 *
 * @param program path of nginx, or its name on PATH.
 * @throws Error when it does not start.
 */
export async function startNginx(program: string, home: string, port: number): Promise<Nginx> {
  const folder = join(home, 'files')
  for (const path of [home, folder, ...temporary.map((name) => join(home, name))]) {
    mkdirSync(path, { recursive: true })
  }
  // As root, nginx would run its worker as another user, who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const conf = join(home, 'nginx.conf')
  const temporaryPaths = temporary.map((name) => `  ${name}_temp_path ${join(home, name)};`).join('\n')
  writeFileSync(
    conf,
    `${user} worker_processes 1; daemon off; pid ${join(home, 'pid')}; error_log ${join(home, 'error.log')};
events {}
http {
  access_log off; client_max_body_size 0;
${temporaryPaths}
  server { listen 127.0.0.1:${port}; root ${folder}; location / { dav_methods PUT; } }
}
`,
  )
  const child = spawn(program, ['-e', join(home, 'error.log'), '-p', home, '-c', conf], { stdio: 'ignore' })
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => undefined)
  for (let attempt = 0; ; attempt++) {
    const answers = await Promise.race([
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
      failed,
    ])
    if (answers) break
    if (child.exitCode !== null || attempt === 100)
      throw new Error(`nginx did not start: see ${join(home, 'error.log')}`)
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
