import { fdatasync, openSync, write } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The floor: what durable answers cost at least. Bare node:http reads the same body and answers with one of the same size after its
// hash is on disk; whatever arrives during an fdatasync shares the next one, as in a group commit. Takes the path of its file and the
// headers of a real reply as JSON. Prints its port.

const file = openSync(process.argv[2] ?? join(tmpdir(), 'floor'), 'a', 0o600)
const headers = JSON.parse(process.argv[3] ?? '{}') as Record<string, string>
let waiting: { hash: string; answer: () => void }[] = []
let isWriting = false

function sync(): void {
  const written = waiting
  waiting = []
  isWriting = written.length > 0
  if (!isWriting) return
  write(file, Buffer.from(written.map(({ hash }) => hash).join(''), 'hex'), (failed) => {
    if (failed) throw failed
    fdatasync(file, (error) => {
      if (error) throw error
      for (const { answer } of written) answer()
      sync()
    })
  })
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const { hash } = JSON.parse(Buffer.concat(parts).toString()) as { hash: string }
    const answer = () => {
      const body = JSON.stringify({
        status: 200,
        message: 'Stamp created successfully',
        data: {
          id: '01900000-0000-7000-8000-000000000000',
          hash,
          txid: `0x${'0'.repeat(64)}`,
          code: 'ABCDEFGHJK',
          filename: 'stamp-ABCDEFGHJK',
        },
      })
      response.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-length': body.length })
      response.end(body)
    }
    waiting.push({ hash, answer })
    if (!isWriting) {
      isWriting = true
      setImmediate(sync)
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
