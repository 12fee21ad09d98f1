import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { asAccount } from './as-account.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = {
  en: {
    link: 'Network',
    fine: 'Everything is up to date',
    details: 'Technical details',
    contract: 'Notary contract',
  },
  de: {
    link: 'Netzwerk',
    fine: 'Alles ist auf dem neuesten Stand',
    details: 'Technische Details',
    contract: 'Smart Contract des Notars',
  },
}

describe.skipIf(!hasBrowser).each(languages('de'))('the network page, %s', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('sums up the network in one sentence, with technical details on request', async () => {
    const visitor = await visit({ language })
    const { page } = visitor
    await register(visitor)
    const stamp = () => asAccount(visitor).post('/hash', { body: { hash: randomBytes(32).toString('hex') } })
    // The service may have anchored nothing yet.
    await stamp()
    await visitor.open('/portal/')
    await page.getByRole('navigation').getByRole('link', { name: w.link, exact: true }).click()
    await page.getByRole('heading', { name: w.fine }).waitFor()
    // Other tests' stamps may push ours off the list before it is drawn.
    const sent = new Set<string>()
    let before = ''
    await eventually('a stamp of ours is on the list', async () => {
      const listed = await page
        .locator('[title]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''))
      if (listed.some((title) => sent.has(title))) return true
      // The list has changed, and ours isn't on it: another one.
      if (before !== listed.join()) sent.add((await stamp()).txid)
      before = listed.join()
      return false
    })
    await visitor.expectAccessible()
    const { contract, signers } = await asAccount(visitor).get('/network')
    expect(await page.getByText(contract).isVisible()).toBe(false)
    await page.getByText(w.details).click()
    await page.getByText(contract).waitFor()
    await page.getByText(signers[0]?.address ?? '').waitFor()
    await page.getByText(w.contract, { exact: true }).waitFor()
    await expectGoodLooks(visitor)
  })
})
