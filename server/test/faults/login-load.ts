import { expect } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded } from '../../../test/tier.js'

const random = seeded('logins')

/** A client's credentials. */
export interface ClientLogin {
  clientId: string
  secretKey: string
}

interface Tokens {
  token: string
  refreshToken: string
}

/** Logs in at one service, refreshes at any, and reads the profile, until stopped; keeps the newest tokens of each login. */
export class LoginLoad {
  /** How often each status came that is not 200; 0 means no answer. */
  readonly refused = new Map<number, number>()
  /** The newest tokens of each login; one whose last refresh got no answer is not among them: either token may be valid. */
  readonly logins: Tokens[] = []
  private readonly urls: readonly string[]
  private readonly client: ClientLogin
  private readonly pauseMs: number
  private stopping = false
  private readonly worker: Promise<void>

  /** @param pauseMs passes between two requests, on average */
  constructor(urls: readonly string[], client: ClientLogin, pauseMs: number) {
    this.urls = urls
    this.client = client
    this.pauseMs = pauseMs
    this.worker = this.work()
  }

  async stop(): Promise<void> {
    this.stopping = true
    await this.worker
  }

  /** Expects that each login goes on at a service. */
  async expectKept(url: string): Promise<void> {
    expect(this.logins.length).toBeGreaterThan(0)
    for (const { refreshToken } of this.logins) {
      expect((await refresh(url, refreshToken)).status).toBe(200)
    }
  }

  private async work(): Promise<void> {
    while (!this.stopping) {
      const { clientId, secretKey } = this.client
      const made = await post(`${this.anyUrl()}/authenticate`, { 'client-id': clientId, 'secret-key': secretKey })
      this.count(made.status)
      let tokens = made.tokens
      for (let step = 0; step < 3 && tokens; step++) {
        await atSomeMoment(random, 2 * this.pauseMs)
        const headers = { authorization: `Bearer ${tokens.token}` }
        const options = { headers, signal: AbortSignal.timeout(limitMs(30_000)) }
        const profile = await fetch(`${this.anyUrl()}/profile`, options).catch(() => null)
        await profile?.arrayBuffer().catch(() => undefined)
        this.count(profile?.status ?? 0)
        const next = await refresh(this.anyUrl(), tokens.refreshToken)
        this.count(next.status)
        // A refusal leaves the token as it was; after no answer it may be used up.
        if (next.status === 0 || next.status >= 500) tokens = undefined
        else if (next.tokens) tokens = next.tokens
      }
      if (tokens) this.logins.push(tokens)
    }
  }

  private anyUrl(): string {
    return this.urls[Math.floor(random() * this.urls.length)] as string
  }

  private count(status: number): void {
    if (status !== 200) this.refused.set(status, (this.refused.get(status) ?? 0) + 1)
  }
}

interface Answer {
  /** 0 without an answer. */
  status: number
  tokens: Tokens | undefined
}

async function post(url: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(limitMs(30_000)),
    })
    const { data } = (await answer.json()) as { data?: Tokens }
    return { status: answer.status, tokens: answer.status === 200 ? data : undefined }
  } catch {
    return { status: 0, tokens: undefined }
  }
}

const refresh = (url: string, refreshToken: string) => post(`${url}/authenticate/refresh`, {}, { refreshToken })
