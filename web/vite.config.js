import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
    rollupOptions: { input: { portal: 'portal.html', public: 'public.html' } },
  },
})
