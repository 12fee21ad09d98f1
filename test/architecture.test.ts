import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { homedir } from 'node:os'
import { dirname, posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import {
  packageOf,
  packages,
  parse,
  readSource,
  readSources,
  resolveImport,
  root,
  type Source,
  trackedFiles,
  visit,
} from './sources.js'

const sources = readSources()
const packageNames: Readonly<Record<(typeof packages)[number], string>> = {
  proof: '@tallystick/proof',
  contract: '@tallystick/contract',
  sdk: '@tallystick/sdk',
  command: 'tallystick',
  server: '@tallystick/server',
  web: '@tallystick/web',
  bench: '@tallystick/bench',
}
/** proof ← sdk ← command, web; proof ← web; proof, contract ← server; nothing else. (bench measures the packages; none imports it.) */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  sdk: ['proof'],
  command: ['proof', 'sdk'],
  web: ['proof', 'sdk'],
  server: ['proof', 'contract'],
  bench: ['proof', 'contract', 'sdk'],
}
/** Import from your own room or to the left; the roof and the files beside the rooms compose them. */
const rooms = [
  'base',
  'clock',
  'texts',
  'http',
  'embedded',
  'storage',
  'media',
  'accounts',
  'chain',
  'ledger',
  'witnesses',
  'certificates',
  'stamps',
  'folders',
  'files',
  'browse',
  'uploads',
  'webhooks',
  'protocols',
  'backup',
]
const composers = /^server\/src\/(main|rooms|service|settings|roof\/[a-z]+)\.ts$/

/** Modules loaded when one is run: without imports of types. */
function loadsOf({ text }: Source): string[] {
  const declared = /^(?:import|export)\b(?! type\b)(?:[^'"`;]*?\bfrom)? ?['"]([^'"]+)['"]/gm
  return [...text.matchAll(declared)].map(([, specifier]) => `${specifier}`)
}

const importsOf = (source: Source) =>
  source.imports.map((specifier) => ({ specifier, path: resolveImport(source.path, specifier) }))

/** Returns one line per violation, so that a failure names them all. */
const breaks = (list: readonly Source[], rule: (source: Source) => readonly string[]) =>
  list.flatMap((source) => rule(source).map((problem) => `${source.path}: ${problem}`))

describe('packages', () => {
  test('point one way', () => {
    const found = breaks(sources, (source) => {
      const [own = ''] = source.path.split('/')
      const allowed = new Set((mayImport[own] ?? []).map((name) => packageNames[name as keyof typeof packageNames]))
      return importsOf(source).flatMap(({ specifier, path }) => {
        if (path !== null) return path.startsWith(`${own}/src/`) ? [] : [`imports ${path}, outside of its package`]
        const isOurs = Object.values(packageNames).includes(packageOf(specifier))
        return isOurs && !allowed.has(packageOf(specifier)) ? [`imports ${specifier}`] : []
      })
    })
    expect(found).toEqual([])
  })

  test('declare what they import', () => {
    const found = packages.flatMap((name) => {
      const manifest = JSON.parse(readFileSync(`${root}${name}/package.json`, 'utf8')) as Record<string, object>
      const declared = new Set(
        Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }),
      )
      return breaks(
        sources.filter(({ path }) => path.startsWith(`${name}/`)),
        (source) =>
          importsOf(source)
            .filter(({ specifier, path }) => path === null && !isBuiltin(specifier))
            .map(({ specifier }) => packageOf(specifier))
            .filter((dependency) => !declared.has(dependency))
            .map((dependency) => `imports ${dependency}, which ${name}/package.json does not name`),
      )
    })
    expect(found).toEqual([])
  })

  test('proof is pure: no built-ins, clock, network or randomness', () => {
    const found = breaks(
      sources.filter(({ path }) => path.startsWith('proof/')),
      (source) => [
        ...source.imports.filter((specifier) => isBuiltin(specifier)),
        ...(source.text.match(/\b(Date\.now|Math\.random|performance\.now|new Date\(\)|process\.|Buffer\.)/g) ?? []),
        ...identifiers(source, new Set(['fetch', 'setTimeout', 'setInterval', 'crypto'])),
      ],
    )
    expect(found).toEqual([])
  })
})

