import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ProofDocument } from '@tallystick/proof'
import type { Certificate, CertificateParameters } from '@tallystick/proof/certificate'
import { Thread } from '../base/thread.js'
import { FairSlots } from '../http/limits/fair-slots.js'
import { type Letterhead, plainLetterhead } from './letterhead/letterhead.js'
import type { PdfOptions } from './pdf-document.js'
import type { PdfMethods } from './pdf-thread.js'
import type { PdfSigner } from './signing/pdf-signature.js'

/** Drawing takes a tenth of a second. The thread has the next certificate at hand; the others wait where accounts take turns. */
const drawing = { allMax: 2, ownerMax: 2, waiting: { ownerMax: 25, allMax: 100 } }

/** Two combined certificates of 10,000 documents fit into it. Little room for short-lived objects keeps what the thread takes small. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** Combined certificates are drawn as fast as they are downloaded; each keeps its rows in memory meanwhile. */
const combining = { allMax: 2, ownerMax: 1, waiting: { ownerMax: 2, allMax: 20 } }
/** Proofs sent to the thread at a time: a tenth of a second of its work, so that other certificates are drawn in between. */
const proofsAtATime = 20

/** Draws certificates in a separate thread, so that stamps don't wait for them. */
export class PdfDrawer {
  private readonly thread = new Thread<PdfMethods>('pdf-thread', { resourceLimits })
  private readonly slots = new FairSlots(drawing)
  private readonly combinedSlots = new FairSlots(combining)
  private readonly signer: PdfSigner | null
  /** How the certificates look. */
  readonly letterhead: Letterhead

  /** @param signer signs each PDF; null leaves them unsigned */
  constructor(signer: PdfSigner | null, letterhead: Letterhead = plainLetterhead) {
    this.signer = signer
    this.letterhead = letterhead
  }

  /**
   * Draws a certificate, and signs it.
   *
   * @param owner owners take turns
   * @throws {ApiError} 429 when too many are waiting
   */
  draw(owner: string, certificate: Certificate): Promise<Buffer> {
    return this.slots.hold(owner, async () => {
      const drawn = await this.thread.calls().call('draw', certificate, this.options())
      const pdf = Buffer.from(drawn.buffer, drawn.byteOffset, drawn.length)
      return this.signer === null ? pdf : this.signer.signed(pdf)
    })
  }

  /**
   * Draws one certificate of many proofs, and signs it. The stream fails when a proof does not verify or comes twice, or when there is
   * none.
   *
   * @throws {ApiError} 429 when too many are waiting
   */
  async drawCombined(
    owner: string,
    parameters: CertificateParameters,
    proofs: AsyncIterable<ProofDocument>,
  ): Promise<Readable> {
    const release = await this.combinedSlots.take(owner)
    const stream = Readable.from(this.combined(parameters, proofs), { objectMode: false })
    return stream.once('close', release)
  }

  private async *combined(
    parameters: CertificateParameters,
    proofs: AsyncIterable<ProofDocument>,
  ): AsyncGenerator<Buffer> {
    const { signer } = this
    const calls = this.thread.calls()
    const id = await calls.call('begin', parameters, this.options())
    const sha256 = createHash('sha256')
    let length = 0
    const passed = (bytes: Uint8Array) => {
      if (signer !== null) sha256.update(bytes)
      length += bytes.length
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    }
    try {
      for await (const some of inPortions(proofs)) yield passed(await calls.call('add', id, some))
      for (let isDone = false; !isDone; ) {
        const drawn = await calls.call('drawSome', id)
        yield passed(drawn.bytes)
        isDone = drawn.isDone
      }
      const { bytes, signable } = await calls.call('end', id)
      yield passed(bytes)
      if (signer !== null && signable !== null) yield await signer.signedEnd(sha256, length, Buffer.from(signable))
    } finally {
      await calls.call('drop', id).catch(() => {
        // The thread ended, and what it kept with it.
      })
    }
  }

  private options(): PdfOptions {
    return { isSigned: this.signer !== null, logo: this.letterhead.logo }
  }

  async close(): Promise<void> {
    await this.thread.stop()
  }
}

async function* inPortions(proofs: AsyncIterable<ProofDocument>): AsyncGenerator<ProofDocument[]> {
  let some: ProofDocument[] = []
  for await (const proof of proofs) {
    if (some.push(proof) < proofsAtATime) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
