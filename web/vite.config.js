import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Entry points of packages, which only pass on what other modules define. */
const entryPoint =
  /\/((proof|sdk)\/dist\/(ethereum\/)?index\.js|lucide-react\/dist\/esm\/(lucide-react|icons\/index)\.mjs)$/

/** The names under which the icons' entry point passes an icon on: its own, and those it had before. */
const iconsEntry = createRequire(import.meta.url)
  .resolve('lucide-react')
  .replace(/\/cjs\/.*$/, '/esm/lucide-react.mjs')
const passedOnIcons = /export \{([^}]*)\} from ['"]\.(\/icons\/[\w-]+\.mjs)['"]/g
const iconNames = new Map(
  [...readFileSync(iconsEntry, 'utf8').matchAll(passedOnIcons)].map(([, names, file]) => [
    file,
    [...names.matchAll(/ as (\w+)/g)].map(([, name]) => name),
  ]),
)

const imported = new Map()

/** The names that a module imports, in the words of its source. */
function importedBy(id, graph) {
  const known = imported.get(id)
  if (known !== undefined) return known
  const clauses = graph.getModuleInfo(id)?.code?.matchAll(/\bimport\s*\{([^}]*)\}/g) ?? []
  const names = [...clauses].map(([, clause]) => clause).join()
  imported.set(id, names)
  return names
}

const importers = new Map()

/** The modules that import a module. Beyond an entry point, only those that import one of the module's own exports. */
function importersOf(id, graph) {
  const known = importers.get(id)
  if (known) return known
  const { importers: direct = [], dynamicImporters = [], exports = [] } = graph.getModuleInfo(id) ?? {}
  const passedOn = iconNames.get(/\/icons\/[\w-]+\.mjs$/.exec(id)?.[0]) ?? exports
  // An export `*` has no name of its own.
  const names = new RegExp(`\\b(${passedOn.filter((name) => name !== '*').join('|')})\\b`)
  const found = [...direct, ...dynamicImporters].flatMap((importer) =>
    entryPoint.test(importer)
      ? importersOf(importer, graph).filter((user) => names.test(importedBy(user, graph)))
      : importer,
  )
  importers.set(id, found)
  return found
}

