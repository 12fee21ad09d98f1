#!/usr/bin/env node
import { existsSync } from 'node:fs'

const program = new URL('../dist/program/tallystick.js', import.meta.url)
if (existsSync(program)) {
  const { main } = await import(program.href)
  process.exitCode = await main(process.argv)
} else {
  console.error('tallystick is not built. Run npm run build first.')
  process.exitCode = 2
}
