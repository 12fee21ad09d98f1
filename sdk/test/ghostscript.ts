import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type DebianPrograms, debianPrograms } from '../../test/debian.js'

/** Has Ghostscript write a file from a PostScript program. `options` name the kind. Needs apt (see `debianPrograms`). */
export async function ghostscript(program: string, to: string, options: readonly string[]): Promise<void> {
  const debian = (await debianPrograms(['ghostscript'])) as DebianPrograms
  const asked = ['-q', '-dBATCH', '-dNOPAUSE', ...options, `-sOutputFile=${to}`, '-']
  const env = { ...debian.env, GS_LIB: folders(debian.root) }
  execFileSync(debian.path('gs'), asked, { env, input: program, stdio: 'pipe' })
}

/** Writes a PDF/A of a part, with sRGB as its output intent. */
export async function pdfA(part: 1 | 2 | 3, program: string, to: string): Promise<void> {
  const { root } = (await debianPrograms(['ghostscript'])) as DebianPrograms
  const profile = [root, '/'].map((top) => join(top, 'usr/share/color/icc/ghostscript/srgb.icc')).find(existsSync)
  const intent = `
[/_objdef {profile} /type /stream /OBJ pdfmark
[{profile} << /N 3 >> /PUT pdfmark
[{profile} (${profile}) (r) file /PUT pdfmark
[/_objdef {intent} /type /dict /OBJ pdfmark
[{intent} << /Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile {profile} /OutputConditionIdentifier (sRGB) >> /PUT pdfmark
[{Catalog} << /OutputIntents [{intent}] >> /PUT pdfmark
`
  const form = ['-sDEVICE=pdfwrite', `-dPDFA=${part}`, '-dPDFACompatibilityPolicy=1', '-sColorConversionStrategy=RGB']
  await ghostscript(`%!PS${intent}${program}`, to, [...form, `--permit-file-read=${profile}`])
}

/** Folders in which an unpacked Ghostscript finds its own programs and fonts. */
function folders(root: string): string {
  return [root, '/']
    .flatMap((top) => {
      const library = join(top, 'usr/share/ghostscript')
      const versions = existsSync(library) ? readdirSync(library) : []
      const own = versions.flatMap((version) => ['Resource/Init', 'lib'].map((name) => join(library, version, name)))
      return [...own, join(top, 'usr/share/fonts/type1/urw-base35')]
    })
    .join(delimiter)
}