/** Does a program need a module, at once or later? */
function isPartOf(program, id, graph, seen = new Set()) {
  if (id.endsWith(program)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return importersOf(id, graph).some((importer) => isPartOf(program, importer, graph, seen))
}

const programsOf = (id, graph) =>
  ['main-portal.tsx', 'main-public.tsx'].filter((program) => isPartOf(program, id, graph))

const users = new Map()

/** The screens and programs that can't be shown without a module: those that import it, and what imports those, at once. */
function usersOf(id, graph) {
  const known = users.get(id)
  if (known) return known
  const found = []
  const reached = new Set([id])
  // A set's iteration reaches what is added on the way.
  for (const each of reached) {
    const { dynamicImporters = [] } = graph.getModuleInfo(each) ?? {}
    if (dynamicImporters.length > 0 || /\/main-\w+\.tsx$/.test(each)) found.push(each)
    const later = new Set(dynamicImporters)
    for (const importer of importersOf(each, graph)) if (!later.has(importer)) reached.add(importer)
  }
  users.set(id, found)
  return found
}

/** The room of a screen. The windows of the palette open above a page, and come later, as other windows do. */
const roomOf = (user) => (user.includes('/app/palette/') ? 'ui' : /\/src\/(?:features\/)?([\w-]+)\//.exec(user)?.[1])

/** Radios, and the moving through items by keys that they need: the check boxes of lists don't. */
const ofRadios =
  /\/@base-ui\/react\/(radio(-group)?|internals\/composite|floating-ui-react\/utils\/composite\.mjs$)|\/ui\/forms\/choice-cards\.tsx$/

/** The part of the portal that needs a module: all of it, the pages behind the login, or one feature's. */
function partOf(id, graph) {
  const shown = usersOf(id, graph)
  if (shown.some((user) => /\/main-portal\.tsx$|\/features\/login\/\w+-screen\.tsx$/.test(user))) return 'frame'
  if (shown.some((user) => user.endsWith('app/shell.tsx')) || id.includes('/ui/keys/')) return 'shell'
  const [, own] = /\/src\/features\/([\w-]+)\//.exec(id) ?? []
  if (own) return own
  // Codes are drawn after the page.
  if (id.includes('/uqr/')) return 'qr'
  const rooms = new Set(shown.map(roomOf))
  const [room = null] = rooms
  if (rooms.size === 1) return room
  if (ofRadios.test(id)) return 'choices'
  if (/\/@base-ui\/|\/ui\/(forms\/choice|frame\/tabs|feedback\/meter)\.tsx$/.test(id)) return 'controls'
  return /\/@tanstack\/|\/ui\/list\//.test(id) ? 'lists' : 'screens'
}

/** Does a program, a page before the login or the frame of a public page need a module? Of small ones, some pages are enough. */
const isAtOnce = (id, graph) =>
  id.endsWith('/base/typed-code.ts') ||
  usersOf(id, graph).some((user) => /\/main-\w+\.tsx$|\/(login\/\w+|front\/missing)-screen\.tsx$/.test(user))

/** The language of a file of texts; null for other modules. */
const languageOf = (id) => /\/src\/texts\/(\w\w)\//.exec(id)?.[1] ?? null

const isWordsOrPublic = (id, graph) => languageOf(id) !== null || programsOf(id, graph).includes('main-public.tsx')

/** The modules of a part of the portal, in one file. */
const part = (name) => ({
  debugName: name,
  name: (id, graph) => (!isWordsOrPublic(id, graph) && partOf(id, graph) === name ? name : null),
  minShareCount: 2,
  priority: { frame: 7, shell: 6, controls: 5, choices: 4, lists: 3, screens: 2 }[name],
})

/**
 * Few files: each that is asked for costs a way to the service and back. What both programs need is one, what several screens of
 * the portal need is another; what one screen alone needs comes with it.
 */
const groups = [
  {
    debugName: 'words',
    // One language's texts of both programs.
    name: (id, graph) =>
      languageOf(id) !== null && programsOf(id, graph).length === 2 ? `words-${languageOf(id)}` : null,
    priority: 9,
  },
  {
    debugName: 'common',
    name: (id, graph) =>
      languageOf(id) === null && programsOf(id, graph).length === 2
        ? isAtOnce(id, graph)
          ? 'common'
          : 'shared'
        : null,
    priority: 8,
  },
  // A file takes along what it needs, so what more pages need goes first.
  part('frame'),
  part('shell'),
  part('controls'),
  part('choices'),
  part('lists'),
  part('screens'),
  {
    debugName: 'pages',
    // Small parts that several public pages share.
    name: (id, graph) =>
      languageOf(id) === null && programsOf(id, graph).join() === 'main-public.tsx' && /\/src\/base\//.test(id)
        ? 'pages'
        : null,
    minShareCount: 2,
    priority: 8,
  },
  {
    debugName: 'rooms',
    name: (id, graph) => (isWordsOrPublic(id, graph) ? null : partOf(id, graph)),
    minShareCount: 2,
    priority: 1,
  },
]

/** The script that certificates run, see scripts/build-verifier.js. */
const script = readFileSync(join(import.meta.dirname, '../server/verifier/check.js'), 'utf8')
const scriptHash = createHash('sha256').update(script.trim()).digest('hex')

/** Two entries: the portal, and the pages that everybody may see, which load next to nothing. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [react(), tailwindcss()],
  define: { PAGE_SCRIPT_HASH: JSON.stringify(scriptHash) },
  clearScreen: false,
  worker: { format: 'es' },
  build: {
    // The service serves it from its own folder.
    outDir: '../server/portal',
    emptyOutDir: true,
    target: 'es2022',
    // Data addresses would need a hole in the policy for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { portal: 'portal.html', public: 'public.html' },
      output: {
        codeSplitting: { groups },
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${['[name]', languageOf(facadeModuleId)].filter(Boolean).join('-')}-[hash].js`,
      },
    },
  },
})
