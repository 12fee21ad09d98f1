import { readFile, writeFile } from 'node:fs/promises'
import { type ProofDocument, ProofError, parseProof, verifyProof } from '@tallystick/proof'
import { type Command, Option } from 'commander'
import { AdminError } from '../base/admin.js'
import type { LoadConfig } from '../base/settings/config.js'
import type { GroundConfig } from '../base/settings/ground.js'
import { certificateIn } from './certificate-of.js'
import { letterheadOf } from './letterhead/letterhead.js'
import { certificatePdf } from './pdf.js'
import type { CertificatesConfig } from './settings.js'

/** Adds `certificate preview`. */
export function certificateCommands(program: Command, load: LoadConfig<GroundConfig & CertificatesConfig>): void {
  program
    .command('certificate')
    .description('how certificates look')
    .command('preview')
    .description('draw the certificate of a saved proof as these settings have it, unsigned, without changing anything')
    .argument('<proof>', 'file with a proof, as JSON')
    .argument('<pdf>', 'file to write; it must not exist yet')
    .addOption(new Option('--lang <language>').choices(['en', 'de']).default('en'))
    .action(async (proof: string, pdf: string, { lang }: { lang: 'en' | 'de' }) => {
      const config = load()
      const letterhead = letterheadOf(config)
      const language = lang === 'de' ? 'DE' : 'EN'
      // An address that no one has, when the service takes it from the request.
      const base = config.publicUrl ?? 'https://notary.invalid'
      const certificate = certificateIn(await proofIn(proof), { language, base, isPublic: false, letterhead })
      await save(pdf, await certificatePdf(certificate, { isSigned: false, logo: letterhead.logo }))
    })
}

async function proofIn(path: string): Promise<ProofDocument> {
  const fails = (problem: string) =>
    new AdminError(`${path} is no proof that a certificate can be drawn of: ${problem}`)
  try {
    const proof = parseProof(JSON.parse(await readFile(path, 'utf8')))
    const { failure } = verifyProof(proof)
    if (failure) throw fails(failure.detail)
    return proof
  } catch (error) {
    if (error instanceof ProofError || error instanceof SyntaxError) throw fails(error.message)
    if (error instanceof Error && 'code' in error) throw fails(error.message)
    throw error
  }
}

async function save(path: string, pdf: Uint8Array): Promise<void> {
  try {
    await writeFile(path, pdf, { flag: 'wx' })
  } catch (error) {
    throw new AdminError(`${path} can't be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
