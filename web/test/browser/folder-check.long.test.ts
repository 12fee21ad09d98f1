import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ManifestDocument, verifyManifest, withManifestChecksum } from '@tallystick/proof'
import { createClient } from '@tallystick/sdk'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { verify as de } from '../../src/texts/de/verify/verify.js'
import { manyFindings as manyDe } from '../../src/texts/de/verify/verify-many.js'
import { verify as en } from '../../src/texts/en/verify/verify.js'
import { manyFindings as manyEn } from '../../src/texts/en/verify/verify-many.js'
import { say, useDisk } from './files-kit.js'
import { languages } from './languages.js'
import { firstClient, portalUrl } from './surroundings.js'
import { refusal, sentence, verdictWords } from './verdict-words.js'
import { openVerify } from './verify-page.js'
import { hasBrowser, useVisitors, type Visitor } from './visitor.js'

const vectors: Record<string, ManifestDocument> = JSON.parse(
  readFileSync(new URL('../../../proof/vectors/manifests-valid.json', import.meta.url), 'utf8'),
)
const manifest = vectors['four batches in two blocks'] as ManifestDocument
const paths = manifest.files.map(({ path }) => path)
const contentOf = (path: string) => `tallystick vectors: ${path}\n`
const all = { en, de }
const many = { en: manyEn, de: manyDe }
const { headlines: enHeadlines, folder: enFolder } = verdictWords.en
const moments = { en: '21 September 2026, 14:13 UTC', de: '21. September 2026 um 14:13 UTC' }

