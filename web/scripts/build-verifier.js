import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { marked } from 'marked'
import { licencesOf } from '../../scripts/licences.js'
import { buildWhenChanged, filesIn, repository } from '../../scripts/sources.js'

/*
 * Builds the verifier that people get without a package registry: a page, a program, and the specification. They go into the folder of
 * the service, which serves them. The bytes follow from the sources alone, not from the folder or the time: certificates name their
 * SHA-256.
 */

const web = join(repository, 'web')
const templates = join(web, 'verifier')
const out = join(repository, 'server', 'verifier')
const commandProgram = join(repository, 'command', 'dist', 'program')

/** Shapes of proofs and manifests. */
const schemas = ['proof.v1.json', 'manifest.v1.json']

const sources = () => [
  import.meta.filename,
  ...['page.html', 'guide.html', 'paper.css', 'program.js'].map((name) => join(templates, name)),
  ...['main-certificate.ts', 'main-verifier.ts'].map((name) => join(web, 'src', name)),
  ...['verifier', 'checking'].flatMap((room) => filesIn(join(web, 'src', room))),
  ...['proof', 'sdk', 'command']
    .flatMap((name) => filesIn(join(repository, name, 'dist')))
    // The command's program is made later: it knows the script.
    .filter((path) => path.endsWith('.js') && !path.startsWith(commandProgram)),
  join(repository, 'docs', 'proof-format.md'),
  ...schemas.map((name) => join(repository, 'proof', 'schema', name)),
]

const sha256 = (content) => createHash('sha256').update(content).digest('hex')
const read = (...parts) => readFileSync(join(...parts), 'utf8')
const template = (name) => read(templates, name)

async function build() {
  mkdirSync(out, { recursive: true })
  const check = await classicScript('main-certificate.ts', {})
  const checkHash = sha256(check)
  const page = await classicScript('main-verifier.ts', { CERTIFICATE_SCRIPT_HASH: JSON.stringify(checkHash) })
  const program = await bundle({
    define: { PAGE_SCRIPT_HASH: JSON.stringify(checkHash) },
    ssr: { noExternal: true, target: 'node' },
    build: { ssr: join(templates, 'program.js'), minify: false, target: 'node20' },
  })
  const files = {
    'check.js': check,
    'tallystick.html': pageOf(page),
    'tallystick.mjs': `#!/usr/bin/env node\n/*\nTallystick verifier. node tallystick.mjs verify --help\n\n${licences(program)}*/\n${program.code}`,
  }
  const guide = template('guide.html')
    .replaceAll('PAGE_HASH', sha256(files['tallystick.html']))
    .replaceAll('PROGRAM_HASH', sha256(files['tallystick.mjs']))
    .replace('STYLE', () => template('paper.css'))
  const source = formatSource()
  Object.assign(files, {
    'index.html': guide,
    'proof-format.md': source,
    'proof-format.html': await formatPage(source),
  })
  for (const name of schemas) files[name] = read(repository, 'proof', 'schema', name)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(out, name), content)
}

/** Returns a script of one file, with the licences of what it contains. */
async function classicScript(entry, define) {
  const made = await bundle({
    define,
    // As a library: a page would get code that preloads modules, and there is only one.
    build: { lib: { entry: join(web, 'src', entry), formats: ['iife'], name: 'verifier' } },
  })
  if (made.code.includes('</script')) throw new Error('the script would end the page that contains it')
  return `${made.code.trim()}\n/*\n${licences(made)}*/`
}

/** Returns the code of one entry with everything it imports, and the modules it is from. */
async function bundle(config) {
  // The other build of libraries is for their developers.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const { output: own, ...options } = config.build.rolldownOptions ?? {}
  // Modules loaded when needed are in the same file.
  const rolldownOptions = { cwd: repository, ...options, output: { codeSplitting: false, ...own } }
  const made = await build({
    ...config,
    configFile: false,
    root: repository,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      modulePreload: false,
      ...config.build,
      rolldownOptions,
      write: false,
      reportCompressedSize: false,
    },
  })
  // A library is made once per format.
  const [{ output }] = [made].flat()
  if (output.length !== 1) throw new Error(`the bundle is ${output.length} files`)
  // Names of modules, wherever the packages are installed.
  const [{ code, moduleIds }] = output
  return { code: code.replace(/^\/\/ (?:.*\/)?(node_modules\/.*)$/gm, '// $1'), moduleIds }
}

const source256 = (content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

function pageOf(script) {
  const page = template('page.html')
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page)
  return page
    .replace('SCRIPT', source256(script))
    .replace('STYLE', source256(style))
    .replace('CHECK', () => script)
}

function licences({ moduleIds }) {
  return `Tallystick is licensed under the Apache License 2.0. ${licencesOf(moduleIds)}`
}

/** The specification, with links that lead somewhere from where it is served. */
function formatSource() {
  return read(repository, 'docs', 'proof-format.md')
    .replace(/\]\(\.\.\/proof\/schema\/([\w.]+)\)/g, '](/proof-format/$1)')
    .replace(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1')
}

async function formatPage(source) {
  const body = (await marked.parse(source, { gfm: true }))
    .replaceAll('<table>', '<div class="table" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The proof format – Tallystick</title>
<style>${template('paper.css')}</style>
</head>
<body>
<main>
<p class="maker">Tallystick</p>
${body}</main>
</body>
</html>
`
}

export const part = { sources, mark: join(out, 'built-from'), build }

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWhenChanged(part)
