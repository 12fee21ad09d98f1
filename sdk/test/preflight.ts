import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { debianPrograms } from '../../test/debian.js'

/** Apache Preflight, a validator of PDF/A-1b. */
export interface Preflight {
  /** Returns the rules that a PDF breaks, each once, sorted: number and words. */
  complaints(path: string): string[]
}

/** The reason to skip a test when {@link preflight} returns null. */
export const noPreflight = 'it needs Java and programs of Debian packages, which are not here'

/** @returns null without Java or apt */
export async function preflight(): Promise<Preflight | null> {
  if (spawnSync('java', ['--version']).status !== 0) return null
  const debian = await debianPrograms(['libpdfbox2-java', 'libactivation-java', 'libjaxb-api-java'])
  if (!debian) return null
  const names = ['preflight', 'pdfbox2', 'fontbox2', 'xmpbox', 'commons-logging', 'javax.activation', 'jaxb-api']
  const classPath = names.map((name) => {
    const path = [debian.root, '/'].map((top) => join(top, `usr/share/java/${name}.jar`)).find(existsSync)
    if (path === undefined) throw new Error(`no ${name}.jar in the packages`)
    return path
  })
  const program = ['-cp', classPath.join(delimiter), 'org.apache.pdfbox.preflight.Validator_A1b']
  return {
    complaints(path) {
      const { stdout, stderr } = spawnSync('java', [...program, path], { encoding: 'utf8' })
      if (!/is (not )?a valid PDF\/A-1b file/.test(stdout))
        throw new Error(`Preflight judged nothing: ${stdout}${stderr}`)
      return [...new Set(stdout.match(/^\d+(\.\d+)* : .*$/gm) ?? [])].sort()
    },
  }
}
