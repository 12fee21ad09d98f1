import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { lockWaiter } from '../postgres.js'
import { type Answer, someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'
import { append, begin } from '../uploads/tus.js'
import { fileParts, post, someFolder } from './upload.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
let folderId: string
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
  folderId = await someFolder(service, ada)
})

const reserve = async (by = ada): Promise<string> =>
  dataOf(await service.call('POST', '/hash/codes', {}, by.auth)).codes[0].code
const uploaded = (code: string, headers = {}, content = randomBytes(100)) =>
  post(service, '/api/files', [['code', code], ...fileParts(ada, folderId, content)], { ...ada.auth, ...headers })
const stamped = (code: string) => service.call('POST', '/hash', { hash: someHash(), code }, ada.auth)
const refused = (answer: Answer, code: string) =>
  expectError(answer, 409, 'code_not_reserved', new RegExp(`^code: ${code} is not reserved for this account`))
const filesIn = async (folder: string) =>
  (await service.call('GET', `/api/folders/${folder}/files?page=1&limit=100`, undefined, ada.auth)).body.data.count

describe('a file with a reserved code', () => {
  it('has it as its uniqueId, as people write codes, and its page is where the code leads', async () => {
    const code = await reserve()
    expect((await service.call('GET', `/s/${code}`)).status).toBe(404)
    const made = dataOf(await uploaded(`${code.slice(0, 5)} ${code.slice(5).toLowerCase()}`))
    expect(made.uniqueId).toBe(code)
    expect((await service.call('GET', `/s/${code}`)).status).toBe(200)
    refused(await stamped(code), code)
  })

  it('409 for a code of another account, an unknown, an expired and a used one, and no file is made', async () => {
    const before = await filesIn(folderId)
    const [used, expired] = [await reserve(), await reserve()]
    expect((await stamped(used)).status).toBe(200)
    const age = "UPDATE reserved_codes SET expires_at = now() - interval '1 second' WHERE code = $1"
    await service.database.db.execute(age, [expired])
    for (const code of [await reserve(bea), 'R000000000', expired, used]) refused(await uploaded(code), code)
    for (const code of ['', 'short']) expectError(await uploaded(code), 400, 'invalid', /^code: expected a code/)
    expect(await filesIn(folderId)).toBe(before)
  })

  it('is one when it is sent again with the same key', async () => {
    const [code, key, content] = [await reserve(), { 'idempotency-key': someHash() }, randomBytes(100)]
    const first = await uploaded(code, key, content)
    const again = await uploaded(code, key, content)
    expect(again.body).toStrictEqual(first.body)
    expect(dataOf(again).uniqueId).toBe(code)
  })

  it('is one, or one stamp, of many with the code at once', async () => {
    const code = await reserve()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? uploaded(code) : stamped(code))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) refused(answer, code)
  })

  it('is written though a stamp asks for the code meanwhile, which holds up no other stamp', async () => {
    const code = await reserve()
    const { db } = service.database
    const [file, stamp] = await db.transaction(async (tx) => {
      await tx.execute('LOCK TABLE file_versions IN SHARE MODE')
      const file = uploaded(code)
      await lockWaiter(db, '%INSERT INTO file_versions%') // and has the code
      const stamp = stamped(code)
      for (const _ of Array(5)) {
        expect((await service.call('POST', '/hash', { hash: someHash() }, ada.auth)).status).toBe(200)
      }
      return [file, stamp] as const
    })
    expect(dataOf(await file).uniqueId).toBe(code)
    refused(await stamp, code)
  })

  it('can arrive in parts', async () => {
    const code = await reserve()
    const content = randomBytes(1000)
    const fields = { folderId, fileName: 'parts.bin', code }
    const at = await begin(service, ada, content.length, fields)
    const sent = await append(service, ada, at, 0, content)
    expect(sent.status).toBe(204)
    expect((await service.call('GET', `/s/${code}`)).status).toBe(200)
  })
})