describe('rooms of the server', () => {
  const server = sources.filter(({ path }) => path.startsWith('server/src/'))
  const roomOf = (path: string) => (composers.test(path) ? null : (/^server\/src\/([^/]+)\//.exec(path)?.[1] ?? null))

  test('are the known ones', () => {
    const found = [...new Set(server.map(({ path }) => roomOf(path)).filter((room) => room !== null))]
    expect(found.sort()).toEqual([...rooms].sort())
    expect(server.filter(({ path }) => roomOf(path) === null && !composers.test(path)).map(({ path }) => path)).toEqual(
      [],
    )
  })

  test('import from themselves or to the left', () => {
    const found = breaks(server, (source) => {
      const room = roomOf(source.path)
      if (room === null) return []
      return importsOf(source).flatMap(({ path }) => {
        if (path === null) return []
        const other = roomOf(path)
        const fits = other !== null && rooms.indexOf(other) <= rooms.indexOf(room)
        return fits ? [] : [`imports ${path}`]
      })
    })
    expect(found).toEqual([])
  })

  test.each([
    ['pg', /^server\/src\/base\/database\/(db|pipeline)\.ts$/],
    ['better-auth', /^server\/src\/accounts\/portal\/login\.ts$/],
    ['@opentelemetry/api', /^server\/src\/base\/telemetry\/(tracing|metrics-export)\.ts$/],
    ['@opentelemetry/resources', /^server\/src\/base\/telemetry\/otlp\.ts$/],
    ['@opentelemetry/sdk-trace-base', /^server\/src\/base\/telemetry\/tracing\.ts$/],
    ['@opentelemetry/sdk-metrics', /^server\/src\/base\/telemetry\/metrics-export\.ts$/],
  ])('%s is imported by %s alone', (dependency, owners) => {
    const found = server
      .filter(({ imports }) => imports.some((specifier) => packageOf(specifier) === dependency))
      .map(({ path }) => path)
    expect(found.filter((path) => !owners.test(path))).toEqual([])
  })

  test('HTTP leaves by base/outgoing, and from webhooks through their guard: what else does would miss proxies', () => {
    const ways = [
      { way: /\bfetch\(|^import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/m, place: /\/outgoing\// },
      { way: /from 'undici'/, place: /\/webhooks\/(guard|sending)\// },
      { way: /\bnew Chain\(/, place: /\/chain\/nodes\.ts$/ },
    ]
    const found = breaks(server, ({ path, text }) =>
      ways.flatMap(({ way, place }) => (way.test(text) && !place.test(path) ? [`has ${way.exec(text)?.[0]}`] : [])),
    )
    expect(found).toEqual([])
  })

  test('threads load neither the HTTP server nor the library of schemas: they take longer to load than all of a thread', () => {
    const byPath = new Map(server.map((source) => [source.path, source]))
    const threads = server.filter(({ text }) => /^import \{.*\bparentPort\b.*node:worker_threads/m.test(text))
    expect(threads.length).toBeGreaterThan(3)
    const found = threads.flatMap(({ path }) => {
      const heavy: string[] = []
      const loaded = new Set([path])
      for (const from of loaded) {
        for (const specifier of loadsOf(byPath.get(from) as Source)) {
          const to = resolveImport(from, specifier)
          if (to !== null) loaded.add(to)
          else if (['typebox', 'fastify'].includes(specifier)) heavy.push(`${path}: ${from} loads ${specifier}`)
        }
      }
      return heavy
    })
    expect(found).toEqual([])
  })

  test('OpenTelemetry is loaded only when a receiver is set', () => {
    const owners = ['tracing', 'metrics-export', 'otlp'].map((name) => `server/src/base/telemetry/${name}.ts`)
    const others = server.filter(({ path }) => !owners.includes(path))
    const found = breaks(others, (source) =>
      loadsOf(source).filter((specifier) => owners.includes(resolveImport(source.path, specifier) ?? '')),
    )
    expect(found).toEqual([])
  })

  test('the environment is read by base/settings/config.ts alone', () => {
    const found = server.filter((source) => {
      if (!/\benv\b/.test(source.text)) return false
      const { tree } = source
      let reads = false
      visit(tree, (node) => {
        if (ts.isPropertyAccessExpression(node) && node.getText(tree) === 'process.env') reads = true
      })
      return reads
    })
    expect(found.map(({ path }) => path)).toEqual(['server/src/base/settings/config.ts'])
  })
})

describe('rooms of the portal', () => {
  const web = sources.filter(({ path }) => path.startsWith('web/src/'))
  const roomOf = (path: string) => /^web\/src\/(features\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? null
  /** A room imports from itself and from these; a feature from `ground`, never from another feature. */
  const ground = ['texts', 'ui', 'hashing', 'checking', 'session', 'base']
  const mayUse: Readonly<Record<string, readonly string[]>> = {
    texts: [],
    ui: ['texts'],
    hashing: [],
    checking: [],
    session: [],
    // One module writes dates and times, here too.
    verifier: ['checking', 'ui'],
    base: ['texts', 'ui', 'session'],
  }

  test('are the known ones', () => {
    const found = new Set(web.map(({ path }) => roomOf(path)?.replace(/\/.*/, '')).filter((room) => room !== undefined))
    expect([...found].sort()).toEqual([...ground, 'features', 'verifier', 'app'].sort())
    expect(web.map(({ path }) => path).filter((path) => roomOf(path) === null)).toEqual([
      'web/src/main-certificate.ts',
      'web/src/main-portal.tsx',
      'web/src/main-public.tsx',
      'web/src/main-verifier.ts',
    ])
  })

  test('import from themselves and from the layers below; only app and the entries import features', () => {
    const found = breaks(web, (source) => {
      const own = roomOf(source.path)
      if (own === null || own === 'app') return []
      const allowed = [own, ...(mayUse[own] ?? ground)]
      return importsOf(source).flatMap(({ path }) => {
        const room = path === null ? own : roomOf(path)
        return room !== null && allowed.includes(room) ? [] : [`imports ${path}`]
      })
    })
    expect(found).toEqual([])
  })

  test('show screens through ScreenOutlet: a plain outlet keeps the screen before, which renders without its parameters', () => {
    const outlet = /import \{[^}]*\bOutlet\b[^}]*\} from '@tanstack\/react-router'/
    const found = sources.filter(({ path, text }) => path.startsWith('web/src/') && outlet.test(text))
    expect(found.map(({ path }) => path)).toEqual(['web/src/ui/frame/screen-outlet.tsx'])
  })
})

describe('forms of the portal', () => {
  test('are the one component, which speaks the reader’s language', () => {
    const found = sources.filter(({ path, text }) => path.startsWith('web/src/') && /<form\b|checkValidity/.test(text))
    expect(found.map(({ path }) => path)).toEqual(['web/src/ui/forms/form.tsx'])
  })
})

describe('verdicts of the portal and of the page that works alone', () => {
  const web = sources.filter(({ path }) => path.startsWith('web/src/'))

  test('are judged and put into words in one place', () => {
    const own = /\b(judge|verifyProof|verifyOts|verifyManifest|confirmManifest|say|sayCaveat|sayRefusal|sayFolder)\b/
    const found = web.filter(({ path, text }) => {
      const fromProof = [...text.matchAll(/import \{([^}]*)\} from '@tallystick\/proof'/g)]
      return !path.startsWith('web/src/checking/') && fromProof.some(([, names = '']) => own.test(names))
    })
    expect(found.map(({ path }) => path)).toEqual([])
  })
})

describe('modules', () => {
  test('have no cycles, types included', () => {
    const known = new Map(sources.map((source) => [source.path, source]))
    const done = new Set<string>()
    const cycles: string[] = []
    const walk = (path: string, trail: readonly string[]) => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      if (done.has(path) || trail.includes(path)) return
      for (const next of importsOf(known.get(path)!)) {
        if (next.path !== null && known.has(next.path)) walk(next.path, [...trail, path])
      }
      done.add(path)
    }
    for (const path of known.keys()) walk(path, [])
    expect(cycles).toEqual([])
  })

  test('import files that exist', () => {
    const known = new Set(sources.map(({ path }) => path))
    expect(
      breaks(sources, (source) =>
        importsOf(source).flatMap(({ path }) =>
          path !== null && !path.endsWith('.css') && !known.has(path) ? [`imports ${path}`] : [],
        ),
      ),
    ).toEqual([])
  })

  test('of the service that programs of tests import exist', () => {
    const known = new Set(sources.map(({ path }) => path))
    const programs = trackedFiles('server/test/*.js', 'server/test/*.ts').map(readSource)
    const found = breaks(programs, ({ path, text }) =>
      [...text.matchAll(/['"`(](\.[\w./]*\/build\/[\w/-]+)\.js\b/g)]
        .map(([, specifier = '']) => `${posix.join(dirname(path), specifier).replace('/build/', '/src/')}.ts`)
        .filter((source) => !known.has(source)),
    )
    expect(found).toEqual([])
  })

  test('are no barrels, but for the entry points that proof and sdk export', () => {
    const entries = entryPoints('proof', 'sdk')
    const found = breaks(sources, (source) => {
      const { path, text } = source
      // Parsed where it may matter alone.
      const statements = /^export\b[^'"`;]*?\bfrom ?['"]/m.test(text) ? source.tree.statements : []
      const passedOn = statements.filter(
        (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined,
      )
      const star = passedOn.some((statement) => ts.isExportDeclaration(statement) && !statement.exportClause)
      const whole = passedOn.length > 0 && passedOn.length === statements.length
      const isIndex = /(^|\/)index\.tsx?$/.test(path)
      return [
        ...(star ? ['exports all of another module'] : []),
        ...(whole && !entries.has(path) ? ['only passes on'] : []),
        ...(isIndex && !entries.has(path) ? ['is an index'] : []),
        ...importsOf(source).flatMap((own) => (own.path?.endsWith('/index.ts') ? [`imports ${own.path}`] : [])),
      ]
    })
    expect(found).toEqual([])
  })

  test('use plain TypeScript: no any, no enums, no namespaces, no silenced errors', () => {
    expect(breaks(sources, forbiddenSyntax)).toEqual([])
  })

  /** A difference of the time of day, or a comparison with it, is about a time that someone wrote down; a duration isn't. */
  const writtenDown = new Map([
    ['command/src/watch/settling.ts', 'when a file says that it changed'],
    ['sdk/src/service-error.ts', 'Retry-After may be a date'],
    ['server/src/accounts/proving/step-up.ts', 'the time of a login, in its token'],
    ['server/src/accounts/tokens/token.ts', 'the times in a token'],
    ['server/src/base/telemetry/tracing.ts', 'when a span began and ended'],
    ['server/src/http/pages/security-txt.ts', 'a date on a page'],
    ['server/src/ledger/batch-traces.ts', 'when a batch was made, in its ID'],
    ['server/src/ledger/status/metrics.ts', 'since when a row says that something is in the way'],
    ['server/src/protocols/open.ts', 'the end of a certificate'],
    ['server/src/storage/stores/disk.ts', 'when a file says that it changed'],
    ['server/src/storage/stores/s3.ts', 'when a bucket says that an upload began'],
    ['server/src/webhooks/deliveries/log.ts', 'a time that a caller gives'],
    ['server/src/witnesses/open.ts', 'when a request was made, in its ID'],
    ['web/src/features/files/list/bin-row.tsx', 'when a file will be erased'],
    ['web/src/features/files/model/cache.ts', 'when a file came, in its row'],
    ['web/src/features/files/uploads/unfinished.ts', 'when an upload began'],
    ['web/src/features/webhooks/delivery-parts.tsx', 'the time of the next attempt'],
    ['web/src/features/webhooks/delivery-row.tsx', 'the time of the next attempt'],
    ['web/src/features/webhooks/recover-dialog.tsx', 'a time that the service is asked for'],
  ])

  test('measure durations on the monotonic clock: only what is written down is compared with the time of day', () => {
    const found = sources.filter(({ text }) => /\bnow\b/.test(text)).flatMap(comparedWithNow)
    const known = found.filter((path) => writtenDown.has(path))
    expect(found.filter((path) => !writtenDown.has(path))).toEqual([])
    expect([...new Set(known)].sort()).toEqual([...writtenDown.keys()].sort())
  })

  test('the rule about durations finds them behind other names', () => {
    const found = (text: string) => comparedWithNow(parse('x.ts', text)).length
    expect(found('if (Date.now() - startMs > 5) stop()')).toBe(1)
    expect(found('const until = (Date.now()) + 5')).toBe(1)
    expect(found('const nowMs = Date.now(); return nowMs - startMs')).toBe(1)
    expect(found('return this.clock.now() - this.renewedAt')).toBe(1)
    expect(found('this.now = options.now ?? Date.now; const at = this.now(); return at < until')).toBe(1)
    expect(found('return performance.now() - startMs + clock.elapsed()')).toBe(0)
    expect(found('return new Date(Date.now()).toISOString()')).toBe(0)
  })

  /** Where a process says its own time. What a row says, the database does: clocks of processes differ, and may be wrong. */
  const said = new Map([
    ['server/src/accounts/mail/mail.ts', 'since when mail fails, in /readyz'],
    ['server/src/backup/backup.ts', 'when a backup was made, in its list'],
    ['server/src/ledger/proofs/manifest.ts', 'when a document was issued, in it'],
    ['server/src/browse/exports/archive.ts', 'when an export was made, in it'],
    ['server/src/browse/exports/routes.ts', 'when an export was made, in its name'],
    ['server/src/stamps/exports/archive.ts', 'when an export was made, in it'],
    ['server/src/stamps/exports/routes.ts', 'when an export was made, in its name'],
    ['server/src/certificates/signing/pdf-signature.ts', 'when a document was signed, in it'],
    ['server/src/clock/commands.ts', 'the time that an operator confirms'],
    ['server/src/files/blobs/vault.ts', 'the month, in the name of an object'],
    ['server/src/files/purge.ts', 'when a purge was asked for, in its entry'],
    ['server/src/ledger/ledger.ts', 'since when the chain is lost, in /readyz'],
    ['server/src/roof/export.ts', 'when an archive was made, in its name'],
    ['server/src/webhooks/deliveries/log.ts', 'the time in a sample'],
    ['server/src/webhooks/present.ts', 'whether a secret is still shown'],
    ['server/src/webhooks/sending/dispatch.ts', 'when an attempt was made, in its signature'],
  ])

  test("rows have the database's time: a process says its own in documents and answers alone", () => {
    const ownTime = /\bnew Date\((\)|Date\.now\(\)|(?:\w+\.)*clock\.now\(\))/
    const found = sources.filter(({ path, text }) => path.startsWith('server/src/') && ownTime.test(text))
    const trusted = 'server/src/clock/watch.ts'
    expect(
      found
        .map(({ path }) => path)
        .filter((path) => path !== trusted)
        .sort(),
    ).toEqual([...said.keys()].sort())
    for (const text of ['new Date()', 'new Date(Date.now() + 5)', 'new Date(this.clock.now())'])
      expect(ownTime.test(text)).toBe(true)
    expect(ownTime.test('new Date(row.at)')).toBe(false)
  })

  test('the rule finds what it forbids', () => {
    const text = `let a: any\nenum B {}\nnamespace C {}\n// @ts-${'ignore'}\nlet d = a as any`
    expect(forbiddenSyntax(parse('x/src/x.ts', text))).toHaveLength(5)
  })

  test('statements take the rows of a limited subquery as an array, since the planner cannot know the limit and may scan the table', () => {
    const limited = /\bIN \(\s*SELECT\b[^()]*\bLIMIT\b/
    const found = sources.filter(({ path, text }) => path.startsWith('server/src/') && limited.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
    expect(limited.test('DELETE FROM a WHERE id IN (SELECT id FROM a LIMIT $1)')).toBe(true)
  })

  test('a page begins after a value, not after "none or a value": the plan for any value would read all that precedes', () => {
    const optional = /\$\d(::[\w${}.]+)? IS NULL OR/
    const found = sources.filter(({ path, text }) => path.startsWith('server/src/') && optional.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
    expect(optional.test('WHERE ($2::uuid IS NULL OR id > $2) ORDER BY id')).toBe(true)
    expect(optional.test("WHERE id > coalesce($2::uuid, '')")).toBe(false)
  })

  test('what is deleted by its age is deleted by a trusted time, not by what a clock says now', () => {
    const byNow = /\b(DELETE FROM|_(?:sealed|until) = NULL)\b[^`;]*?<=?\s*(now|clock_timestamp)\(\)/
    const found = sources.filter(({ path, text }) => path.startsWith('server/src/') && byNow.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
    expect(byNow.test("DELETE FROM a WHERE at < now() - interval '1 day'")).toBe(true)
    expect(byNow.test('DELETE FROM a WHERE due_at > now()')).toBe(false)
  })

  /** Folders of more than twenty files, and why. */
  const full = new Map([['bench/src', 'a program each']])

  test('are at most twenty in a folder', () => {
    const counts = new Map<string, number>()
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    expect([...counts].filter(([folder, count]) => count > 20 && !full.has(folder))).toEqual([])
  })

  test('are in folders named for their subject', () => {
    const vague = /(^|\/)(utils?|lib|common|helpers?|misc|shared)(\/|\.tsx?$)/
    expect(sources.filter(({ path }) => vague.test(path)).map(({ path }) => path)).toEqual([])
  })

  test('are short: none over 400 lines, nine of ten up to 300', () => {
    const made = (path: string) => path === 'contract/src/notary.ts' || path.includes('/generated/')
    const lengths = sources
      .filter(({ path }) => !made(path))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([])
    const long = lengths.filter(({ lines }) => lines > 300)
    expect(long.length / lengths.length, long.map(({ path }) => path).join(', ')).toBeLessThanOrEqual(0.1)
  })
})

describe('the repository', () => {
  test('every dependency is used, and every pin that looks unused says why in CONTRIBUTING.md', () => {
    const pins = readFileSync(`${root}CONTRIBUTING.md`, 'utf8').split('\n## Pins\n')[1]?.split('\n## ')[0] ?? ''
    const explained = [...pins.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1])
    /** Quoted strings in each file that may be names of packages. */
    const quotedIn = new Map(
      trackedFiles('*.ts', '*.tsx', '*.js', '*.css').map((path) => {
        const text = readFileSync(root + path, 'utf8')
        return [path, new Set([...text.matchAll(/['"]((?:@[\w.-]+\/)?[\w.:-]+)(?=['"/])/g)].map(([, name]) => name))]
      }),
    )
    const unused = ['.', ...packages].flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8')) as Manifest
      const quoted = [...quotedIn].flatMap(([path, names]) =>
        folder === '.' || path.startsWith(`${folder}/`) ? [names] : [],
      )
      const scripts = Object.values(manifest.scripts ?? {}).join('\n')
      const isUsed = (dependency: string) => {
        const name = dependency === '@types/node' ? 'node:fs' : dependency.replace(/^@types\//, '')
        return quoted.some((names) => names.has(name)) || scripts.includes(posix.basename(name))
      }
      const { dependencies, devDependencies, overrides } = manifest
      return [
        ...Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !isUsed(name)),
        ...Object.keys(overrides ?? {}),
      ]
    })
    expect(unused.sort()).toEqual(explained.sort())
  })

  test('objects write their members out, and spread no literal', () => {
    const files = trackedFiles('*.ts', '*.tsx').map(readSource)
    expect(breaks(files, spreadLiterals)).toEqual([])
    expect(spreadLiterals(parse('x/src/x.ts', 'f({ ...{ a, b }, ...c, d: [...[e]] })'))).toEqual([
      'spreads a literal: { a, b }',
    ])
  })

  const unnamed = /(?:^|\s)(?:\/\/|\/\*\*?(?:\s*\n\s*\*)?)[ \t]*(?:What|Who|Whoever|Whatever|That)\b[^\n]*/gm

  test('comments open with their subject, not with What, Who or That', () => {
    const found = trackedFiles('*.ts', '*.tsx', '*.js', '*.sol', '*.css').flatMap((path) =>
      [...readFileSync(root + path, 'utf8').matchAll(unnamed)].map(([comment]) => `${path}: ${comment.trim()}`),
    )
    expect(found).toEqual([])
  })

  test('the rule on comments finds what it forbids', () => {
    const word = 'What'
    const text = `// ${word} is left.\n/** ${word} is left. */\n/**\n * ${word} is left.\n */\na() // ${word} is left.\n// Whatsoever`
    expect([...text.matchAll(unnamed)]).toHaveLength(4)
  })

  test('the lock file names no registry', () => {
    const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
      packages: Record<string, { resolved?: string; link?: boolean }>
    }
    const found = Object.entries(lock.packages).filter(([, { resolved, link }]) => resolved !== undefined && !link)
    expect(found.map(([name]) => name)).toEqual([])
  })

  test('contains no path or registry of the machine it is tested on', () => {
    // `/` and `/tmp` name no particular machine.
    const folders = [dirname(root.slice(0, -1)), homedir()].filter((path) => path.split('/').length > 2)
    const registry = execFileSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' }).trim()
    const words = [root, ...folders.map((path) => `${path}/`), new URL(registry).host]
    const found = trackedFiles('.')
      .filter((path) => !/\.(png|jpg|gz|ico|woff2)$/.test(path))
      .flatMap((path) => {
        const text = readFileSync(`${root}${path}`, 'utf8')
        return words.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`)
      })
    expect(found).toEqual([])
  })
})

/** The parts of a `package.json` that the rules read. */
type Manifest = Partial<Record<'scripts' | 'dependencies' | 'devDependencies' | 'overrides', Record<string, string>>>

/** Returns the modules that packages export by name. */
function entryPoints(...names: readonly string[]): Set<string> {
  return new Set(
    names.flatMap((name) => {
      const manifest = JSON.parse(readFileSync(`${root}${name}/package.json`, 'utf8')) as { exports: object }
      const files = Object.values(manifest.exports).map((target: string | { default: string }) =>
        typeof target === 'string' ? target : target.default,
      )
      return files.map((file) => file.replace(/^\.\/dist\/(.*)\.js$/, `${name}/src/$1.ts`))
    }),
  )
}

function forbiddenSyntax(source: Source): string[] {
  const { text } = source
  const found: string[] = []
  // Parsed only where one of the words stands, in a comment perhaps.
  if (/\b(any|enum|namespace|module)\b/.test(text)) {
    const { tree } = source
    const report = (node: ts.Node, what: string) =>
      found.push(`${what} in line ${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`)
    visit(tree, (node) => {
      if (node.kind === ts.SyntaxKind.AnyKeyword) report(node, 'any')
      if (ts.isEnumDeclaration(node)) report(node, 'enum')
      if (ts.isModuleDeclaration(node) && ts.isIdentifier(node.name)) report(node, 'namespace')
    })
  }
  if (/@ts-(ignore|nocheck|expect-error)/.test(text)) found.push('silences the compiler')
  return found
}

/** Returns object literals that are spread into object literals. */
function spreadLiterals(source: Source): string[] {
  if (!/\.\.\.\s*\{/.test(source.text)) return []
  const { tree } = source
  const found: string[] = []
  visit(tree, (node) => {
    if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) {
      found.push(`spreads a literal: ${node.expression.getText(tree)}`)
    }
  })
  return found
}

/** Returns uses of names, except as members of something else. */
function identifiers(source: Source, names: ReadonlySet<string>): string[] {
  if (![...names].some((name) => source.text.includes(name))) return []
  const found: string[] = []
  visit(source.tree, (node, [parent]) => {
    if (!ts.isIdentifier(node) || !names.has(node.text)) return
    if (parent && ts.isPropertyAccessExpression(parent) && parent.name === node) return
    found.push(node.text)
  })
  return found
}

/** Returns the path once for each place where the time of day is part of a sum, a difference or a comparison. */
function comparedWithNow({ path, tree }: Source): string[] {
  // Names that a file gives to the function, such as `this.now = options.now ?? Date.now`, and to times that it returned.
  const clocks = new Set(['Date.now'])
  const times = new Set<string>()
  const isTime = (node: ts.Node): boolean =>
    (ts.isCallExpression(node) &&
      (clocks.has(node.expression.getText(tree)) || /(^|\.)clock\.now$/.test(node.expression.getText(tree)))) ||
    (ts.isIdentifier(node) && times.has(node.text))
  const named = (node: ts.Node): [string, ts.Expression] | null => {
    if (ts.isVariableDeclaration(node) && node.initializer) return [node.name.getText(tree), node.initializer]
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return null
    return [node.left.getText(tree), node.right]
  }
  visit(tree, (node) => {
    const [name, value] = named(node) ?? []
    if (name === undefined || value === undefined) return
    if (/(^|\?\? )Date\.now$/.test(value.getText(tree))) clocks.add(name)
    if (isTime(value)) times.add(name)
  })
  const found: string[] = []
  visit(tree, (node, [parent, around]) => {
    if (!isTime(node)) return
    const within = parent && ts.isParenthesizedExpression(parent) ? around : parent
    const isAssigned =
      within && ts.isBinaryExpression(within) && within.operatorToken.kind === ts.SyntaxKind.EqualsToken
    if (within && ts.isBinaryExpression(within) && !isAssigned) found.push(path)
  })
  return found
}
