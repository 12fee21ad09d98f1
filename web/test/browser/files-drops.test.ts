import { dirname } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { dragFromDisk, filesWords, openFile, pdfOf, rowOf, saved, say, sha256, useDisk } from './files-kit.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { seedFor } from './seed.js'
import { hasBrowser, useVisitors } from './visitor.js'

/** A picture of 2 × 2 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP8z8Dwn4GBgYGJAQoAHxcCAk+Uzr4AAAAASUVORK5CYII=',
  'base64',
)

describe.skipIf(!hasBrowser).each(languages('de'))('dropped files (%s)', (language) => {
  const visit = useVisitors()
  const disk = useDisk()
  const words = filesWords[language]
  const done = async (page: Page, count = 1) => {
    await page.getByText(say(count === 1 ? words.uploads.done_one : words.uploads.done_other, { count })).waitFor()
    await page.getByRole('button', { name: words.uploads.clear }).click()
  }

  test('land in the list, on a folder in it, in the tree and on the path; whole folders, too', async () => {
    const visitor = await visit({ language })
    const { page } = visitor
    await register(visitor)
    const seed = await seedFor(visitor)
    const contracts = await seed.folder('Contracts')
    const leases = await seed.folder('Leases', 'private', contracts)
    await seed.folder('Signed', 'private', leases)
    const photos = await seed.folder('Photos')
    await visitor.open(`/portal/files/${leases}`)
    await rowOf(page, 'Signed').waitFor()

    await dragFromDisk(visitor, rowOf(page, 'Signed'), [await disk('row.txt', 'on the row')])
    await done(page)
    await rowOf(page, 'Signed')
      .getByText(say(words.count_one, { count: 1 }))
      .waitFor()
    await dragFromDisk(visitor, page.getByText(words.keysHint), [await disk('list.txt', 'on the list')])
    await done(page)
    await rowOf(page, 'list.txt').waitFor()
    expect(await rowOf(page, 'row.txt').count()).toBe(0)

    await dragFromDisk(visitor, page.getByRole('treeitem', { name: 'Photos' }), [await disk('tree.txt', 'on the tree')])
    await done(page)
    const path = page.getByRole('navigation', { name: words.path })
    const top = dirname(await disk('archive/deep.txt', 'in a folder'))
    await dragFromDisk(visitor, path.getByRole('link', { name: 'Contracts' }), [
      await disk('path.txt', 'on the path'),
      top,
    ])
    await done(page, 2)
    expect(page.url()).toMatch(new RegExp(`${leases}$`))
    await path.getByRole('link', { name: 'Contracts' }).click()
    await rowOf(page, 'path.txt').waitFor()
    await rowOf(page, 'archive').getByRole('link').click()
    await rowOf(page, 'deep.txt').waitFor()
    await visitor.open(`/portal/files/${photos}`)
    await rowOf(page, 'tree.txt').waitFor()

    // Anywhere else on the page, they land in the open folder.
    await dragFromDisk(visitor, page.getByRole('heading', { level: 1 }), [await disk('beside.txt', 'beside')])
    await done(page)
    await rowOf(page, 'beside.txt').waitFor()

    // At the top level, a file needs a folder first.
    await dragFromDisk(visitor, page.getByRole('treeitem', { name: words.root }), [await disk('top.txt', 'at the top')])
    await page.getByText(words.newFolderFor_one).waitFor()
    await visitor.expectAccessible()
  })

  test('on a phone: previews an image and a PDF, compares a copy, sets a favourite, saves every proof', async () => {
    const visitor = await visit({ language, width: 360, height: 740 })
    const { page } = visitor
    await register(visitor)
    const seed = await seedFor(visitor)
    const folder = await seed.folder('Contracts')
    await seed.file(folder, 'lease.pdf', pdfOf(2))
    await seed.file(folder, 'photo.png', picture)
    const noteId = await seed.file(folder, 'note.txt', 'agreed')
    await visitor.open(`/portal/files/${folder}`)

    await dragFromDisk(visitor, rowOf(page, 'note.txt'), [await disk('copy.txt', 'agreed')])
    await page.getByText(words.compare.sameTitle).waitFor()
    await expectGoodLooks(visitor)
    await page.keyboard.press('Escape')
    await dragFromDisk(visitor, rowOf(page, 'note.txt'), [await disk('other.txt', 'disagreed')])
    await page.getByText(words.compare.otherTitle).waitFor()
    await expectGoodLooks(visitor)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: say(words.favourite, { name: 'photo.png' }) }).click()
    await page.getByRole('link', { name: words.favourites }).click()
    await page.getByRole('heading', { level: 1, name: words.favourites }).waitFor()
    await rowOf(page, 'photo.png').waitFor()
    await expectGoodLooks(visitor)
    await rowOf(page, 'photo.png').getByRole('link').click()

    const shown = page.getByRole('img', { name: say(words.preview, { name: 'photo.png' }) })
    await shown.waitFor()
    const size = await shown.evaluate(async (img: HTMLImageElement) => {
      await img.decode()
      return [img.naturalWidth, img.naturalHeight]
    })
    expect(size).toEqual([2, 2])
    await expectGoodLooks(visitor)

    await visitor.open(`/portal/files/${folder}`)
    await openFile(page, words, 'lease.pdf')
    for (const number of [1, 2]) {
      const drawn = page.getByRole('img', { name: say(words.pageOf, { page: number, pages: 2 }) })
      await drawn.waitFor()
      // Drawn in the proportions of the page, A4, and no wider than the phone.
      const shape = await drawn.evaluate((img: HTMLImageElement) => img.naturalHeight / img.naturalWidth)
      expect(shape).toBeCloseTo(842 / 595, 1)
      if (number === 1) await page.getByRole('button', { name: words.pageAfter }).click()
    }
    await expectGoodLooks(visitor)

    // The proofs of all files in the folder, once they are final.
    await visitor.open(`/portal/files/file/${noteId}`)
    await page.locator('[data-proof=final]').waitFor()
    await visitor.open(`/portal/files/${folder}`)
    const manifest = await saved(page, async () => {
      await page.getByRole('button', { name: say(words.actionsOf, { name: 'Contracts' }) }).click()
      await page.getByRole('menuitem', { name: words.action.manifest }).click()
    })
    expect(manifest.name).toBe('Contracts.manifest.json')
    const { files } = JSON.parse(manifest.bytes.toString()) as { files: { path: string; hash: string }[] }
    expect(files.map(({ path }) => path).sort()).toEqual(['lease.pdf', 'note.txt', 'photo.png'])
    expect(files.find(({ path }) => path === 'photo.png')?.hash).toBe(sha256(picture))
  })
})
