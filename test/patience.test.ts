import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { nameOf, parse, readSource, resolveImport, type Source, trackedFiles, visit } from './sources.js'

/** The one waiter and what it is made of, random moments of kills, dates. */
const waiter = /^test\/(eventually|machine|moments|waits|wall-time)\.ts$/
const tests = trackedFiles('*.ts').filter((path) => /(^|\/)test\/.*\.ts$/.test(path) && !waiter.test(path))

/** Where a test begins: `it`, `test.each(…)`, `describe`, and the hooks. */
const beginnings = /^(it|test|describe|(before|after)(All|Each))\b/

/** Statements of browser tests. */
const opensLink = /^await .*Role\('link'.*\.(click\(|press\('Enter')/
const looksAtScreen = /^await (\w+\.)?expect(Accessible|GoodLooks)\(/

const isFunction = (node: ts.Node) => ts.isArrowFunction(node) || ts.isFunctionExpression(node)

/** Names what makes a test depend on the machine's speed, or on what runs beside it, one line each. */
function impatience({ path, tree }: Source): string[] {
  const found: string[] = []
  const report = (node: ts.Node, problem: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
    found.push(`${path}:${line + 1}: ${problem}`)
  }
  const textOf = (node?: ts.Node) => node?.getText(tree) ?? ''
  visit(tree, (node, above) => {
    if (ts.isImportDeclaration(node) && /^'(node:)?timers\/promises'$/.test(textOf(node.moduleSpecifier))) {
      if (/\bsetTimeout\b/.test(textOf(node)))
        report(node, 'sleeps: wait by eventually() for what must come, or settled()')
    }
    if (ts.isBlock(node) || ts.isSourceFile(node)) {
      for (const [at, one] of node.statements.entries()) {
        const isEarly = opensLink.test(textOf(node.statements[at - 1])) && looksAtScreen.test(textOf(one))
        if (isEarly)
          report(one, 'looks at the screen before the one that the link opens: wait for something on that one')
      }
    }
    if (ts.isParameter(node) && /^timeout(Ms)?$/.test(textOf(node.name)) && /^[\d_]+$/.test(textOf(node.initializer))) {
      report(node, 'limits by wall time: use limitMs()')
    }
    if (!ts.isCallExpression(node)) return
    const called = nameOf(node.expression)
    const last = node.arguments.at(-1)
    if (/^(Date|performance)\.now$|^process\.hrtime/.test(called)) report(node, `reads the clock by ${called}()`)
    if (/^(expect\.poll|vi\.wait(For|Until)|vi\.setConfig)$|\.waitForTimeout$/.test(called)) {
      report(node, `${called} has a limit of its own: use eventually()`)
    }
    if (path.startsWith('server/') && /^vi\.(useFakeTimers|setSystemTime|stubGlobal)$/.test(called)) {
      report(node, `${called} changes the time or a global of the services that files share: hand it in`)
    }
    if (called === 'setTimeout' && isPromise(above)) report(node, 'sleeps: use eventually() or settled()')
    if (/\.waitForTransactionReceipt$/.test(called)) {
      report(node, 'waits for ever where it misses a receipt: ask for the receipt by eventually()')
    }
    if (called === 'eventually' && /^['"`]{2}$/.test(textOf(node.arguments[0]))) {
      report(node, 'does not say what it waits for')
    }
    if (called === 'AbortSignal.timeout' && !/^limitMs\(/.test(textOf(last))) {
      report(node, 'limits by wall time: use limitMs()')
    }
    if (beginnings.test(called) && last && node.arguments.some(isFunction) && !isFunction(last)) {
      report(node, 'has a limit of its own')
    }
    for (const one of node.arguments) if (ts.isObjectLiteralExpression(one)) limits(one, textOf, report)
  })
  return found
}

function limits(
  options: ts.ObjectLiteralExpression,
  textOf: (node: ts.Node) => string,
  report: (node: ts.Node, problem: string) => void,
): void {
  for (const property of options.properties) {
    if (!ts.isPropertyAssignment(property) || !/^timeout(Ms)?$/.test(textOf(property.name))) continue
    const given = textOf(property.initializer)
    if (/\d/.test(given) && !/^(0|limitMs\(.*\))$/.test(given)) {
      report(property, 'limits by wall time: leave it out, or use limitMs()')
    }
  }
}

/** Whether a timer resolves a promise: `new Promise((resolve) => setTimeout(resolve, …))`. */
function isPromise([node, around]: readonly ts.Node[]): boolean {
  if (!node || !ts.isArrowFunction(node)) return false
  return around !== undefined && ts.isNewExpression(around) && nameOf(around.expression) === 'Promise'
}

describe('tests', () => {
  test('do not depend on the speed of the machine', () => {
    expect(tests.map(readSource).flatMap(impatience).join('\n')).toBe('')
  })

  test.each([
    ["import { setTimeout as sleep } from 'node:timers/promises'"],
    ['await new Promise((resolve) => setTimeout(resolve, 50))'],
    ['const startMs = performance.now()'],
    ['const since = new Date(Date.now() - 1000)'],
    ["it('…', async () => {}, 60_000)"],
    ["it.each([1])('…', { timeout: 60_000 }, async () => {})"],
    ['beforeAll(() => start(), waitMs)'],
    ['await expect.poll(look).toBe(1)'],
    ["await eventually('', look)"],
    ['await page.waitForTimeout(300)'],
    ['await client.waitForTransactionReceipt({ hash, timeout: 0 })'],
    ["await page.getByRole('link', { name }).click()\nawait visitor.expectAccessible()"],
    ['await page.getByText(name).waitFor({ timeout: 5_000 })'],
    ['await fetch(url, { signal: AbortSignal.timeout(1_000) })'],
    ['const ask = (url: string, timeoutMs = 2_000) => connect(url, { timeoutMs })'],
  ])('may not say: %s', (text) => {
    expect(impatience(parse('x/test/x.test.ts', text))).toHaveLength(1)
  })

  test('leave the clocks of a process alone in which services of other files run', () => {
    const text = "vi.useFakeTimers({ toFake: ['performance'] })"
    expect(impatience(parse('server/test/x.test.ts', text))).toHaveLength(1)
    expect(impatience(parse('sdk/test/x.test.ts', text))).toEqual([])
  })

  test.each([
    ["await eventually('it is final', look)"],
    ["it('…', { tags: 'a' }, async () => {})"],
    ['setTimeout(() => socket.destroy(), 20)'],
    ["await page.getByRole('link', { name }).click()\nawait address.waitFor()\nawait visitor.expectAccessible()"],
    ['await fetch(url, { signal: AbortSignal.timeout(limitMs(1_000)) })'],
  ])('may say: %s', (text) => {
    expect(impatience(parse('x/test/x.test.ts', text))).toEqual([])
  })
})

/** Modules that the process starting the others loads for a run. */
const beforeTests = trackedFiles('vitest.config.ts', '*global-setup.ts')

describe('the process that starts the others', () => {
  // A wait there once asked which test it was in, and ended the run: only where the network was slow.
  test('loads nothing that works only inside a test', () => {
    const loaded = new Set(beforeTests)
    for (const path of loaded) {
      const { imports } = readSource(path)
      for (const one of imports) loaded.add(resolveImport(path, one) ?? path)
    }
    const inTests = [...loaded].filter((path) => readSource(path).imports.includes('vitest'))
    expect(beforeTests).toContain('server/test/global-setup.ts')
    expect(inTests).toEqual([])
  })
})
