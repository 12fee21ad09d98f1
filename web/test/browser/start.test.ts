import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account as accountDe } from '../../src/texts/de/account/account.js'
import { common as commonDe } from '../../src/texts/de/general.js'
import { navigation as navigationDe } from '../../src/texts/de/pages/portal.js'
import { stamping as stampingDe } from '../../src/texts/de/stamping.js'
import { start as de } from '../../src/texts/de/start.js'
import { account as accountEn } from '../../src/texts/en/account/account.js'
import { common as commonEn } from '../../src/texts/en/general.js'
import { navigation as navigationEn } from '../../src/texts/en/pages/portal.js'
import { stamping as stampingEn } from '../../src/texts/en/stamping.js'
import { start as en } from '../../src/texts/en/start.js'
import { asAccount } from './as-account.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { seedFor } from './seed.js'
import { portalUrl } from './surroundings.js'
import { hasBrowser, useVisitors } from './visitor.js'

const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-first-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const words = {
  en: { ...en, stamping: stampingEn, common: commonEn, usage: accountEn.usage, navigation: navigationEn },
  de: { ...de, stamping: stampingDe, common: commonDe, usage: accountDe.usage, navigation: navigationDe },
}

describe.skipIf(!hasBrowser).each(languages('en'))('the start page, %s', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('a newcomer sees a drop zone and how it works, and the first stamp appears and becomes final', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    const { password } = await register(visitor)
    await open('/portal/')
    await page.getByRole('heading', { level: 1, name: w.first.title }).waitFor()
    await page.getByText(w.stamping.live, { exact: true }).waitFor()
    for (const picture of ['document', 'halves', 'joined'] as const)
      await page.getByRole('heading', { name: w.pictures[picture] }).waitFor()
    await expectGoodLooks(visitor)

    // In a page of its own, so that the start page is watched while the commands run.
    await page.getByRole('main').getByRole('link', { name: w.access.title }).click()
    await page.getByRole('button', { name: w.reveal.action }).last().click()
    await page.locator('input[type=password]').fill('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await visitor.expectAccessible()
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: w.access.copyCommands }).click()
    const commands = await page.evaluate(() => navigator.clipboard.readText())
    await open('/portal/')
    await page.getByText(w.stamping.live, { exact: true }).waitFor()
    await run('bash', ['-c', commands], { cwd: folder })

    await page.getByRole('heading', { name: w.first.done }).waitFor()
    await page.getByText(w.stamping.steps.finalText).waitFor()
    await expectGoodLooks(visitor)
    await page.getByRole('link', { name: w.first.open }).click()
    await page.getByRole('heading', { name: 'first-stamp.txt' }).waitFor()
  })

  it('then shows days, runs and what a program stamps meanwhile, and asks for attention only with a reason', async () => {
    const visitor = await visit({ language, isNew: true })
    const { page, open } = visitor
    await register(visitor)
    const me = asAccount(visitor)
    const hash = () => randomBytes(32).toString('hex')
    await me.post('/hash', { body: { hash: hash(), filename: 'before.txt' } })
    const made = await me.post('/hash/runs', { body: { name: 'Annexes', isPrivate: false } })
    // Nothing here is reorganised, so that it never fails.
    await me.post('/v2/webhooks', {
      body: { redirectUrl: 'https://hooks.example.com/a', action: ['hash.reorged'], description: 'Archive' },
    })
    await open('/portal/')
    await page.getByRole('link', { name: /before\.txt/ }).waitFor()
    await page.getByText(w.stamping.live, { exact: true }).waitFor()
    expect(await page.getByRole('heading', { name: w.attention.title }).count()).toBe(0)
    expect(await page.getByRole('link', { name: /Annexes/ }).getAttribute('href')).toContain(made.id)
    await page.getByRole('heading', { name: w.days.title_one.replace('{{count, number}}', '1') }).waitFor()
    const used = (count: number) =>
      page.locator(`[role=meter][aria-valuetext^="${count} "]`).and(page.getByRole('meter', { name: w.usage.stamps }))
    await used(1).waitFor()
    await me.post('/hash', { body: { hash: hash(), filename: 'meanwhile.txt', isPrivate: true } })
    await page.getByRole('link', { name: /meanwhile\.txt/ }).waitFor()
    await page.getByRole('heading', { name: w.days.title_other.replace('{{count, number}}', '2') }).waitFor()
    await page.getByRole('img', { name: /\b2\b/ }).waitFor()
    await used(2).waitFor()
    await page.getByRole('button', { name: w.days.showTable }).click()
    const rows = page.getByRole('table').getByRole('row')
    expect(await rows.count()).toBe(31)
    expect((await rows.nth(1).getByRole('cell').allTextContents())[1]).toBe('2')
    await expectGoodLooks(visitor)

    // No time passes, so that nothing is read again for its age alone.
    await page.clock.setFixedTime(new Date())
    await page.locator('a[href="/portal/files"]').first().click()
    await page.getByRole('heading', { level: 1, name: w.navigation.files }).waitFor()
    const seed = await seedFor(visitor)
    await seed.file(await seed.folder('Letters'), 'letter.bin', Buffer.alloc(3_000_000))
    await page.locator('a[href="/portal/"]').first().click()
    await page.getByRole('link', { name: 'letter.bin' }).waitFor()
    await page.locator('[role=meter][aria-valuetext^="3 MB "]').waitFor()
  })
})

