import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Entry points of our packages, which only pass on what other modules define. */
const entryPoint = /\/(proof|sdk)\/dist\/(ethereum\/)?index\.js$/

/** The names that a module imports, in the words of its source. */
function importedBy(id, graph) {
  const clauses = graph.getModuleInfo(id)?.code?.matchAll(/\bimport\s*\{([^}]*)\}/g) ?? []
  return [...clauses].map(([, names]) => names).join()
}

/** The modules that import a module. Beyond an entry point, only those that import one of the module's own exports. */
function importersOf(id, graph) {
  const { importers = [], dynamicImporters = [], exports = [] } = graph.getModuleInfo(id) ?? {}
  return [...importers, ...dynamicImporters].flatMap((importer) => {
    if (!entryPoint.test(importer)) return importer
    const names = new RegExp(`\\b(${exports.join('|')})\\b`)
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

/** The language of a file of texts; null for other modules. */
const languageOf = (id) => /\/src\/texts\/(\w\w)\//.exec(id)?.[1] ?? null

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
  },
  {
    debugName: 'common',
    name: (id, graph) => (languageOf(id) === null && programsOf(id, graph).length === 2 ? 'common' : null),
  },
  {
    debugName: 'pages',
    // Small parts that several public pages share.
    name: (id, graph) =>
      languageOf(id) === null && programsOf(id, graph).join() === 'main-public.tsx' && /\/src\/base\//.test(id)
        ? 'pages'
        : null,
    minShareCount: 2,
  },
  {
    debugName: 'screens',
    name: (id, graph) =>
      languageOf(id) !== null || programsOf(id, graph).includes('main-public.tsx') ? null : 'screens',
    minShareCount: 2,
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
