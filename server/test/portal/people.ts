import { test as base } from 'vitest'
import { createDatabase } from '../postgres.js'
import { newService, type TestService } from '../service.js'
import { type MailServer, startMailServer } from './mail-server.js'

/** A service whose portal people use, and the mail server it sends to. */
export interface Portal {
  service: TestService & { restart(): Promise<void> }
  mails: MailServer
}

// biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from the pattern
const shared = base.extend('portal', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Portal> => {
  const mails = await startMailServer()
  const database = await createDatabase()
  const service = newService(database)
  onCleanup(async () => {
    await service.remove()
    await mails.stop()
    await database.drop()
  })
  // Attempts are counted per person; how many one address has is left to limits.slow.test.ts.
  await service.start({ SMTP_URL: mails.url, MAIL_FROM: 'Notary <notary@example.org>', GUESS_LIMIT: '1000' })
  return { service, mails }
})

/**
 * Gives the test file a service with a portal and a mail server, shared with the files before and after. So a test registers people of
 * its own, and looks only at theirs.
 *
 * @returns both, filled in before the first test
 * @example
 * const { service, mails } = usePortal()
 * it('…', async () => { const { browser, person } = await register(service, mails) })
 */
export function usePortal(): Portal {
  const given: Portal = { service: {} as Portal['service'], mails: {} as MailServer }
  shared.beforeAll(({ portal }) => {
    Object.assign(given.service, portal.service)
    Object.assign(given.mails, portal.mails)
  })
  return given
}
