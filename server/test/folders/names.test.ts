import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { checkName, nameKey } from '../../src/folders/names.js'
import { type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'
import { askFolder, newFolder } from './shapes.js'

const service = useService()
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
})

const emoji = '👩‍🚀'

describe('names that are kept unchanged', () => {
  it.each([
    ['one character', 'x'],
    ['255 characters', 'é'.repeat(255)],
    ['255 characters outside of the basic plane', '𝒳'.repeat(255)],
    ['right to left', 'חוזים ומסמכים'],
    ['with marks of direction', '\u200fعقد\u200e 2026'],
    ['emoji with joiners', `${emoji} plans`],
    ['decomposed', 'Cafe\u0301'],
    ['spaces around', ' a b '],
    ['a backslash and other signs', 'a\\b:c*d?"<e>|'],
    ['dots', '...'],
    ['a hidden file', '.profile'],
    ['percent-encoded', '..%2f..%2fetc'],
    ['SQL', `'); DROP TABLE folders; --`],
    ['HTML', '<img src=x onerror=alert(1)>'],
  ])('%s', async (_, folderName) => {
    const folder = await newFolder(service, ada, { folderName })
    expect(folder.folderName).toBe(folderName)
    const query = `page=1&limit=5&search=${encodeURIComponent(folderName)}&organizationId=${ada.userId}`
    const found = dataOf(await service.call('GET', `/api/folders?${query}`, undefined, ada.auth))
    expect(found.data.map((item: { folderName: string }) => item.folderName)).toContain(folderName)
  })
})

describe('names that are refused', () => {
  it.each([
    ['empty', '', 'must not be empty'],
    ['spaces alone', ' \u3000 ', 'must not be empty'],
    ['256 characters', 'x'.repeat(256), 'expected at most 255 characters'],
    ['a slash', 'a/b', 'a slash is not allowed'],
    ['a way up', '../../etc/passwd', 'a slash is not allowed'],
    ['this folder', '.', 'expected a name, not a relative path'],
    ['the folder above', '..', 'expected a name, not a relative path'],
    ['a null byte', 'a\u0000b', 'control characters are not allowed'],
    ['a line end', 'a\nb', 'control characters are not allowed'],
    ['a C1 control', 'a\u0085b', 'control characters are not allowed'],
    ['a line separator', 'a\u2028b', 'control characters are not allowed'],
    ['half of a surrogate pair', 'a\ud800b', 'expected valid Unicode, without lone surrogates'],
  ])('400: %s', async (_, folderName, problem) => {
    expectError(await askFolder(service, ada, { folderName }), 400, 'invalid', `folderName: ${problem}`)
    const folder = await newFolder(service, ada)
    const path = `/api/folders/${folder._id}`
    const changed = await service.call('PATCH', path, { folderName }, ada.auth)
    expectError(changed, 400, 'invalid', `folderName: ${problem}`)
  })
})

describe('the same name among siblings', () => {
  it.each([
    ['the same', 'Deeds', 'Deeds'],
    ['another case', 'Letters', 'LETTERS'],
    ['composed and decomposed', 'Verträge', 'VERTRA\u0308GE'],
    ['a sharp s', 'Straße', 'STRASSE'],
    ['two sigmas', 'ΟΔΟΣ', 'οδος'],
    ['Cyrillic', 'договоры', 'ДОГОВОРЫ'],
    ['a ligature', 'ﬁle', 'FILE'],
  ])('409: %s', async (_, first, second) => {
    await newFolder(service, ada, { folderName: first })
    expectError(await askFolder(service, ada, { folderName: second }), 409, 'folder_exists', 'Folder Already Exists')
    const parent = await newFolder(service, ada)
    await newFolder(service, ada, { folderName: second, parentFolderId: parent._id })
    await newFolder(service, await service.account(), { folderName: second })
  })

  it('100 clients want one name: exactly one gets it', async () => {
    const parent = await newFolder(service, ada)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        askFolder(service, ada, { folderName: at % 2 ? 'Raced' : 'RACED', parentFolderId: parent._id }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectError(answer, 409, 'folder_exists', 'Folder Already Exists')
    }
  })

  it('restoring and renaming race for one name: exactly one gets it', async () => {
    const parent = await newFolder(service, ada)
    const [binned, renamed] = [
      await newFolder(service, ada, { folderName: 'wanted', parentFolderId: parent._id }),
      await newFolder(service, ada, { parentFolderId: parent._id }),
    ]
    await service.call('DELETE', `/api/folders/${binned._id}`, undefined, ada.auth)
    const answers = await Promise.all([
      service.call('POST', `/api/folders/${binned._id}/restore`, undefined, ada.auth),
      service.call('PATCH', `/api/folders/${renamed._id}`, { folderName: 'Wanted' }, ada.auth),
      askFolder(service, ada, { folderName: 'WANTED', parentFolderId: parent._id }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('nameKey', () => {
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 50 })

  it('is the same for every spelling of a name', () => {
    fc.assert(
      fc.property(name, (name) => {
        const key = nameKey(name)
        expect(nameKey(key)).toBe(key)
        expect(nameKey(name.normalize('NFD'))).toBe(key)
        expect(nameKey(name.toUpperCase())).toBe(key)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('PostgreSQL stores every name that checkName accepts', () => {
    fc.assert(
      fc.property(name, (name) => {
        try {
          checkName('x', name)
        } catch {
          return
        }
        expect(Buffer.from(name).toString()).toBe(name)
        expect(name).not.toMatch(/[\p{Cc}/]/u)
      }),
    )
  })
})
