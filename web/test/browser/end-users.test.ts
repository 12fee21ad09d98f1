import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endUsers as de } from '../../src/texts/de/developers/end-users.js'
import { common as commonDe } from '../../src/texts/de/general.js'
import { refusals as refusalsDe } from '../../src/texts/de/refusals.js'
import { stamps as stampsDe } from '../../src/texts/de/stamps.js'
import { endUsers as en } from '../../src/texts/en/developers/end-users.js'
import { common as commonEn } from '../../src/texts/en/general.js'
import { refusals as refusalsEn } from '../../src/texts/en/refusals.js'
import { stamps as stampsEn } from '../../src/texts/en/stamps.js'
import { asAccount } from './as-account.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = {
  en: { ...en, stamps: stampsEn, common: commonEn, refusals: refusalsEn },
  de: { ...de, stamps: stampsDe, common: commonDe, refusals: refusalsDe },
}
const people = [
  { userId: 'customer/17', username: 'Kim Example', email: 'kim@example.org', publishName: true },
  {
    userId: `long-${'x'.repeat(120)}`,
    username: `A rather long name ${'of someone '.repeat(8)}`,
    email: 'l@example.org',
  },
]

describe.skipIf(!hasBrowser).each(languages('de'))('end users (%s)', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('are found below API access with their stamps, filter the list of stamps, and can be erased', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/api-access')
    await page.getByRole('link', { name: w.title }).click()
    await page.getByText(w.emptyTitle).waitFor()
    await expectGoodLooks(visitor)

    const dialog = page.getByRole('dialog')
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
    await page.getByRole('button', { name: w.enrol.action }).click()
    await dialog.getByRole('button', { name: w.enrol.submit }).click()
    await dialog.getByText(w.common.problem.missing).first().waitFor()
    await visitor.expectAccessible()
    const client = asAccount(visitor)
    const { _id: ownId } = await client.get('/profile')
    await field(w.fields.id).fill(ownId)
    await field(w.fields.name).fill('Alan Example')
    await field(w.fields.email).fill('alan@example.org')
    await dialog.getByRole('button', { name: w.enrol.submit }).click()
    await dialog.getByText(w.refusals.rules.ownAccount).waitFor()
    await field(w.fields.id).fill('customer/3')
    await dialog.getByRole('button', { name: w.enrol.submit }).click()
    await page.getByText(w.enrol.done.replace('{{name}}', 'Alan Example')).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: w.enrol.action }).click()
    await field(w.fields.id).fill('customer/3')
    await field(w.fields.name).fill('Someone Else')
    await field(w.fields.email).fill('else@example.org')
    await dialog.getByRole('button', { name: w.enrol.submit }).click()
    await dialog.getByText(w.fields.taken.replace('{{name}}', 'Alan Example')).waitFor()
    await expectGoodLooks(visitor)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: w.actions.replace('{{name}}', 'Alan Example') }).click()
    await page.getByRole('menuitem', { name: w.edit.action }).click()
    expect(await field(w.fields.id).isDisabled()).toBe(true)
    await field(w.fields.name).fill('Alan Mathison Example')
    await dialog.getByRole('checkbox', { name: w.fields.publish }).click()
    await dialog.getByRole('button', { name: w.edit.submit }).click()
    await page.getByText(w.edit.done.replace('{{name}}', 'Alan Mathison Example')).waitFor()
    const kept = await client.get('/v2/enroll-user', { params: { query: { page: 1, limit: 10 } } })
    expect(kept.users).toMatchObject([{ userId: 'customer/3', username: 'Alan Mathison Example', publishName: true }])
    await client.delete('/v2/enroll-user/{userId}', { params: { path: { userId: 'customer/3' } } })

    for (const body of people) await client.post('/v2/enroll-user', { body })
    const hash = randomBytes(32).toString('hex')
    const { code } = await client.post('/hash', { body: { hash, filename: 'Lease.pdf', userId: 'customer/17' } })
    await client.post('/hash', { body: { hash: randomBytes(32).toString('hex'), filename: 'Own.pdf' } })
    await page.reload()
    const list = page.getByRole('list', { name: w.list })
    await list.getByText('Kim Example').waitFor()
    expect(await list.getByRole('listitem').count()).toBe(2)
    await expectGoodLooks(visitor)
    await page.getByRole('searchbox').fill('KIM@')
    await list.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    await list.getByText(w.stamps_one.replace('{{count, number}}', '1')).waitFor()

    await list.getByRole('link', { name: 'Kim Example' }).click()
    await page.getByRole('button', { name: `${w.stamps.endUser}: Kim Example` }).waitFor()
    await page.getByText('Lease.pdf').first().waitFor()
    expect(await page.getByText('Own.pdf').count()).toBe(0)
    await visitor.expectAccessible()
    await open(`/portal/stamps/${code}`)
    await page.getByText(w.stamps.one.stampedFor, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'customer/17' }).waitFor()

    await open('/portal/api-access/users?q=nobody')
    await page.getByText(w.noneText).waitFor()
    await page.getByRole('link', { name: w.clear }).click()
    await page.getByRole('button', { name: w.actions.replace('{{name}}', 'Kim Example') }).click()
    await page.getByRole('menuitem', { name: w.erase.action }).click()
    await page.getByText(w.erase.text.replace('{{id}}', 'customer/17')).waitFor()
    await visitor.expectAccessible()
    await page.getByRole('button', { name: w.erase.submit }).click()
    await page.getByText(w.erase.done.replace('{{name}}', 'Kim Example')).waitFor()
    await list.getByText('Kim Example').waitFor({ state: 'detached' })
    await open('/portal/stamps?user=customer%2F17')
    await page.getByText('Lease.pdf').first().waitFor()
  })
})
