import type { ProofFinding } from '@tallystick/proof'
import { type Client, type ClientOptions, createClient, type Payload } from './client.js'
import { credentialFrom, withCredentials } from './credentials.js'
import { LiveStamps } from './events/live-stamps.js'
import { type WaitOptions, waitUntilFinal } from './events/wait-until-final.js'
import { Files } from './files/files.js'
import { Folders } from './folders.js'
import type { operations } from './generated/openapi.js'
import { hashFile } from './hash-file.js'
import { List, type ListQuery, pageOf } from './list.js'
import { type ProofFormat, type ProofIn, type ProofOptions, proofOfStamp } from './proofs.js'
import type { RequestOptions } from './request-options.js'
import type { RetryOptions } from './sending/retry.js'
import { nameOf, type Source } from './source.js'
import { type CodeReservation, reserveCodes } from './stamps/codes.js'
import {
  type EndUser,
  type EndUserQuery,
  type EnrolledUser,
  enrollUser,
  eraseUser,
  listEndUsers,
  type NewEndUser,
} from './stamps/end-users.js'
import {
  exportStamps,
  labelStamps,
  type StampExport,
  type StampExportOptions,
  type StampLabels,
} from './stamps/many.js'
import {
  addToRun,
  createRun,
  findRun,
  listRuns,
  type NewRun,
  type Run,
  type RunAdditions,
  type RunDetails,
} from './stamps/runs.js'
import { type StampManyItem, type StampManyOptions, type StampManyResult, stampMany } from './stamps/stamp-many.js'
import {
  addStamp,
  findStamp,
  listStamps,
  type NewStamp,
  publishStamp,
  type StampDetails,
  type StampItem,
  type StampOptions,
  type StampPublication,
  type StampQuery,
} from './stamps/stamps.js'
import type { VerificationOptions } from './verify.js'
import { Webhooks } from './webhooks.js'

/** Caller and service: client ID and secret key, or a token, or no one where no account is needed. */
export interface TallystickOptions extends Pick<ClientOptions, 'fetch' | 'timeoutMs' | 'onRequest' | 'onResponse'> {
  /** Address of the service, such as `https://notary.example`. In a browser, the page's own origin by default. */
  baseUrl?: string
  /** ID of an API client, with its secret key: for servers. */
  clientId?: string
  secretKey?: string
  /** A bearer token, or a function that returns one and renews it. */
  token?: string | NonNullable<ClientOptions['token']>
  /** How requests are repeated after failed connections and temporary refusals. */
  retry?: RetryOptions
  /** Sends all requests through this client, as it is; takes the place of all other options. */
  client?: Client
}

/** An item of the bin. */
export type BinItem = Payload<'get', '/api/bin'>['data'][number]
/** Something that was purged. */
export type Deletion = Payload<'get', '/api/deletions'>['data'][number]
/** A folder or file found by its name. */
export type FoundItem = Payload<'get', '/api/search'>['data'][number]

/**
 * A Tallystick service, as one account. All methods throw {@link ServiceError} when the service refuses and {@link NetworkError} when
 * it can't be reached. Both come after several attempts where another attempt could help; what is created is created once.
 *
 * @example
 * const tallystick = new Tallystick({ baseUrl: 'https://notary.example', clientId, secretKey })
 * const { code } = await tallystick.stampFile('agreement.pdf')
 * await tallystick.waitUntilFinal(code)
 * const proof = await tallystick.proof(code)
 */
export class Tallystick {
  /** All operations of the service: the layer below, for what has no method here. */
  readonly client: Client
  readonly folders: Folders
  readonly files: Files
  readonly webhooks: Webhooks
  private readonly host: string
  private readonly live: LiveStamps

  constructor(options: TallystickOptions = {}) {
    const { baseUrl = pageOrigin(), retry = {} } = options
    this.client = options.client ?? clientOf({ ...options, baseUrl, retry })
    this.host = URL.canParse(baseUrl) ? new URL(baseUrl).host : ''
    this.live = new LiveStamps(this.client)
    const accountId = remembered(async () => (await this.client.get('/profile'))._id)
    this.folders = new Folders(this.client, accountId)
    this.files = new Files(this.client, accountId, retry)
    this.webhooks = new Webhooks(this.client)
  }

  /**
   * Stamps a hash: SHA-256, SHA-384 or SHA-512, in hex or as bytes. Once it returns, the stamp is recorded permanently.
   *
   * @throws {ServiceError} 409 `stamp_exists`
   */
  stampHash(hash: string | Uint8Array, options: StampOptions = {}): Promise<NewStamp> {
    return addStamp(this.client, hash, options)
  }

