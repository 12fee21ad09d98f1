import { describe, expect, it } from 'vitest'
import { canonicalEmail } from '../../src/base/database/email.js'
import { respellEmails } from '../../src/base/database/respell-emails.js'
import { useDatabase } from '../postgres.js'

it.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['Ada@Bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
  ['ada@президент.рф', 'ada@xn--d1abbgf6aiiy.xn--p1ai'],
  ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  // Refused later, as they are.
  ['nobody', 'nobody'],
  ['ada@127.1', 'ada@127.1'],
  ['ada@bücher .example', 'ada@bücher .example'],
])('%j is %j', (given, expected) => {
  expect(canonicalEmail(given)).toBe(expected)
})

describe('accounts from before the one spelling', () => {
  const test = useDatabase()

  it('get it from the migration, unless it is taken', async () => {
    const { db } = test
    const typed = ['ada@bücher.example', 'ada@xn--bcher-kva.example', 'bob@bücher.example', 'jürgen@example.com']
    await db.execute(
      `INSERT INTO accounts (id, email, name, username, wallet_address)
       SELECT gen_random_uuid(), email, '', gen_random_uuid(), '0x' || left(md5(email) || md5(email), 40) FROM unnest($1::text[]) AS t(email)`,
      [typed],
    )
    await db.transaction((tx) => respellEmails(tx))
    const found = await db.query<{ email: string }>('SELECT email FROM accounts')
    expect(found.map(({ email }) => email).sort()).toEqual(
      ['ada@bücher.example', 'ada@xn--bcher-kva.example', 'bob@xn--bcher-kva.example', 'jürgen@example.com'].sort(),
    )
  })
})
