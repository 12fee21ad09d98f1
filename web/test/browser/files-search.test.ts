import { describe, expect, test } from 'vitest'
import { filesWords, openFile, rowOf, say } from './files-kit.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { seedFor } from './seed.js'
import { hasBrowser, useVisitors } from './visitor.js'

describe.skipIf(!hasBrowser).each(languages('en'))('finding folders and files (%s)', (language) => {
  const visit = useVisitors()
  const words = filesWords[language]

  test('searches all folders from any page, or the open one, and returns', async () => {
    const visitor = await visit({ language })
    const { page } = visitor
    await register(visitor)
    const seed = await seedFor(visitor)
    const contracts = await seed.folder('Contracts')
    const leases = await seed.folder('Leases', 'private', contracts)
    const photos = await seed.folder('Photos')
    await seed.file(leases, 'cellar lease.txt')
    await seed.file(photos, 'lease.txt')
    await seed.file(contracts, 'other.txt')
    await visitor.open(`/portal/files/${contracts}`)
    await rowOf(page, 'other.txt').waitFor()
    const field = page.getByRole('searchbox', { name: words.search.label })
    const found = page.locator('main tr[data-index]')
    await field.pressSequentially('LEASE')
    await page.getByRole('heading', { level: 1, name: say(words.search.title, { search: 'LEASE' }) }).waitFor()
    await page.getByText(say(words.search.found_other.replace(', number', ''), { count: 3 })).waitFor()
    expect(await found.locator('[data-row-link]').allTextContents()).toEqual([
      'lease.txt',
      'cellar lease.txt',
      'Leases',
    ])
    await rowOf(page, 'cellar lease.txt').getByText('Contracts › Leases').waitFor()
    // The field keeps its focus while the visitor types.
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await expectGoodLooks(visitor)

    await page.getByRole('link', { name: say(words.search.goHere, { name: 'Contracts' }) }).click()
    await page.getByText(say(words.search.found_one, { count: 1 })).waitFor()
    expect(await found.locator('[data-row-link]').allTextContents()).toEqual(['Leases'])
    await visitor.expectAccessible()
    await page.getByRole('link', { name: words.search.goEverywhere }).click()

    // A result opens, and going back leads to the results.
    await rowOf(page, 'cellar lease.txt').getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'cellar lease.txt' }).waitFor()
    await page.goBack()
    await rowOf(page, 'cellar lease.txt').waitFor()
    expect(await field.inputValue()).toBe('LEASE')

    // A folder takes its content along: deleting both bins one item, which is then restored.
    await rowOf(page, 'Leases').last().getByRole('checkbox').click()
    await rowOf(page, 'cellar lease.txt').getByRole('checkbox').click()
    await page.locator('main').getByRole('button', { name: words.action.bin, exact: true }).click()
    await page.getByText(say(words.binned_one, { name: 'Leases' })).waitFor()
    await page.getByText(say(words.search.found_one, { count: 1 })).waitFor()

    await field.fill('zeppelin')
    await page.getByText(words.search.none, { exact: true }).waitFor()
    await visitor.expectAccessible()
    await field.fill('')
    await page.getByRole('heading', { level: 1, name: 'Contracts' }).waitFor()
  })

  test("another account's public folder shows its owner and can be read, but not changed", async () => {
    const owner = await visit({ language })
    await register(owner)
    const seed = await seedFor(owner)
    const press = await seed.folder('Press', 'public')
    const exhibition = await seed.folder('Exhibition', 'public', press)
    await seed.folder('Drafts', 'private', press)
    await seed.folder('Diary')
    const fileId = await seed.file(exhibition, 'opening.txt', 'welcome')
    // The link as its owner passes it on.
    await owner.open('/portal/files')
    await rowOf(owner.page, 'Press')
      .getByRole('button', { name: say(words.actionsOf, { name: 'Press' }) })
      .click()
    await owner.page.getByRole('menuitem', { name: words.copyLink }).click()
    await owner.page.getByText(words.linkCopied).waitFor()
    const link = await owner.page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(new URL(`/portal/files/${press}`, owner.page.url()).href)

    const visitor = await visit({ language })
    const { page } = visitor
    await register(visitor)
    await visitor.open(link)
    await page.getByText(say(words.ofOther, { name: 'Ada Lovelace' })).waitFor()
    await rowOf(page, 'Exhibition').waitFor()
    // Nothing private, and no controls to change anything.
    expect(await page.locator('main tr[data-index]').count()).toBe(1)
    expect(await page.locator('main').getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('button', { name: words.newFolder }).count()).toBe(0)
    await rowOf(page, 'Exhibition').getByRole('link').press('Delete')
    await expectGoodLooks(visitor)
    await rowOf(page, 'Exhibition').getByRole('link').click()
    await openFile(page, words, 'opening.txt')
    await page.getByText(say(words.fileOfOther, { name: 'Ada Lovelace' })).waitFor()
    await page.locator('[data-proof=final]').waitFor()
    expect(await page.getByRole('button', { name: words.action.newVersion }).count()).toBe(0)
    await expectGoodLooks(visitor)

    // The first step of its path leads to everything public of that account.
    await page.getByRole('navigation', { name: words.path }).getByRole('link', { name: 'Ada Lovelace' }).click()
    await page.getByRole('heading', { level: 1, name: say(words.others.title, { name: 'Ada Lovelace' }) }).waitFor()
    await rowOf(page, 'Press').waitFor()
    expect(await page.locator('main tr [data-row-link]').allTextContents()).toEqual(['Press'])
    await expectGoodLooks(visitor)

    // A search from there covers only that folder; the visitor's own search does not find it.
    await rowOf(page, 'Press').getByRole('link').click()
    await rowOf(page, 'Exhibition').waitFor()
    const field = page.getByRole('searchbox', { name: words.search.label })
    await field.fill('exhib')
    await page.getByText(say(words.search.here, { name: 'Press' })).waitFor()
    await rowOf(page, 'Exhibition').waitFor()
    await visitor.open('/portal/files/search?q=exhib')
    await page.getByText(words.search.none, { exact: true }).waitFor()

    // Private again, it disappears.
    await owner.open(`/portal/files/${press}`)
    await owner.page.getByRole('button', { name: say(words.actionsOf, { name: 'Press' }) }).click()
    await owner.page.getByRole('menuitem', { name: words.action.makePrivate }).click()
    await owner.page.getByRole('button', { name: words.turn.private.submit }).click()
    await owner.page.getByText(words.typeShort.private).waitFor()
    await visitor.open(`/portal/files/file/${fileId}`)
    await page.getByText(words.fileNotLoaded).waitFor()
    await visitor.open(`/portal/files/of/${seed.accountId}`)
    await page.getByText(words.others.none, { exact: true }).waitFor()
    await visitor.expectAccessible()
  })
})
