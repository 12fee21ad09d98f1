import { getMigrations } from 'better-auth/db/migration'
import { expect, it } from 'vitest'
import { Mailer } from '../../src/accounts/mail/mail.js'
import { authOptions } from '../../src/accounts/portal/login.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { keys } from '../accounts/fixture.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()

const optionsOn = () => {
  const logger = createLogger('silent')
  const mailer = new Mailer({ db: test.db, keys: keys.mail, smtpUrl: undefined, from: '', show: true, logger })
  return authOptions({
    db: test.db,
    keys,
    kind: 'local',
    mailer,
    logger,
    url: 'http://localhost:3000',
    isUrlFixed: false,
    registration: 'open',
    secondFactor: 'optional',
    guessLimit: 30,
  })
}

it('0009_portal.sql has all tables and columns that better-auth requires', async () => {
  const { toBeAdded, toBeCreated } = await getMigrations(optionsOn())
  expect(toBeCreated.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([])
  expect(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([])
})

it('hashes passwords with Argon2id, 19 MiB and 2 passes', async () => {
  const hashed = await optionsOn().emailAndPassword.password.hash('difference engine')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
