import { randomBytes } from 'node:crypto'
import { describe, it } from 'vitest'
import { asAccount } from './as-account.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = {
  en: {
    card: 'Witnesses outside the blockchain',
    pending: '2 requests are pending and are repeated until they succeed: fetch failed',
    list: 'Witnessed outside the blockchain',
    authority: 'Timestamping authority tsa.example',
  },
  de: {
    card: 'Zeugen außerhalb der Blockchain',
    pending: '2 Anfragen stehen noch aus und werden wiederholt, bis sie gelingen: fetch failed',
    list: 'Außerhalb der Blockchain bezeugt',
    authority: 'Zeitstempeldienst tsa.example',
  },
}

const at = '2026-09-21T12:00:00.000Z'
const witness = { answered: 3, lastAnsweredAt: at, waiting: 0, waitingSince: null, failure: null }
const states = {
  intervalSeconds: 3600,
  witnesses: [
    { kind: 'rfc3161', name: 'tsa.example', ...witness },
    {
      kind: 'opentimestamps',
      name: 'calendar.example',
      ...witness,
      lastAnsweredAt: null,
      waiting: 1,
      waitingSince: at,
    },
    { kind: 'chain', name: 'node.example', ...witness, waiting: 2, waitingSince: at, failure: 'fetch failed' },
  ],
}

// The service of these tests has no witnesses: they need others. The answers are those of the API description.
describe.skipIf(!hasBrowser).each(languages('de'))('witnesses, %s', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('are on the network page with what they owe, and on the page of a stamp once they have answered', async () => {
    const visitor = await visit({ language })
    const { page } = visitor
    await register(visitor)
    await page.route('**/network/witnesses', (route) =>
      route.fulfill({ json: { status: 200, message: 'Witnesses fetched successfully', data: states } }),
    )
    await page.route('**/hash/*/proof', async (route) => {
      const response = await route.fetch()
      const proof = (await response.json()) as { root: string }
      const place = { leafIndex: 0, treeSize: 1, path: [], root: proof.root }
      const witnesses = [
        { kind: 'rfc3161', ...place, authority: 'tsa.example', token: 'ab' },
        { kind: 'opentimestamps', ...place, calendar: 'calendar.example', ots: 'ab' },
      ]
      await route.fulfill({ json: { ...proof, witnesses } })
    })
    const { code } = await asAccount(visitor).post('/hash', { body: { hash: randomBytes(32).toString('hex') } })
    await visitor.open('/portal/network')
    await page.getByRole('heading', { name: w.card }).waitFor()
    await page.getByText(w.pending).waitFor()
    await expectGoodLooks(visitor)
    await visitor.open(`/portal/stamps/${code}`)
    await page.getByRole('heading', { name: w.list }).waitFor()
    await page.getByText(w.authority).waitFor()
    await expectGoodLooks(visitor)
  })
})