describe.skipIf(!hasBrowser).each(languages('de'))('API access, %s', (language) => {
  const visit = useVisitors()
  const w = words[language]
  const login = ({ clientId, secretKey }: { clientId: string; secretKey: string }) =>
    fetch(`${portalUrl}/authenticate`, {
      method: 'POST',
      headers: { 'client-id': clientId, 'secret-key': secretKey },
    }).then(({ status }) => status)

  it('clients are created, renamed, rotated and revoked, and each works exactly as the page says', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/api-access')
    await page.getByRole('button', { name: w.access.new }).click()
    await visitor.expectAccessible()
    await page.getByRole('textbox').fill('Archive')
    await page.keyboard.press('Enter')
    const shown = async () => {
      await page.getByRole('button', { name: w.access.copySecret }).click()
      const secretKey = await page.evaluate(() => navigator.clipboard.readText())
      await page.getByRole('dialog').getByRole('button', { name: w.access.copyId }).click()
      return { secretKey, clientId: await page.evaluate(() => navigator.clipboard.readText()) }
    }
    const made = await shown()
    await visitor.expectAccessible()
    expect(await login(made)).toBe(200)
    await page.getByRole('button', { name: w.access.done }).click()

    const choose = async (action: string) => {
      await page.getByRole('button', { name: w.access.actions.replace('{{name}}', 'Archive') }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await choose(w.rename.action)
    await page.getByRole('textbox').fill('Archive server')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Archive server', exact: true }).waitFor()
    await page.getByRole('button', { name: w.common.undo }).click()
    await page.getByRole('heading', { name: 'Archive', exact: true }).waitFor()
    await expectGoodLooks(visitor)

    await choose(w.rotate.action)
    await page.getByText(w.rotate.text).waitFor()
    await visitor.expectAccessible()
    await page.getByRole('button', { name: w.rotate.submit }).click()
    const rotated = await shown()
    expect(rotated.clientId).toBe(made.clientId)
    expect([await login(made), await login(rotated)]).toEqual([404, 200])
    await page.getByRole('button', { name: w.access.done }).click()

    await choose(w.revoke.action)
    await page.getByText(w.revoke.text).waitFor()
    await page.getByRole('button', { name: w.revoke.submit }).click()
    await page.getByText(w.access.revoked_one.replace('{{count, number}}', '1')).click()
    await page.getByText(rotated.clientId).waitFor()
    expect(await login(rotated)).toBe(404)
    await expectGoodLooks(visitor)
  })
})
