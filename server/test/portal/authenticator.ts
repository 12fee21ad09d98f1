import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Encodes CBOR (RFC 8949), as much of it as passkeys need. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, count: number) =>
    count < 24
      ? Buffer.of((major << 5) | count)
      : count < 256
        ? Buffer.of((major << 5) | 24, count)
        : Buffer.of((major << 5) | 25, count >> 8, count & 255)
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as never)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A software passkey: ES256, without attestation (WebAuthn level 3, §6). */
export class Authenticator {
  private readonly id = randomBytes(16)
  private readonly key: KeyObject
  private readonly publicKey: Map<number, number | Uint8Array>
  private counter = 0
  /** Whether it asks for a fingerprint, a face or a PIN. */
  verifiesUser = true

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.key = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.publicKey = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
  }

  /** Answers the options of a registration. */
  create(options: { challenge: string; rp: { id: string } }, origin: string) {
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, this.id.length), this.id, cbor(this.publicKey)])
    const authData = Buffer.concat([this.data(options.rp.id, 0x45), credential])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.answer('webauthn.create', options.challenge, origin, () => ({
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    }))
  }

  /** Answers the options of a login. */
  get(options: { challenge: string; rpId: string }, origin: string) {
    const authData = this.data(options.rpId, this.verifiesUser ? 0x05 : 0x01)
    return this.answer('webauthn.get', options.challenge, origin, (clientData) => ({
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.key).toString('base64url'),
    }))
  }

  private data(host: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.counter)
    return Buffer.concat([sha256(host), Buffer.of(flags), counter])
  }

  private answer(type: string, challenge: string, origin: string, more: (clientData: Buffer) => object) {
    const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
    const id = this.id.toString('base64url')
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
      response: { clientDataJSON: clientData.toString('base64url'), ...more(clientData) },
    }
  }
}
