import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isAlive } from '../server/test/processes.js'
import { eventually } from './eventually.js'
import { guarded } from './guarded.js'

/** Starts a shell script under guard, and waits for its first line, its process ID. */
async function start(script: string) {
  const child = spawn(...guarded('TERM', ['sh', '-c', script]))
  const [line] = await once(child.stdout, 'data')
  return { child, pid: Number.parseInt(`${line}`, 10) }
}

test('ends with its program, and its exit code', async () => {
  const { child } = await start('echo $$; exit 7')
  expect(await once(child, 'close')).toEqual([7, null])
})

test('ends its program by the signal when stdin closes, and waits for it', async () => {
  const { child, pid } = await start("trap 'exit 3' TERM; echo $$; while :; do sleep 0.05; done")
  expect(isAlive(pid)).toBe(true)
  child.stdin.end()
  expect(await once(child, 'close')).toEqual([3, null])
  expect(isAlive(pid)).toBe(false)
})

test('gives its program an empty stdin', async () => {
  const { child } = await start('echo $$; read -r line; exit $?')
  expect(await once(child, 'close')).toEqual([1, null])
})

test('ends its program when the process that started it is killed', async () => {
  const [command, args] = guarded('TERM', ['sh', '-c', 'echo $$; exec sleep 1000'])
  const script = `require('node:child_process').spawn(${JSON.stringify(command)}, ${JSON.stringify(args)},
    { stdio: ['pipe', 'inherit', 'inherit'] })`
  const starter = spawn(process.execPath, ['-e', script])
  const [line] = await once(starter.stdout, 'data')
  const pid = Number.parseInt(`${line}`, 10)
  expect(isAlive(pid)).toBe(true)
  starter.kill('SIGKILL')
  await eventually('the program has ended', () => !isAlive(pid))
})
