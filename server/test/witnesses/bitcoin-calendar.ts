import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const bytes = (data: Uint8Array) => Buffer.concat([Buffer.from([data.length]), data])
const step = {
  append: (data: Uint8Array) => Buffer.concat([Buffer.from([0xf0]), bytes(data)]),
  prepend: (data: Uint8Array) => Buffer.concat([Buffer.from([0xf1]), bytes(data)]),
  sha256: Buffer.from([0x08]),
}
const pendingTag = Buffer.from('83dfe30d2ef90c8e', 'hex')
const bitcoinTag = Buffer.from('0588960d73d71901', 'hex')
const attestation = (tag: Uint8Array, payload: Uint8Array) => Buffer.concat([Buffer.from([0]), tag, bytes(payload)])
const height = 120

/** An OpenTimestamps calendar, and the Bitcoin blocks it makes: each with a single transaction that carries a commitment. */
export class BitcoinCalendar {
  /** Whether it answers at all. */
  isAway = false
  digests: Buffer[] = []
  /** The header of the block of the last commitment, once it is mined. */
  header: Buffer | undefined
  url = ''
  /** Called when it is asked, before it answers, and afterwards. */
  onAsked: (when: 'before' | 'after') => void = () => undefined
  private readonly commitments: Buffer[] = []
  private readonly before = randomBytes(40)
  private readonly after = randomBytes(9)
  private readonly server = createServer((asked, response) => {
    const pieces: Buffer[] = []
    asked.on('data', (piece) => pieces.push(piece))
    asked.on('end', () => {
      this.onAsked('before')
      if (this.isAway) return asked.socket.destroy()
      const { status, body } = this.answer(asked.method ?? '', asked.url ?? '', Buffer.concat(pieces))
      response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body, () => this.onAsked('after'))
    })
  })

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.server.close()
  }

  /** Mines the blocks that attest all commitments. */
  mine(): void {
    const merkleRoot = sha256(sha256(this.before, this.commitments.at(-1) ?? Buffer.alloc(0), this.after))
    const head = Buffer.alloc(80)
    head.writeInt32LE(4, 0)
    merkleRoot.copy(head, 36)
    head.writeUInt32LE(1_790_000_000, 68)
    this.header = head
  }

  private answer(method: string, path: string, body: Buffer): { status: number; body: Uint8Array } {
    if (method === 'POST' && path === '/digest') {
      const nonce = randomBytes(16)
      this.digests.push(body)
      this.commitments.push(sha256(body, nonce))
      const url = Buffer.from(this.url)
      const promise = attestation(pendingTag, bytes(url))
      return { status: 200, body: Buffer.concat([step.append(nonce), step.sha256, promise]) }
    }
    const isKnown = this.commitments.some((commitment) => path === `/timestamp/${commitment.toString('hex')}`)
    if (!isKnown || this.header === undefined) {
      return { status: 404, body: Buffer.from(isKnown ? 'Pending confirmation in Bitcoin blockchain' : 'Not found') }
    }
    const steps = [step.prepend(this.before), step.append(this.after), step.sha256, step.sha256]
    return { status: 200, body: Buffer.concat([...steps, attestation(bitcoinTag, Buffer.from([height]))]) }
  }
}
