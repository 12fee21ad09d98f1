import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Does a program need a module, at once or later? */
function isPartOf(program, id, graph, seen = new Set()) {
  if (id.endsWith(program)) return true
  if (seen.has(id)) return false
  seen.add(id)
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  return [...importers, ...dynamicImporters].some((above) => isPartOf(program, above, graph, seen))
}

const programsOf = (id, graph) =>
  ['main-portal.tsx', 'main-public.tsx'].filter((program) => isPartOf(program, id, graph))

/**
 * Few files: each that is asked for costs a way to the service and back. What both programs need is one, what several screens of
 * the portal need is another; what one screen alone needs comes with it.
 */
const groups = [
  {
    debugName: 'common',
    name: (id, graph) => (programsOf(id, graph).length === 2 ? 'common' : null),
  },
  {
    debugName: 'screens',
    name: (id, graph) => (programsOf(id, graph).includes('main-public.tsx') ? null : 'screens'),
    minShareCount: 2,
  },
]

/** Two entries: the portal, and the pages that everybody may see, which load next to nothing. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [react(), tailwindcss()],
  clearScreen: false,
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Data addresses would need a hole in the policy for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { portal: 'portal.html', public: 'public.html' },
      output: { codeSplitting: { groups } },
    },
  },
})