  /**
   * Hashes a file with SHA-256 and stamps the hash, under the file's name. The content stays here.
   *
   * @throws {TypeError} for a path outside of Node
   * @throws {ServiceError} 409 `stamp_exists`
   */
  async stampFile(
    source: Source,
    { onProgress, ...options }: StampOptions & { onProgress?: (bytes: number) => void } = {},
  ): Promise<NewStamp> {
    const filename = options.filename ?? nameOf(source)
    const hash = await hashFile(source, { onProgress, signal: options.signal })
    return addStamp(this.client, hash, { ...options, ...(filename !== undefined && { filename }) })
  }

  /**
   * Stamps any number of hashes, and yields their stamps in order. Each is stamped once, however often requests are repeated: after a
   * crash, run it again with all items. Nothing is sent before the first stamp is asked for.
   *
   * @throws {ServiceError} 400 `invalid`, which names the item
   * @example
   * for await (const { hash, txid } of tallystick.stampMany(items)) console.log(hash, txid)
   */
  stampMany(
    items: Iterable<StampManyItem> | AsyncIterable<StampManyItem>,
    options: StampManyOptions = {},
  ): AsyncGenerator<StampManyResult, void, undefined> {
    return stampMany(this.client, items, options)
  }

  /**
   * Reserves codes for stamps to come, each for one stamp: for documents that show their own code. Unused ones expire.
   *
   * @param count up to 500
   * @throws {ServiceError} 429 `too_many_codes`
   * @example
   * const { codes: [reserved] } = await tallystick.reserveCodes()
   * const copy = await markedWith(reserved.url)
   * await tallystick.stampFile(copy, { code: reserved.code, isEsign: true, originalDocHash: await hashFile('contract.pdf') })
   */
  reserveCodes(count = 1, options: RequestOptions = {}): Promise<CodeReservation> {
    return reserveCodes(this.client, count, options)
  }

  /**
   * Waits until a stamp is final, and returns it.
   *
   * @param id code, hash or transaction ID
   * @throws {StampFailedError} when it will not be anchored
   * @throws {DOMException} `TimeoutError` after `timeoutMs`
   */
  waitUntilFinal(id: string, options: WaitOptions = {}): Promise<StampDetails> {
    return waitUntilFinal(this.client, this.live, id, options)
  }

  /**
   * Finds a stamp, or a file's record, by code, hash or transaction ID. Of a hash with two stamps the own one; `otherCode` names the
   * other. Metadata of others' stamps is empty unless they have published it.
   *
   * @throws {ServiceError} 404 `stamp_not_found`
   */
  stamp(id: string, options: RequestOptions = {}): Promise<StampDetails> {
    return findStamp(this.client, id, options)
  }

  /** Lists your stamps, newest first; with `txid`, all of a transaction that you may see. */
  stamps(query: StampQuery = {}, options: RequestOptions = {}): List<StampItem> {
    return listStamps(this.client, query, options)
  }

  /** Creates a run: documents stamped in one go. You alone see it. */
  createRun(run: NewRun, options: RequestOptions = {}): Promise<Run> {
    return createRun(this.client, run, options)
  }

  /**
   * Adds stamps to a run, and says which of its documents have none. Repeating it is harmless.
   *
   * @throws {ServiceError} 404 `run_not_found`, `stamp_not_found`
   */
  addToRun(id: string, additions: RunAdditions, options: RequestOptions = {}): Promise<Run> {
    return addToRun(this.client, id, additions, options)
  }

  /** Reads a run. @throws {ServiceError} 404 `run_not_found` */
  run(id: string, options: RequestOptions = {}): Promise<RunDetails> {
    return findRun(this.client, id, options)
  }

  /** Lists your runs, newest first. The stamps of one: `stamps({ run: id })`. */
  runs(options: RequestOptions = {}): List<Run> {
    return listRuns(this.client, options)
  }

  /**
   * Tags own stamps, or writes a note about one, for yourself alone. Returns how many changed.
   *
   * @throws {ServiceError} 404 `stamp_not_found`
   * @example
   * await tallystick.label({ select: { filter: { run: run.id } }, addTags: ['Case 7'] })
   */
  label(labels: StampLabels, options: RequestOptions = {}): Promise<number> {
    return labelStamps(this.client, labels, options)
  }

  /**
   * Prepares the download of own stamps: their proofs as a ZIP, or a table. `url` is a path of the service; it works for ten minutes.
   *
   * @throws {ServiceError} 404 `stamp_not_found`
   * @example
   * const { url } = await tallystick.export({ select: { filter: { tag: 'Case 7' } }, format: 'zip' })
   */
  export(wanted: StampExportOptions, options: RequestOptions = {}): Promise<StampExport> {
    return exportStamps(this.client, wanted, options)
  }

