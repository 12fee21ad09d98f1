import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../service.js'
import { usePerson } from './command.js'

const service = useService()
const { folder, env, run } = usePerson()
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: folder, env: { PATH: process.env.PATH, HOME: folder }, stdio: 'pipe' })
const commit = (message: string) => {
  git('commit', '--quiet', '--allow-empty', '--message', message)
  return git('rev-parse', 'HEAD').toString().trim()
}

beforeAll(async () => {
  const { clientId, secretKey } = await service.account()
  Object.assign(env, { TALLYSTICK_URL: service.url, TALLYSTICK_CLIENT_ID: clientId, TALLYSTICK_SECRET_KEY: secretKey })
})

describe('tallystick git', () => {
  it('needs a repository, and an author for its notes', async () => {
    expect(await run('git', '--private')).toMatchObject({
      code: 2,
      err: expect.stringContaining('not a git repository'),
    })
    git('init', '--quiet')
    expect(await run('git', '--private')).toMatchObject({ code: 2, err: 'tallystick: commit not found here: HEAD\n' })
    writeFileSync(join(folder, '.gitconfig'), '[user]\nname = Ada\nemail = ada@example.com\n')
    commit('first')
    writeFileSync(join(folder, '.gitconfig'), '[user]\nuseConfigOnly = true\n')
    expect((await run('git', '--private')).code).toBe(2)
    writeFileSync(join(folder, '.gitconfig'), '[user]\nname = Ada\nemail = ada@example.com\n')
  })

  it('stamps a commit, keeps its proof in a note, and verifies it', async () => {
    const id = commit('second')
    const hash = createHash('sha256')
      .update(git('cat-file', 'commit', id))
      .digest('hex')
    const { code, out, err } = await run('git', '--private', '--wait', '--json')
    const stamped = JSON.parse(out)
    expect([code, stamped]).toMatchObject([0, { hash, existing: false, file: `commit ${id}` }])
    expect(err).toBe('The proof is in a note of the commit. To push it: git push origin refs/notes/tallystick\n')
    const { filename } = JSON.parse((await run('status', hash, '--json')).out)
    expect(filename).toBe(`git ${basename(folder)} ${id.slice(0, 12)}`)
    const note = git('notes', '--ref=tallystick', 'show', id)
    expect(JSON.parse(note.toString())).toMatchObject({ hash, code: stamped.code })

    const consistent = await run('git', '--verify', 'HEAD', '--no-issuer')
    expect(consistent).toMatchObject({ code: 3, out: expect.stringMatching(`^CONSISTENT: commit ${id} fits`) })
    const stated = await run('git', '--verify')
    expect(stated).toMatchObject({ code: 0, out: expect.stringMatching(/^STATED: .* which issued the proof\.\n/) })
    const byNode = await run('git', '--verify', '--rpc', service.rpcUrl)
    expect(byNode).toMatchObject({ code: 0, out: expect.stringContaining(`commit ${id} existed not later than`) })
    expect((await run('git', '--private')).out).toBe(`${stamped.code}  commit ${id}  (already stamped)\n`)

    const later = commit('third')
    expect(await run('git', '--verify')).toMatchObject({ code: 2, err: expect.stringContaining('has no proof here') })
    git('notes', '--ref=tallystick', 'copy', id, later)
    expect(await run('git', '--verify')).toMatchObject({ code: 1, out: expect.stringMatching(/^REFUSED/) })
    const kept = await run('git', '--private')
    expect(kept).toMatchObject({ code: 2, err: expect.stringContaining(`the proof of the stamp ${stamped.code}`) })
    // Git shows the replacement under the ID of the commit; the stamp is of the commit.
    git('replace', id, later)
    expect((await run('git', '--verify', id, '--no-issuer')).code).toBe(3)
  })
})
