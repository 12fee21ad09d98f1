import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { delivered, locked, published, root } from './delivered.js'

// Removes installed packages that the service doesn't load. npm keeps tools that others could use if they were there.

const needed = delivered(published)
for (const [path, { link }] of Object.entries(locked())) {
  if (path.includes('node_modules/') && !link && !needed.has(path))
    rmSync(join(root, path), { recursive: true, force: true })
}
