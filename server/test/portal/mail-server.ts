import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'
import { eventually } from '../../../test/eventually.js'

/** A mail as a server received it. */
export interface ReceivedMail {
  from: string
  to: string
  /** As sent: headers and bodies. */
  raw: string
  /** The decoded text body. */
  text: string
  subject: string
  /** The first link in the text. */
  link: string
}

/** A real mail server for the test file. */
export interface MailServer {
  url: string
  mails: ReceivedMail[]
  /** Answers mails with a temporary error, or takes them again. */
  refuse(isRefusing: boolean): void
  /** Returns the next unread mail to the address. */
  next(to: string): Promise<ReceivedMail>
}

/** Starts a mail server for the test file. */
export async function useMailServer(): Promise<MailServer> {
  const server = await startMailServer()
  afterAll(() => server.stop())
  return server
}

/** Starts a mail server. */
export async function startMailServer(): Promise<MailServer & { stop(): Promise<void> }> {
  let isRefusing = false
  const given: MailServer = {
    url: '',
    mails: [],
    refuse(isOn) {
      isRefusing = isOn
    },
    next: (to) =>
      eventually(`a mail to ${to} arrives`, () => {
        const at = given.mails.findIndex((mail) => mail.to === to)
        return at !== -1 && given.mails.splice(at, 1)[0]
      }),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (isRefusing) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        const { mailFrom, rcptTo } = session.envelope
        const raw = Buffer.concat(chunks).toString()
        given.mails.push(received(mailFrom === false ? '' : mailFrom.address, rcptTo[0]?.address ?? '', raw))
        done()
      })
    },
  })
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve(listening.address() as AddressInfo))
  })
  given.url = `smtp://127.0.0.1:${port}`
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return Object.assign(given, { stop })
}

function received(from: string, to: string, raw: string): ReceivedMail {
  // Its whole boundary: a line of the link may begin with two dashes.
  const boundary = /boundary="(.+)"/.exec(raw)?.[1]
  const part = raw.split(`\r\n--${boundary}`).find((one) => one.includes('Content-Type: text/plain')) ?? ''
  const headEnd = part.indexOf('\r\n\r\n')
  const isBase64 = part.slice(0, headEnd).includes('base64')
  const body = part.slice(headEnd + 4)
  const text = isBase64 ? Buffer.from(body, 'base64').toString() : quotedPrintable(body)
  const subject = raw
    .replace(/\?=\r\n[ \t]=\?UTF-8\?Q\?/gi, '')
    .replace(/\r\n[ \t]/g, ' ')
    .match(/^Subject: (.*)$/m)?.[1]
    ?.replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) => quotedPrintable(word.replaceAll('_', ' ')))
  return { from, to, raw, text, subject: subject ?? '', link: /https?:\/\/\S+/.exec(text)?.[0] ?? '' }
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`)
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25'))
}
