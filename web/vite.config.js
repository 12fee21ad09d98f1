import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Entry points of our packages, which only pass on what other modules define. */
const entryPoint = /\/(proof|sdk)\/dist\/(ethereum\/)?index\.js$/

/** The modules that import a module. Beyond an entry point, only those that import one of the module's own exports. */
function importersOf(id, graph) {
  const { importers = [], dynamicImporters = [], exports = [] } = graph.getModuleInfo(id) ?? {}
  return [...importers, ...dynamicImporters].flatMap((importer) => {
    if (!entryPoint.test(importer)) return importer
    const names = new RegExp(`\\b(${exports.join('|')})\\b`)
    return importersOf(importer, graph).filter((user) => names.test(graph.getModuleInfo(user)?.code))
  })
}

/** Does a program need a module, at once or later? */
function isPartOf(program, id, graph, seen = new Set()) {
  if (id.endsWith(program)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return importersOf(id, graph).some((importer) => isPartOf(program, importer, graph, seen))
}

/** The language of a module of texts. */
const languageOf = (id) => /\/web\/src\/texts\/(\w+)\/[^/]+$/.exec(id)?.[1]

const programsOf = (id, graph) =>
  ['main-portal.tsx', 'main-public.tsx'].filter((program) => isPartOf(program, id, graph))

/**
 * Few files: each that is asked for costs a way to the service and back. What both programs need is one, what several screens of
 * the portal need is another; what one screen alone needs comes with it.
 */
const groups = [
  {
    debugName: 'common',
    // A page loads its own language. Texts that both programs use are a file for each.
    name: (id, graph) =>
      programsOf(id, graph).length === 2 ? ['common', languageOf(id)].filter(Boolean).join('-') : null,
  },
  {
    debugName: 'screens',
    name: (id, graph) => (programsOf(id, graph).includes('main-public.tsx') ? null : 'screens'),
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