describe.skipIf(!hasBrowser).each(languages('de'))('a folder and its manifest, %s', (language) => {
  const visit = useVisitors()
  const disk = useDisk()
  const word = all[language]
  let made = 0

  /** Writes the vectors' folder to the disk, with some files changed, and its manifest beside it. */
  const make = async (others: Record<string, string | null> = {}) => {
    const place = `${language}${++made}`
    const contents = { ...Object.fromEntries(paths.map((path) => [path, contentOf(path)])), ...others }
    for (const [path, content] of Object.entries(contents)) {
      if (content !== null) await disk(`${place}/folder/${path}`, content)
    }
    const proof = await disk(`${place}/x.manifest.json`, JSON.stringify(manifest))
    return { folder: `${dirname(proof)}/folder`, proof }
  }
  const begin = async (options = {}): Promise<Visitor> => {
    const visitor = await visit({ language, theme: language === 'de' ? 'dark' : 'light', ...options })
    await openVerify(visitor)
    await visitor.context.setOffline(true)
    return visitor
  }
  const chooseFolder = (page: Page, folder: string) =>
    page.locator('input[webkitdirectory]').first().setInputFiles(folder)
  const chooseFile = (page: Page, path: string | string[]) =>
    page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(path)
  const { headlines, folder: folderWords, subjects, caveats, refusals } = verdictWords[language]
  const fits = sentence(headlines.compared.several, {
    subject: subjects.folder.replace('{files}', '9').replace('{folder}', '.Verträge.'),
  })
  const isSame = (except = '') =>
    sentence(
      folderWords.same.folder.replace('{except}', () => except),
      { files: '9' },
    )
  const says = (page: Page, sentence: string | RegExp) =>
    page.getByRole('heading', { level: 2, name: sentence }).waitFor()
  const kind = (page: Page, name: string) => page.locator(`[data-kind=${name}] li`)

  it('verifies the manifest alone, then the folder, with conditions', async () => {
    const { folder, proof } = await make()
    const { page, expectAccessible } = await begin()
    await chooseFile(page, proof)
    await says(page, fits)
    await expectAccessible()
    await chooseFolder(page, folder)
    await says(page, fits)
    await page.getByText(isSame()).waitFor()
    await page.getByText(caveats.list).waitFor()
    await page.getByText(sentence(caveats['private-chain'].known)).first().waitFor()
    await page.getByText(word.otherNetwork).waitFor()
    await expectAccessible()
  })

  it('takes the folder before the manifest, and the manifest inside the folder', async () => {
    const { folder, proof } = await make()
    const { page } = await begin()
    await chooseFolder(page, folder)
    await page.getByText(many[language].totals.none).waitFor()
    await chooseFile(page, proof)
    await says(page, fits)
    const { folder: other } = await make({ 'x.manifest.json': JSON.stringify(manifest) })
    await page.getByRole('button', { name: word.again }).click()
    await chooseFolder(page, other)
    await says(page, fits)
  })

  it('lists changed, missing, moved and extra files', async () => {
    const [first = '', second = '', third = '', fourth = ''] = paths
    const { folder, proof } = await make({
      [first]: 'something else',
      [second]: null,
      [third]: null,
      [`elsewhere/${third}`]: contentOf(third),
      [fourth]: contentOf(fourth).toUpperCase(),
      '.hidden/new.txt': 'new',
    })
    const { page, expectAccessible } = await begin()
    await chooseFile(page, proof)
    await chooseFolder(page, folder)
    await says(page, sentence(folderWords.different))
    expect(await kind(page, 'changed').count()).toBe(2)
    await kind(page, 'changed').filter({ hasText: first }).waitFor()
    await kind(page, 'changed').filter({ hasText: fourth }).waitFor()
    await kind(page, 'missing').filter({ hasText: second }).waitFor()
    await kind(page, 'missing').filter({ hasText: moments[language] }).waitFor()
    await kind(page, 'moved')
      .filter({ hasText: say(word.folder.movedTo, { path: `elsewhere/${third}` }) })
      .waitFor()
    await kind(page, 'extra').filter({ hasText: '.hidden/new.txt' }).waitFor()
    await expectAccessible()
    const { folder: right } = await make()
    await chooseFolder(page, right)
    await says(page, fits)
  })

  it('lists files of the operating system without counting them', async () => {
    const { folder, proof } = await make({ '.DS_Store': 'left', [`._${paths[0]}`]: 'left', 'Thumbs.db': 'left' })
    const { page, expectAccessible } = await begin()
    await chooseFile(page, proof)
    await chooseFolder(page, folder)
    await says(page, fits)
    await page.getByText(isSame(folderWords.except.replace('{left}', '3'))).waitFor()
    expect(await kind(page, 'system').first().isVisible()).toBe(false)
    await page.getByText(say(word.folder.leftBySystem_other, { count: 3 })).click()
    await kind(page, 'system').filter({ hasText: '.DS_Store' }).waitFor()
    expect(await kind(page, 'system').count()).toBe(3)
    await expectAccessible()
  })

  it('verifies a single file by its content', async () => {
    const { folder, proof } = await make({ other: 'not recorded' })
    const { page } = await begin()
    await chooseFile(page, [`${folder}/${paths[0]}`, proof])
    await page.locator('[data-outcome=consistent]').waitFor()
    await page.getByText(say(word.proof.fromManifest, { name: 'x.manifest.json' })).waitFor()
    await page.getByRole('button', { name: word.again }).click()
    await chooseFile(page, [`${folder}/other`, proof])
    await says(page, refusal(language, refusals.digest.absent))
  })

  it('refuses a manifest that was changed or made up', async () => {
    const { checksum: _, ...open } = manifest
    const { page, expectAccessible } = await begin()
    const changed = JSON.stringify({ ...manifest, files: manifest.files.slice(1) })
    await chooseFile(page, await disk(`${language}/changed.json`, changed))
    await says(page, refusal(language, refusals.malformed))
    await expectAccessible()
    await page.getByRole('button', { name: word.again }).click()
    const files = open.files.map((file, i) => (i === 0 ? { ...file, hash: 'ab'.repeat(32) } : file))
    await chooseFile(
      page,
      await disk(`${language}/forged.json`, JSON.stringify(withManifestChecksum({ ...open, files }))),
    )
    await says(page, refusal(language, refusals.root))
  })

  it('on a phone: verifies more files than one worker reads', async () => {
    const more = Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`more/${i}.txt`, `${i}`]))
    const { folder, proof } = await make(more)
    const { page, expectAccessible } = await begin({ width: 360, height: 740 })
    await chooseFile(page, proof)
    await chooseFolder(page, folder)
    await page.getByRole('progressbar').waitFor()
    await says(page, sentence(folderWords.different, { counts: folderWords.problems.extra.replace('{count}', '700') }))
    expect(await kind(page, 'extra').count()).toBe(100)
    await expectAccessible()
    expect(await page.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

describe.skipIf(!hasBrowser)('a public folder', () => {
  const visit = useVisitors()
  const disk = useDisk()
  const files = { 'report.txt': randomBytes(3000), 'below/figures.bin': randomBytes(200_000) }

  /** Makes the folder on the service and on the disk; the manifest comes from the service, once everything is in blocks. */
  const make = async () => {
    const baseUrl = portalUrl
    const { clientId, secretKey } = firstClient
    const headers = { 'client-id': clientId, 'secret-key': secretKey }
    const login = (await (await fetch(`${baseUrl}/authenticate`, { method: 'POST', headers })).json()) as {
      data: { _id: string; token: string }
    }
    const organizationId = login.data._id
    const client = createClient({ baseUrl, token: async () => login.data.token })
    const folder = async (folderName: string, parent?: string) => {
      const parentFolderId = parent === undefined ? {} : { parentFolderId: parent }
      const body = { folderName, folderType: 'public' as const, organizationId, ...parentFolderId }
      return (await client.post('/api/folders', { body }))._id
    }
    const upload = async (folderId: string, fileName: string, content: Buffer) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ fileName, folderId, organizationId })) body.set(name, value)
      body.set('attachments', new Blob([new Uint8Array(content)]), fileName)
      expect((await client.fetch('/api/files', { method: 'POST', body })).status).toBe(200)
    }
    const top = await folder(`Checked ${randomBytes(6).toString('hex')}`)
    await upload(top, 'report.txt', files['report.txt'])
    await upload(await folder('below', top), 'figures.bin', files['below/figures.bin'])
    const manifest = await eventually('all files of the folder are in blocks', async () => {
      const json: unknown = await (await client.fetch(`/api/folders/${top}/manifest`)).json()
      expect(verifyManifest(json)).toMatchObject({ outcome: 'consistent', waiting: 0 })
      return json
    })
    for (const [path, content] of Object.entries(files)) await disk(`kept/${path}`, content)
    const proof = await disk('kept.manifest.json', JSON.stringify(manifest))
    return { proof, folder: `${dirname(proof)}/kept` }
  }

  it('matches its downloaded manifest, whose blocks the node knows; a single file is found by its content', async () => {
    const { proof, folder } = await make()
    const { page, open } = await visit()
    await open('/verify')
    await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(proof)
    await page.locator('[data-outcome=consistent]').waitFor()
    await page.locator('input[webkitdirectory]').setInputFiles(folder)
    // A fast service puts both files into one block.
    const { one, several } = enHeadlines.compared
    const consistent = new RegExp(`${sentence(one).source}|${sentence(several).source}`)
    await page.getByRole('heading', { level: 2, name: consistent }).waitFor()
    await page.getByText(sentence(enFolder.same.folder.replace('{except}', ''), { files: '2' })).waitFor()
    await page.getByRole('button', { name: en.compare.hereButton }).click()
    await page.locator('[data-outcome=stated]').waitFor()
    await page.getByRole('heading', { level: 2, name: sentence(enHeadlines.stated) }).waitFor()
    expect(await page.getByText(en.otherNetwork).count()).toBe(0)
    await page.getByRole('button', { name: en.again }).click()
    await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(`${folder}/report.txt`)
    await page
      .getByRole('heading', { level: 2, name: sentence(enHeadlines.compared.one, { subject: 'report\\.txt' }) })
      .waitFor()
    await page.getByText(en.proof.fromService).waitFor()
  })
})
