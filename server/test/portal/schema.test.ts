import { getMigrations } from 'better-auth/db/migration'
import { expect, it } from 'vitest'
import { Mailer } from '../../src/accounts/mail.js'
import { authOptions } from '../../src/accounts/portal-login.js'
import { createLogger } from '../../src/base/log.js'
import { keys } from '../accounts/fixture.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()

it('0009_portal.sql has all tables and columns that better-auth requires', async () => {
  const logger = createLogger('silent')
  const mailer = new Mailer({ db: test.db, key: keys.mail, smtpUrl: undefined, from: '', show: true, logger })
  const options = authOptions({
    ...{ db: test.db, keys, kind: 'local', mailer, logger, url: 'http://localhost:3000', isUrlFixed: false },
    ...{ registration: 'open', guessLimit: 30 },
  })
  const { toBeAdded, toBeCreated } = await getMigrations(options)
  expect(toBeCreated.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([])
  expect(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([])
})
