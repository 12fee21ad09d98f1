import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { operator as de } from '../../src/texts/de/developers/operator.js'
import { common as commonDe } from '../../src/texts/de/general.js'
import { navigation as navigationDe } from '../../src/texts/de/pages/portal.js'
import { operator as en } from '../../src/texts/en/developers/operator.js'
import { common as commonEn } from '../../src/texts/en/general.js'
import { navigation as navigationEn } from '../../src/texts/en/pages/portal.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { dataDir } from './surroundings.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = {
  en: { ...en, common: commonEn, navigation: navigationEn },
  de: { ...de, common: commonDe, navigation: navigationDe },
}
const script = fileURLToPath(new URL('../../../server/dist/admin.js', import.meta.url))

/** Runs `admin operator add`, as the person with a shell would. */
async function makeOperator(email: string): Promise<void> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [script, 'operator', 'add', email], { env })
}

describe.skipIf(!hasBrowser).each(languages('de'))("the operator's page, %s", (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('does not exist for other accounts, nor is it in their navigation', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/operator')
    await page.getByRole('heading', { level: 1, name: w.common.notFound.title }).waitFor()
    expect(await page.getByRole('link', { name: w.navigation.operator, exact: true }).count()).toBe(0)
    expect(await page.getByRole('link', { name: w.navigation.network, exact: true }).count()).toBe(1)
  })

  it('shows how the service stands, and its settings', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await makeOperator((await register(visitor)).email)
    await open('/portal/')
    // The palette leads there, too.
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('option', { name: w.navigation.operator, exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: w.navigation.operator, exact: true }).click()
    await page.getByRole('heading', { name: new RegExp(`^(${w.ready.title}|${w.ready.warnTitle})$`) }).waitFor()
    for (const name of [w.lanes.next, w.queue.waiting, w.storage.files]) await page.getByText(name).first().waitFor()
    await page.getByText(w.mails.mailbox).waitFor()
    await expectGoodLooks(visitor)

    await page.getByRole('link', { name: w.parts.settings, exact: true }).click()
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
    await row('GUESS_LIMIT').getByText(w.settings.sources.environment).waitFor()
    await row('SESSION_MAX').getByText(w.settings.sources.default).waitFor()
    await row('MASTER_KEY').getByRole('cell', { name: w.settings.secretUnset, exact: true }).waitFor()
    await expectGoodLooks(visitor)
    await page.getByRole('checkbox', { name: w.settings.changed }).click()
    await row('SESSION_MAX').waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('no setting has this')
    await page.getByText(w.settings.noneTitle).waitFor()
    await visitor.expectAccessible()
  })

  it('says that a part could not be loaded, and shows the others', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await makeOperator((await register(visitor)).email)
    await page.route('**/portal/api/operator/lanes?*', (route) => route.fulfill({ status: 404, json: {} }))
    await page.route('**/portal/api/operator/state?*', (route) => route.fulfill({ status: 200, json: troubled }))
    await open('/portal/operator')
    await page.getByText(w.lanes.failed).waitFor()
    await page.getByRole('heading', { name: w.ready.notTitle }).waitFor()
    await page.getByText(troubled.data.problems[0] as string).waitFor()
    await page.getByText(w.queue.waiting).waitFor()
    await visitor.expectAccessible()
  })

  it('finds an account and disables it, with a reason that stays', async () => {
    const stranger = await visit({ language })
    const { email } = await register(stranger)
    const visitor = await visit({ language })
    const { page, open } = visitor
    const chief = await register(visitor, { isSteppedUp: false })
    await makeOperator(chief.email)
    await open('/portal/operator/accounts')
    await page.getByRole('searchbox').fill(email)
    await page.getByRole('row').filter({ hasText: chief.email }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: email }).click()
    const pane = page.getByRole('region', { name: w.account.label, exact: true })
    await pane.getByText(w.account.historyNone).waitFor()
    await expectGoodLooks(visitor)

    await pane.getByRole('button', { name: w.disable.action }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(w.disable.reason).fill('Sends spam')
    await visitor.expectAccessible()
    await dialog.getByRole('button', { name: w.disable.submit, exact: true }).click()
    await page.locator('input[autocomplete=current-password]').fill(chief.password)
    await page.keyboard.press('Enter')
    await pane.getByText('Sends spam').waitFor()
    await pane.getByText(w.account.by.replace('{{who}}', chief.email)).waitFor()
    await stranger.open('/portal/stamps')
    await stranger.page.locator('input[type=password]').waitFor()

    await pane.getByRole('button', { name: w.enable.action }).click()
    await dialog.getByLabel(w.disable.reason).fill('Was a mistake')
    await dialog.getByRole('button', { name: w.enable.submit, exact: true }).click()
    await pane.getByText(w.accounts.states.open, { exact: true }).waitFor()

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: email }).click()
    await page.getByText('Was a mistake').waitFor()
    await expectGoodLooks(visitor)
    await page.getByRole('link', { name: w.account.back, exact: true }).last().click()
    await page.getByRole('columnheader', { name: w.accounts.columns.storage }).waitFor()
    await expectGoodLooks(visitor)
  })
})

const troubled = {
  status: 200,
  message: 'State fetched successfully',
  data: { version: '0.0.0', problems: ['No lane is held'], warnings: [] },
}
