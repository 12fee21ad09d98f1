import type { ProofDocument } from '@tallystick/proof'
import type { TokenFiles } from './token-files.js'

/** A timestamp in the archive. */
export interface TimestampFolder extends TokenFiles {
  /** The folder's name. */
  folder: string
  /** The service's name for the authority. */
  authority: string
  /**
   * Names of the files from the proof's digest to the one that is timestamped, each containing the hash of the one before. None: the
   * timestamp is over the digest itself or, of a stamp that a token made, over `imprint`.
   */
  steps: readonly string[]
  /** Digest in the token, hex. */
  imprint: string
}

/** Inputs of {@link timestampGuide}. */
interface Guided {
  proof: Pick<ProofDocument, 'code' | 'hash'>
  folders: readonly TimestampFolder[]
  /** Address of the service's own certificates. */
  certificatesUrl: string
}

/** Returns the text of the archive: for each timestamp, commands that verify it with openssl and the files beside it. */
export function timestampGuide({ proof, folders, certificatesUrl }: Guided): string {
  const intro = `Timestamps (RFC 3161) of ${proof.code}

Digest: ${proof.hash}

Any program that supports RFC 3161 can verify them. The commands below do so with openssl, in the folder of this text and offline.
They verify as of the time of the timestamp: leave out -attime, and openssl also requires that the certificates are valid today.
`
  const parts = folders.map((one) =>
    [title(one), ...missingCertificates(one, certificatesUrl), ...about(one, proof), trust(one)].join('\n\n'),
  )
  return `${[intro, ...parts].join('\n')}\n`
}

const title = ({ folder, authority, time }: TimestampFolder) => {
  const text = `${folder}: ${authority}, ${time.toISOString()}`
  return `${text}\n${'-'.repeat(text.length)}`
}

function missingCertificates({ folder, certificates }: TimestampFolder, url: string): string[] {
  if (certificates.length > 0) return []
  return [
    `The timestamp was requested without certificates. Fetch them first:\n\n  curl -sf ${url} -o ${folder}/certificates.pem`,
  ]
}

function about(one: TimestampFolder, { hash }: Guided['proof']): string[] {
  const { folder, steps, imprint } = one
  const last = steps.at(-1)
  if (last === undefined) {
    const subject =
      imprint === hash
        ? 'The timestamp is over the digest above.'
        : `The digest above is the SHA-256 of ${folder}/timestamp.tsr, whose timestamp is over ${imprint}.`
    return [`${subject}\n\n  ${verify(one, `-queryfile ${folder}/timestamp.tsq`)}`]
  }
  return [
    `The authority timestamped the root of a tree of hashes, which is the SHA-256 of ${last}:\n\n  ${verify(one, `-data ${last}`)}`,
    `The files in ${folder}/steps lead there: the first contains the digest above, each other one the SHA-256 of the one before. So the
digest existed when the last of them did. To check, which prints OK for each:

  want=${hash}
  for step in ${folder}/steps/*.bin; do
    od -An -v -tx1 "$step" | tr -d ' \\n' | grep -q "$want" && echo "$step: OK" || echo "$step: does not contain $want"
    want=$(openssl dgst -sha256 -r "$step" | cut -c1-64)
  done`,
  ]
}

/** Returns the openssl command that verifies a timestamp. */
function verify(one: TimestampFolder, subject: string): string {
  const { folder, certificates, root, time } = one
  const atTime = `-attime ${Math.floor(time.getTime() / 1000)}`
  const fetched = `${folder}/certificates.pem`
  const own = certificates.length === 0 ? `-CAfile ${fetched} -untrusted ${fetched}` : '-CApath /etc/ssl/certs'
  const trusted = root === undefined ? own : `-CAfile ${folder}/root.pem`
  return `openssl ts -verify ${subject} -in ${folder}/timestamp.tsr ${trusted} ${atTime}`
}

function trust({ folder, root }: TimestampFolder): string {
  if (root === undefined) {
    return 'Trust: the root certificate is not in the timestamp. Get it from the authority itself, and name it with -CAfile.'
  }
  const { subject, fingerprint256 } = root.certificate
  const name = subject.split('\n').join(', ')
  const origin = root.isPublic
    ? "is in Mozilla's list of authorities, and so on most systems (Debian: ca-certificates)"
    : 'came with the timestamp. Trust it only if the authority itself publishes it'
  return `Trust: ${folder}/root.pem (${name}) ${origin}. SHA-256 fingerprint:\n${fingerprint256}`
}
