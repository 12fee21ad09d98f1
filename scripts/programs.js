import { rmSync } from 'node:fs'
import { rolldown } from 'rolldown'

/**
 * Makes programs of few files from compiled ones: loading many small ones takes longer than running them.
 *
 * @param programs.input by name, the compiled files they begin with
 * @param programs.installed packages that stay where they are installed; all others are contained
 * @param programs.folder emptied first
 * @param programs.define by name, expressions in place of global names
 * @param programs.output further options of Rolldown
 */
export async function makePrograms({ input, installed, folder, define, output }) {
  const names = new RegExp(`^(${installed.join('|')})(/|$)`)
  rmSync(folder, { recursive: true, force: true })
  const bundle = await rolldown({
    input,
    platform: 'node',
    // A contained library may need another version of an installed one.
    external: (name, importer) => names.test(name) && !/\/node_modules\//.test(importer ?? ''),
    transform: { define },
    logLevel: 'warn',
  })
  await bundle.write({ dir: folder, format: 'es', ...output })
  await bundle.close()
}
