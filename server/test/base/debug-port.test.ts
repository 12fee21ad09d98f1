import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { root } from '../../../test/sources.js'
import { debugOptions } from '../../src/base/debug-port.js'

const module = new URL('../../build/base/debug-port.js', import.meta.url).href

/**
 * Runs a program that gets SIGUSR1 and then says where its debug port is.
 *
 * @param looks how often it looks for one
 * @returns the address, or `none`
 */
async function debugPortOf(options: readonly string[], first: string, looks = 100): Promise<string> {
  const program = `
    ${first}
    const { url } = await import('node:inspector')
    const { createInterface } = await import('node:readline')
    console.log('ready')
    for await (const _ of createInterface({ input: process.stdin })) {
      // Node opens the port on its own event loop turn.
      for (let turn = 0; turn < ${looks} && url() === undefined; turn++) await new Promise((resolve) => setTimeout(resolve, 5))
      console.log(url() ?? 'none')
      process.exit()
    }`
  const node = [...options, '--inspect-port=0', '--input-type=module', '-e', program]
  const child = spawn(process.execPath, node, { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  child.kill('SIGUSR1')
  child.stdin.end('look\n')
  return (await lines.next()).value
}

it('SIGUSR1 opens no debug port, by our handler or by the option of newer versions of Node', async () => {
  const ours = `(await import(${JSON.stringify(module)})).closeDebugPort()`
  // However long it takes.
  expect(await debugPortOf([], '', Number.POSITIVE_INFINITY)).toMatch(/^ws:/)
  expect(await debugPortOf([], ours)).toBe('none')
  if (debugOptions.length > 0) expect(await debugPortOf(debugOptions, '')).toBe('none')
})

it.each(['main.ts', 'roof/admin.ts', 'media/child.ts'])('%s, a program of its own, closes it first', (path) => {
  const code = readFileSync(`${root}server/src/${path}`, 'utf8')
  const body = code.slice(code.lastIndexOf('\nimport '))
  expect(body.indexOf('\ncloseDebugPort()')).toBeGreaterThan(0)
  expect(body.indexOf('\ncloseDebugPort()')).toBeLessThan(body.indexOf('await '))
})
