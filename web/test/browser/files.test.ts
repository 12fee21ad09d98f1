import { dirname } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { unzipped, unzippedPaths } from '../../../test/unzip.js'
import { common as de } from '../../src/texts/de/general.js'
import { refusals as errorsDe } from '../../src/texts/de/refusals.js'
import { common as en } from '../../src/texts/en/general.js'
import { refusals as errorsEn } from '../../src/texts/en/refusals.js'
import { asAccount } from './as-account.js'
import { choose, dropFile, filesWords, makeFolder, pdfOf, rowOf, saved, say, sha256, useDisk } from './files-kit.js'
import { holdBack } from './hold-back.js'
import { languages } from './languages.js'
import { register } from './register.js'
import { seedFor } from './seed.js'
import { hasBrowser, useVisitors } from './visitor.js'

const common = { en, de }
const errors = { en: errorsEn, de: errorsDe }
const phone = { width: 360, height: 740 }
const desk = { width: 1280, height: 860 }
/** A picture of 2 × 2 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP8z8Dwn4GBgYGJAQoAHxcCAk+Uzr4AAAAASUVORK5CYII=',
  'base64',
)

describe.skipIf(!hasBrowser).each(languages('de'))('folders and files (%s)', (language) => {
  const visit = useVisitors()
  const disk = useDisk()
  const words = filesWords[language]
  const undo = (page: Page, what: string) =>
    page.getByRole('dialog', { name: what }).getByRole('button', { name: common[language].undo }).click()

  test('folders are created, renamed, moved in three ways, made public and private, deleted, restored and purged', async () => {
    const visitor = await visit({ language })
    const { page, expectAccessible } = visitor
    await register(visitor)
    await visitor.open('/portal/files')
    await page.getByText(words.empty.root, { exact: true }).waitFor()
    await expectAccessible()
    await page.getByRole('button', { name: words.empty.rootAction }).click()
    await page.getByText(words.typeMeans.private).waitFor()
    await expectAccessible()
    await page.getByRole('textbox', { name: words.name }).fill('Contracts')
    await page.keyboard.press('Enter')
    await rowOf(page, 'Contracts').waitFor()
    // As courts write it: kept under a sign that is no slash.
    await rowOf(page, 'Contracts').getByRole('link').press('F2')
    await page.getByRole('textbox', { name: words.name }).fill('Meier ./. Müller')
    await page.getByText(say(words.slashKept, { name: 'Meier .\u2215. Müller' })).waitFor()
    await page.keyboard.press('Enter')
    await rowOf(page, 'Meier .\u2215. Müller').getByRole('link').press('F2')
    await page.getByRole('textbox', { name: words.name }).fill('Contracts')
    await page.keyboard.press('Enter')
    await rowOf(page, 'Contracts').waitFor()
    await makeFolder(page, words, 'Press', 'public')
    await page.getByText(words.typeShort.public).waitFor()
    await visitor.open('/portal/files')

    // With the keys of a row: rename, then undo.
    await rowOf(page, 'Press').getByRole('link').press('F2')
    await page.getByRole('textbox', { name: words.name }).fill('Press photos')
    await page.keyboard.press('Enter')
    await rowOf(page, 'Press photos').waitFor()

    // Another folder takes the name before the undo: the page says so, and nothing is lost.
    const folderId = await (await seedFor(visitor)).folder('Press')
    await undo(page, say(words.renamed, { name: 'Press photos' }))
    await page
      .getByText(say(words.notDone_one, { name: 'Press photos' }))
      .first()
      .waitFor()
    await page.getByText(errors[language].folder_exists).first().waitFor()
    await rowOf(page, 'Press photos').waitFor()
    const params = { path: { folderId }, query: { permanent: true } }
    await asAccount(visitor).delete('/api/folders/{folderId}', { params })

    // Move with the mouse, then undo.
    await rowOf(page, 'Press photos').getByRole('link').press('ArrowDown')
    await rowOf(page, 'Press photos').dragTo(rowOf(page, 'Contracts'))
    await undo(page, say(words.moved_one, { name: 'Press photos', folder: 'Contracts' }))
    await rowOf(page, 'Press photos').waitFor()

    // Move with the dialog, by keyboard only.
    await rowOf(page, 'Press photos').getByRole('link').press('m')
    const tree = page.getByRole('dialog').getByRole('tree')
    await tree.getByRole('treeitem', { name: 'Contracts' }).waitFor()
    await expectAccessible()
    await tree.getByRole('treeitem', { name: words.root }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: say(words.moveTo, { name: 'Contracts' }) }).click()
    await page.getByText(say(words.moved_one, { name: 'Press photos', folder: 'Contracts' })).waitFor()

    // Cut in one folder, paste in another.
    await rowOf(page, 'Contracts').getByRole('link').click()
    await rowOf(page, 'Press photos').getByRole('link').press('Control+x')
    await page.getByRole('navigation', { name: words.path }).getByRole('link', { name: words.root }).click()
    await page.getByText(say(words.held.ready_one, { name: 'Press photos' })).waitFor()
    await expectAccessible()
    await page.keyboard.press('Control+v')
    await rowOf(page, 'Press photos').waitFor()

    // Make the public folder private again.
    await rowOf(page, 'Press photos')
      .getByRole('button', { name: say(words.actionsOf, { name: 'Press photos' }) })
      .click()
    await page.getByRole('menuitem', { name: words.action.makePrivate }).click()
    await page.getByText(words.turn.private.link).waitFor()
    await expectAccessible()
    await page.getByRole('button', { name: words.turn.private.submit }).click()
    await rowOf(page, 'Press photos').getByText(words.type.private).waitFor()

    // Delete and undo; delete again and restore from the bin.
    await rowOf(page, 'Press photos').getByRole('link').press('Delete')
    await undo(page, say(words.binned_one, { name: 'Press photos' }))
    await rowOf(page, 'Press photos').waitFor()
    await rowOf(page, 'Press photos').getByRole('link').press('Delete')
    await rowOf(page, 'Press photos').waitFor({ state: 'detached' })
    await visitor.open('/portal/files/bin')
    await rowOf(page, 'Press photos').waitFor()
    await expectAccessible()
    await page.getByRole('button', { name: say(words.restoreOne, { name: 'Press photos' }) }).click()
    await page.getByText(words.empty.bin).waitFor()
    await visitor.open('/portal/files')
    await rowOf(page, 'Press photos').getByRole('link').press('Delete')
    await visitor.open('/portal/files/bin')
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: say(words.eraseOne, { name: 'Press photos' }) }).click()
    await page.getByText(words.eraseMeans.chain).waitFor()
    await expectAccessible()
    await page.getByRole('button', { name: words.erase, exact: true }).click()
    await page.getByText(words.empty.bin).waitFor()
    // The message can be closed without a pointer over it.
    const erased = page.getByRole('dialog', { name: say(words.erased_one, { name: 'Press photos' }) })
    await erased.getByRole('button', { name: common[language].close }).waitFor()
    await expectAccessible()

    // Its certificate can be saved.
    await page.getByRole('button', { name: words.deletions.show, exact: true }).click()
    const certificate = page.getByRole('button', { name: words.deletions.certificate, exact: true }).first()
    await certificate.waitFor()
    await expectAccessible()
    const saved = page.waitForEvent('download')
    await certificate.click()
    await page.getByRole('menuitem', { name: words.deletions.forms.pdf }).click()
    expect((await saved).suggestedFilename()).toMatch(
      new RegExp(`^${words.deletions.filename}-[0-9a-f-]{36}\\.proof\\.pdf$`),
    )
  })

  test('files are uploaded, previewed, described, compared, replaced, marked and shared', async () => {
    const visitor = await visit({ language, theme: 'dark' })
    const { page, expectAccessible } = visitor
    await register(visitor)
    await visitor.open('/portal/files')
    await page.getByRole('button', { name: words.empty.rootAction }).waitFor()
    await makeFolder(page, words, 'Contracts', 'public')
    await expectAccessible()
    const contract = pdfOf(3)
    const paths = [
      await disk('contract.pdf', contract),
      await disk('photo.png', picture),
      await disk('note.txt', 'agreed'),
    ]
    await choose(page, () => page.getByRole('button', { name: words.chooseFiles }).click(), paths)
    await page.getByText(say(words.uploads.done_other, { count: 3 })).waitFor()
    await rowOf(page, 'contract.pdf').locator('img').waitFor()
    await rowOf(page, 'photo.png').locator('img').waitFor()
    await expectAccessible()
    await page.getByRole('button', { name: words.uploads.clear }).click()

    // Uploading the same files again finds them there already.
    await choose(
      page,
      async () => {
        await page.getByRole('button', { name: words.upload, exact: true }).click()
        await page.getByRole('menuitem', { name: words.uploadFiles }).click()
      },
      paths.slice(2),
    )
    await page.getByText(words.uploads.there).waitFor()
    await page.getByRole('button', { name: words.uploads.clear }).click()
    expect(await rowOf(page, 'note.txt').count()).toBe(1)

    // A whole folder with its subfolders; uploading it again adds nothing.
    await disk('archive/2025/a.txt', 'a')
    const top = dirname(await disk('archive/b.txt', 'b'))
    for (const outcome of ['done', 'there']) {
      await choose(
        page,
        async () => {
          await page.getByRole('button', { name: words.upload, exact: true }).click()
          await page.getByRole('menuitem', { name: words.uploadFolder }).click()
        },
        top,
      )
      await page.getByText(say(words.uploads.done_other, { count: 2 })).waitFor()
      expect(await page.locator(`li[data-state=${outcome}]`).count()).toBe(2)
      await page.getByRole('button', { name: words.uploads.clear }).click()
    }
    await rowOf(page, 'archive')
      .getByText(say(words.count_one, { count: 1 }))
      .waitFor()

    // Headers sort, folders first; the address keeps the order.
    const header = (by: keyof typeof words.sort) =>
      page.getByRole('columnheader').getByRole('button', { name: words.sort[by], exact: true })
    const first = (name: string) => page.locator('main tr[data-index="1"]').filter({ hasText: name }).waitFor()
    await header('size').click()
    await first('contract.pdf')
    await header('size').click()
    await first('note.txt')
    await page.waitForURL(/sort=size&order=asc/)
    await header('type').click()
    await first('contract.pdf')
    await page.reload()
    await first('contract.pdf')
    await header('name').click()
    await page.locator('main tr[data-index="3"]').filter({ hasText: 'photo.png' }).waitFor()
    await expectAccessible()

    // All of it in one download, with proofs.
    await page.getByRole('checkbox', { name: words.chooseAll }).click()
    await expectAccessible()
    const archive = await saved(page, async () => {
      await page.getByRole('button', { name: words.action.download, exact: true }).click()
      await page.getByRole('menuitem', { name: words.action.zipWithProofs }).click()
    })
    expect(archive.name).toMatch(/^tallystick-files-.*\.zip$/)
    expect(unzipped(archive.bytes, 'archive/2025/a.txt').toString()).toBe('a')
    expect(sha256(unzipped(archive.bytes, 'contract.pdf'))).toBe(sha256(contract))
    for (const path of ['contract.pdf.proof.pdf', 'archive/b.txt.proof.json', 'manifest.json'])
      expect(unzippedPaths(archive.bytes)).toContain(path)
    await page.getByRole('button', { name: words.chooseNone }).click()

    // Is this the file? Drop it on the row.
    await dropFile(page, rowOf(page, 'note.txt'), 'copy.txt', 'agreed')
    await page.getByText(words.compare.sameTitle).waitFor()
    await expectAccessible()
    await page.getByRole('contentinfo').or(page.getByRole('dialog')).getByText(words.compare.stays).waitFor()
    await page.keyboard.press('Escape')
    await dropFile(page, rowOf(page, 'note.txt'), 'other.txt', 'agreed!')
    await page.getByText(words.compare.otherTitle).waitFor()
    await page.getByRole('button', { name: words.compare.asVersion }).click()
    await page.getByText(say(words.uploads.done_one, { count: 1 })).waitFor()

    // Beside the list: its proof, and the way to its page.
    await rowOf(page, 'contract.pdf').getByRole('link').click()
    const pane = page.getByRole('region', { name: words.pane.label })
    await pane.getByRole('heading', { name: 'contract.pdf' }).waitFor()
    await pane.locator('[data-proof]').waitFor()
    await expectAccessible()
    await page.reload()
    await pane.getByRole('button', { name: words.pane.close }).click()
    await pane.waitFor({ state: 'detached' })

    // A star adds it to the favourites.
    await page.getByRole('button', { name: say(words.favourite, { name: 'contract.pdf' }) }).click()
    await page.getByRole('link', { name: words.favourites }).click()
    await rowOf(page, 'contract.pdf').getByRole('link').waitFor()
    await expectAccessible()
    await rowOf(page, 'contract.pdf').getByRole('link').click()

    // The file's page: pages, proof, description, download.
    await page.getByRole('img', { name: say(words.pageOf, { page: 1, pages: 3 }) }).waitFor()
    await page.getByRole('button', { name: words.pageAfter }).click()
    await page.getByRole('img', { name: say(words.pageOf, { page: 2, pages: 3 }) }).waitFor()
    await page.locator('[data-proof=final]').waitFor()
    await page.getByText(words.proofDetails).click()
    await expectAccessible()
    await page.getByRole('button', { name: words.action.describe }).first().click()
    await page.getByRole('textbox', { name: words.description }).fill('With both signatures')
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await page.locator('header').getByText('With both signatures').waitFor()
    const copy = await saved(page, () =>
      page.locator('header').getByRole('button', { name: words.action.download }).click(),
    )
    expect(copy.name).toBe('contract.pdf')
    expect(sha256(copy.bytes)).toBe(sha256(contract))
    const proof = await saved(page, async () => {
      await page.getByRole('button', { name: words.action.proof, exact: true }).click()
      await page.getByRole('menuitem', { name: words.proofForms.json }).click()
    })
    expect(JSON.parse(proof.bytes.toString())).toMatchObject({ hash: sha256(contract), format: 'tallystick-proof' })

    // A new version; the old one can still be downloaded.
    const better = pdfOf(1)
    const path = await disk('better.pdf', better)
    await choose(page, () => page.getByRole('button', { name: words.action.newVersion }).click(), path)
    const versions = page.getByRole('list', { name: words.versions }).getByRole('listitem')
    await versions
      .filter({ hasText: say(words.version, { number: 2 }) })
      .getByText(words.current)
      .waitFor()
    const oldest = await saved(page, () =>
      page.getByRole('button', { name: say(words.downloadVersion, { number: 1 }) }).click(),
    )
    expect(sha256(oldest.bytes)).toBe(sha256(contract))
    const newest = await saved(page, () =>
      page.locator('header').getByRole('button', { name: words.action.download }).click(),
    )
    expect(sha256(newest.bytes)).toBe(sha256(better))
    await page.setViewportSize(phone)
    await expectAccessible()

    // The public link shows it to everyone.
    await page.getByRole('button', { name: say(words.actionsOf, { name: 'contract.pdf' }) }).click()
    await page.getByRole('menuitem', { name: words.action.share }).click()
    const link = await page.getByRole('textbox', { name: words.link }).inputValue()
    await expectAccessible()
    const answer = await page.request.get(link, { headers: { accept: 'application/json' } })
    expect(await answer.json()).toMatchObject({ data: { fileName: 'contract.pdf', attachmentHash: sha256(better) } })
    await page.keyboard.press('Escape')
    await page.setViewportSize(desk)
  })

  test('the list of favourites follows a mark that the service learns of late', async () => {
    const visitor = await visit({ language })
    const { page } = visitor
    await register(visitor)
    const seed = await seedFor(visitor)
    const folder = await seed.folder('Contracts')
    await seed.file(folder, 'note.txt')
    await visitor.open(`/portal/files/${folder}`)
    const star = page.getByRole('button', { name: say(words.favourite, { name: 'note.txt' }) })
    const change = /\/api\/files\/[^/]+$/

    const mark = await holdBack(page, change)
    await star.click()
    await page.getByRole('link', { name: words.favourites }).click()
    await page.getByText(words.empty.favourites).waitFor()
    mark()
    await rowOf(page, 'note.txt').waitFor()

    // One that is no longer a favourite keeps its row, for those who change their mind.
    const answered = page.waitForResponse(change)
    await star.click()
    await answered
    await star.and(page.locator('[aria-pressed=false]')).waitFor()
  })
})
