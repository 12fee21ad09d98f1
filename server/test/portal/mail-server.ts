import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll } from 'vitest'
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
  /** Whether to answer mails with a temporary error. */
  refuse: boolean
  /** Returns the next unread mail to the address. */
  next(to: string): Promise<ReceivedMail>
}

/** Starts a mail server before the tests of the file; its address is known as soon as this resolves. */
export async function useMailServer(): Promise<MailServer> {
  const port = await freePort()
  const given: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    refuse: false,
    next: (to) =>
      eventually('', async () => {
        const at = given.mails.findIndex((mail) => mail.to === to)
        return at === -1 ? undefined : given.mails.splice(at, 1)[0]
      }),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (given.refuse) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        const { mailFrom, rcptTo } = session.envelope
        const raw = Buffer.concat(chunks).toString()
        given.mails.push(received(mailFrom === false ? '' : mailFrom.address, rcptTo[0]?.address ?? '', raw))
        done()
      })
    },
  })
  beforeAll(() => new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve)))
  afterAll(() => new Promise<void>((resolve) => void server.close(resolve)))
  return given
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