  /**
   * Enrols an end user: a person for whom you stamp, under an ID of your own. The same ID again changes its data.
   *
   * @throws {ServiceError} 400 `invalid`, which names the field
   * @example
   * const { userId } = await tallystick.enrollUser({ userId: 'customer-17', username: 'Kim', email: 'kim@example.org' })
   * await tallystick.stampFile('agreement.pdf', { userId })
   * for await (const { code } of tallystick.stamps({ userId })) console.log(code)
   */
  enrollUser(user: NewEndUser, options: RequestOptions = {}): Promise<EnrolledUser> {
    return enrollUser(this.client, user, options)
  }

  /** Lists your end users with the number of their stamps, newest first. */
  endUsers(query: EndUserQuery = {}, options: RequestOptions = {}): List<EndUser> {
    return listEndUsers(this.client, query, options)
  }

  /**
   * Erases name, e-mail address and wallet address of an end user. Its stamps stay, and are still listed by its ID.
   *
   * @throws {ServiceError} 404 `end_user_not_found`
   */
  eraseUser(userId: string, options: RequestOptions = {}): Promise<void> {
    return eraseUser(this.client, userId, options)
  }

  /**
   * Makes an own stamp or its details public.
   *
   * @throws {ServiceError} 404 `stamp_not_found`; 409 `hash_is_public` when the hash has a public stamp, `stamp_stays_public`
   */
  publish(code: string, publication: StampPublication, options: RequestOptions = {}): Promise<StampDetails> {
    return publishStamp(this.client, code, publication, options)
  }

  /**
   * Returns the proof of a stamp in the current state of its anchor: the document or, by `format`, the bytes of a file.
   *
   * @throws {ServiceError} 404 `stamp_not_found`
   */
  proof<Format extends ProofFormat = 'json'>(
    code: string,
    options: ProofOptions<Format> = {},
  ): Promise<ProofIn<Format>> {
    return proofOfStamp(this.client, code, options)
  }

  /**
   * Verifies a proof document: with the file or its hash, and with the nodes you name. Without nodes, the service isn't asked.
   *
   * @throws {RpcError} when a node doesn't answer, which says nothing about the proof
   */
  async verify(proof: unknown, options: VerificationOptions = {}): Promise<ProofFinding> {
    // Larger than all the rest, and of no use for stamping.
    const { verify } = await import('./verify.js')
    return verify(this.client, this.host, proof, options)
  }

  /** Finds folders and files by name, each with the folders above it. */
  search(query: ListQuery<operations['searchNames']>, { signal }: RequestOptions = {}): List<FoundItem> {
    return new List(async (start) => {
      const params = { query: { limit: 100, ...query, ...start } }
      const answer = await this.client.answer('get', '/api/search', { params, signal: signal ?? null })
      return pageOf(answer, answer.data.data)
    })
  }

  /** Lists the bin, latest deletion first. */
  bin({ signal }: RequestOptions = {}): List<BinItem> {
    return new List(async (start) => {
      const params = { query: { limit: 100, ...start } }
      const answer = await this.client.answer('get', '/api/bin', { params, signal: signal ?? null })
      return pageOf(answer, answer.data.data)
    })
  }

  /** Lists what was purged, latest first: by itself or, with `within`, with a folder. */
  deletions(query: ListQuery<operations['listDeletions']> = {}, { signal }: RequestOptions = {}): List<Deletion> {
    return new List(async (start) => {
      const params = { query: { limit: 100, ...query, ...start } }
      const answer = await this.client.answer('get', '/api/deletions', { params, signal: signal ?? null })
      return pageOf(answer, answer.data.data)
    })
  }
}

function clientOf({
  clientId,
  secretKey,
  token,
  client: _,
  ...sending
}: TallystickOptions & { baseUrl: string }): Client {
  if (sending.baseUrl === '') throw new TypeError('baseUrl is missing: give the address of the service.')
  if ((clientId === undefined) !== (secretKey === undefined))
    throw new TypeError('clientId and secretKey belong together: give both, or a token.')
  if (clientId !== undefined && token !== undefined)
    throw new TypeError('Give either clientId and secretKey or a token, not both.')
  if (clientId !== undefined && secretKey !== undefined)
    return createClient({ ...sending, token: withCredentials({ ...sending, clientId, secretKey }) })
  if (token === undefined) return createClient(sending)
  if (typeof token !== 'string') return createClient({ ...sending, token })
  const given = credentialFrom('token', token)
  return createClient({ ...sending, token: () => given })
}

/** Returns the origin of the page, empty outside of browsers. */
function pageOrigin(): string {
  return (globalThis as { location?: { origin: string } }).location?.origin ?? ''
}

/** Asks once, and again only after a failure. */
function remembered<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | null = null
  return () => {
    known ??= ask().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}
