import { createHmac, timingSafeEqual } from 'node:crypto'

/** The target of a link. */
export type LinkKind = 'content' | 'thumbnail'

/** A link that works without a header, for a short time: to one version of a file, on behalf of an account. */
export interface Link {
  kind: LinkKind
  fileId: string
  versionId: string
  /** The account whose access is checked when the link is used. */
  accountId: string
}

/** Query of a signed link. */
export interface LinkQuery {
  version?: string
  account?: string
  expires?: number
  signature?: string
}

/** Links are valid for this time, and up to a step longer: links made within a step are equal, so that pictures stay in caches. */
const lifeS = 600
const stepS = 300

/** Signs and checks links with keys of the deployment. */
export class Links {
  private readonly keys: readonly [Uint8Array, ...Uint8Array[]]

  /** @param keys of 32 bytes: the first signs, all of them check */
  constructor(...keys: [Uint8Array, ...Uint8Array[]]) {
    this.keys = keys
  }

  /** Returns the path and query of a link. */
  path(link: Link, nowMs = Date.now()): string {
    const expires = Math.ceil(nowMs / 1000 / stepS) * stepS + lifeS
    const query = {
      version: link.versionId,
      account: link.accountId,
      expires,
      signature: sign(this.keys[0], link, expires),
    }
    const text = Object.entries(query).map(([name, value]) => `${name}=${value}`)
    return `/api/files/${link.fileId}/${link.kind}?${text.join('&')}`
  }

  /** Returns the link of a query; null when the signature is wrong or the link has expired. */
  check(kind: LinkKind, fileId: string, query: LinkQuery, nowMs = Date.now()): Link | null {
    const { version: versionId, account: accountId, expires, signature } = query
    if (versionId === undefined || accountId === undefined || expires === undefined || signature === undefined)
      return null
    const link = { kind, fileId, versionId, accountId }
    const given = Buffer.from(signature)
    const isRight = this.keys.some((key) => {
      const right = Buffer.from(sign(key, link, expires))
      return given.length === right.length && timingSafeEqual(given, right)
    })
    if (!isRight) return null
    return expires * 1000 > nowMs ? link : null
  }
}

function sign(key: Uint8Array, { kind, fileId, versionId, accountId }: Link, expires: number): string {
  const text = [kind, fileId, versionId, accountId, expires].join('\n')
  return createHmac('sha256', key).update(text).digest().subarray(0, 18).toString('base64url')
}
