import { writeFile } from 'node:fs/promises'
import { proofEndings, proofFileName } from '@tallystick/proof'
import type { ProofFormat } from '@tallystick/sdk'
import { type Command, Option } from 'commander'
import { openSession, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { STANDARD_OUTPUT, writeError } from '../output.js'

interface ProofFlags extends SessionFlags {
  format: ProofFormat
  lang?: 'EN' | 'DE'
  output?: string
  force?: boolean
  wait?: boolean
}

const help = `
json is the proof itself, which tallystick verify and the portal check; pdf and html are certificates with the proof inside; ots is
for OpenTimestamps; tsr a ZIP with timestamps of RFC 3161, and how to verify them with openssl.

Examples:
  $ tallystick proof --wait 7G4K9XWQ20
  $ tallystick proof 7G4K9XWQ20 --format pdf --lang DE --output certificate.pdf
${exitCodesHelp}`

/** Adds `tallystick proof`. */
export function addProof(program: Command, { output, signal }: Context): void {
  withSession(program.command('proof'))
    .description('write the proof of a stamp to a file')
    .argument('<id>', 'code, hash or transaction ID of the stamp')
    .addOption(
      new Option('--format <format>', 'format of the proof').choices(Object.keys(proofEndings)).default('json'),
    )
    .addOption(new Option('--lang <language>', 'language of a certificate').choices(['EN', 'DE']))
    .option('--output <file>', 'file to write; - for standard output (default: FILE.proof.json, as the stamp is named)')
    .option('--force', 'replace an existing file')
    .option('--wait', 'wait until the stamp is final')
    .addHelpText('after', help)
    .action(async (id: string, flags: ProofFlags) => {
      const { format, lang } = flags
      const { tallystick } = await openSession(flags)
      const stamp = await (flags.wait ? tallystick.waitUntilFinal(id, { signal }) : tallystick.stamp(id, { signal }))
      const { code, filename } = stamp
      const proof = await tallystick.proof(code, { format, ...(lang && { lang }), signal })
      const content = proof instanceof Uint8Array ? proof : `${JSON.stringify(proof, null, 2)}\n`
      if (flags.output === STANDARD_OUTPUT) return output.print(content)
      const file = flags.output ?? proofFileName({ name: filename, code }, format)
      // Without a name of the person's own, nothing of theirs is written over.
      await writeFile(file, content, { flag: flags.output === undefined && !flags.force ? 'wx' : 'w' }).catch(
        (error: unknown) => {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw writeError(file, error)
          throw new Error(`cannot write ${file}: it exists already; use --force or --output`)
        },
      )
      if (flags.json) return output.json({ code, format, file })
      output.note(`Written to ${file}.`)
    })
}
