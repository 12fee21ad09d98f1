import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Context } from '../context.js'
import { writeNew } from '../files/new-file.js'
import { reading } from '../input.js'
import { printable } from '../printable.js'
import { collect } from '../repeatable.js'
import type { TimestampService, TrustedList } from './trusted-list.js'

type EuFlags = {
  readonly signer: readonly string[]
  readonly lotl?: string
  readonly output: string
  readonly force?: boolean
}

const help = `
Download the list of a country yourself, and the certificate that signs it, from where you trust: the Official Journal of the EU names
those that sign the list of lists (--lotl), and that list names those of the countries. Nothing is asked of any server.

The command refuses a list that was changed, is signed by anyone else, or has expired. It writes the certificates of the timestamping
services that the country lists as qualified and granted, for verify --ca.`

/** Adds `tallystick trust eu`. */
export function addTrust(program: Command, { output }: Context): void {
  program
    .command('trust')
    .helpCommand(false)
    .description('certificates of authorities to trust')
    .command('eu')
    .description('write the certificates of qualified timestamping services from a trusted list of the EU')
    .argument('<list>', 'the trusted list of a country (XML), which you downloaded')
    .requiredOption(
      '--signer <file>',
      'certificate (PEM) that signs the list, or the list of lists; repeatable',
      collect,
    )
    .option('--lotl <file>', 'the list of lists (XML), which names the certificate that signs the list')
    .option('--output <file>', 'file to write', 'eu-authorities.pem')
    .option('--force', 'replace the file if it exists')
    .addHelpText('after', help)
    .action(async (list: string, flags: EuFlags) => {
      await output.print(await writeAuthorities(list, flags))
    })
}

/** @throws Error for people when a list is of no use, or a file cannot be read or written. */
async function writeAuthorities(path: string, { signer, lotl, output, force = false }: EuFlags): Promise<string> {
  const pinned = (await Promise.all(signer.map(certificatesOf))).flat()
  const { services, territory, issued, nextUpdate } =
    lotl === undefined ? await listIn(path, pinned) : await countryList(path, await listIn(lotl, pinned), lotl)
  const usable = services.filter(({ certificates }) => certificates.length > 0)
  if (usable.length === 0) throw new Error(`${path} lists no qualified timestamping service that is granted`)
  await writeNew(output, force, (write) => write(Buffer.from(usable.map(pemOf).join('\n'))))
  const names = usable.map(({ name, provider, since }) => {
    return `${printable(`  ${name} (${provider}), granted since ${since}`)}\n`
  })
  return `${usable.length} qualified timestamping services of ${printable(territory)}, written to ${output}:\n${names.join('')}The list is of ${printable(issued)}, and valid until ${printable(nextUpdate)}. Verify with --ca ${output}\n`
}

/** Reads the list of a country, which a certificate has to sign that the list of lists names for this country. */
async function countryList(path: string, all: TrustedList, lotl: string): Promise<TrustedList> {
  if (all.territory !== 'EU')
    throw new Error(`${lotl} is the list of ${printable(all.territory)}, not the list of lists`)
  const list = await listIn(path, [...all.signersOf.values()].flat())
  const own = all.signersOf.get(list.territory) ?? []
  if (own.some(({ raw }) => raw.equals(list.signer.raw))) return list
  throw new Error(`cannot use ${path}: the list of lists names another certificate for ${printable(list.territory)}`)
}

async function listIn(path: string, signers: readonly X509Certificate[]): Promise<TrustedList> {
  const xml = await reading(path, readFile(path, 'utf8'))
  // Loaded when needed: the XML library is for this command alone.
  const { readTrustedList } = await import('./trusted-list.js')
  return usable(path, () => readTrustedList(xml, signers, Date.now()))
}

async function certificatesOf(path: string): Promise<X509Certificate[]> {
  const pem = await reading(path, readFile(path, 'latin1'))
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new Error(`cannot use ${path}: no certificate in PEM (-----BEGIN CERTIFICATE-----)`)
  return usable(path, () => blocks.map((block) => new X509Certificate(block)))
}

function usable<Value>(path: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new Error(`cannot use ${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** A name is someone else's text: it stays on its line, and begins no certificate. */
function pemOf({ name, provider, since, certificates }: TimestampService): string {
  const title = printable(`# ${name} (${provider}), granted since ${since}`).replaceAll('-----', '–')
  return `${title}\n${certificates.map(String).join('')}`
}
