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

/** The names that a module imports, in the words of its source. */
function importedBy(id, graph) {
  const clauses = graph.getModuleInfo(id)?.code?.matchAll(/\bimport\s*\{([^}]*)\}/g) ?? []
  return [...clauses].map(([, names]) => names).join()
}

/** The modules that import a module. Beyond an entry point, only those that import one of the module's own exports. */
function importersOf(id, graph) {
  const { importers = [], dynamicImporters = [], exports = [] } = graph.getModuleInfo(id) ?? {}
  const passedOn = iconNames.get(/\/icons\/[\w-]+\.mjs$/.exec(id)?.[0]) ?? exports
  return [...importers, ...dynamicImporters].flatMap((importer) => {
    if (!entryPoint.test(importer)) return importer
    const names = new RegExp(`\\b(${passedOn.join('|')})\\b`)
    return importersOf(importer, graph).filter((user) => names.test(importedBy(user, graph)))
  })
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

/** The screens and programs that can't be shown without a module: those that import it, and what imports those, at once. */
function usersOf(id, graph, seen = new Set()) {
  if (seen.has(id)) return []
  seen.add(id)
  const { dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  const own = dynamicImporters.length > 0 || /\/main-\w+\.tsx$/.test(id) ? [id] : []
  const dynamic = new Set(dynamicImporters)
  const above = importersOf(id, graph).filter((importer) => !dynamic.has(importer))
  return [...new Set([...own, ...above.flatMap((importer) => usersOf(importer, graph, seen))])]
}

/** The part of the portal that needs a module: all of it, the pages behind the login, or one feature's. */
function partOf(id, graph) {
  const users = usersOf(id, graph)
  if (users.some((user) => /\/main-portal\.tsx$|\/features\/login\/\w+-screen\.tsx$/.test(user))) return 'frame'
  if (users.some((user) => user.endsWith('app/shell.tsx'))) return 'shell'
  const rooms = new Set(users.map((user) => /\/src\/(?:features\/)?([\w-]+)\//.exec(user)?.[1]))
  const [room] = rooms
  if (rooms.size === 1) return room
  if (/\/(@base-ui|@floating-ui)\//.test(id)) return 'floating'
  return /\/@tanstack\/|\/ui\/list\//.test(id) ? 'lists' : 'screens'
}

/** The language of a file of texts; null for other modules. */
const languageOf = (id) => /\/src\/texts\/(\w\w)\//.exec(id)?.[1] ?? null

const isWordsOrPublic = (id, graph) => languageOf(id) !== null || programsOf(id, graph).includes('main-public.tsx')

/** The modules of a part of the portal, in one file. */
const part = (name) => ({
  debugName: name,
  name: (id, graph) => (!isWordsOrPublic(id, graph) && partOf(id, graph) === name ? name : null),
  minShareCount: 2,
  priority: { frame: 6, shell: 5, floating: 4, lists: 3, screens: 2 }[name],
})

/**
 * Few files: each that is asked for costs a way to the service and back. What both programs need is one, what several screens of
 * the portal need is another; what one screen alone needs comes with it.
 */
const groups = [
  {
    debugName: 'words',
    // One language's texts of the public pages, some of which the portal needs, too.
    name: (id, graph) =>
      languageOf(id) !== null && programsOf(id, graph).includes('main-public.tsx') ? `words-${languageOf(id)}` : null,
    priority: 8,
  },
  {
    debugName: 'common',
    name: (id, graph) => (languageOf(id) === null && programsOf(id, graph).length === 2 ? 'common' : null),
    priority: 7,
  },
  // A file takes along what it needs, so what more pages need goes first.
  part('frame'),
  part('shell'),
  part('floating'),
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
    priority: 7,
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
