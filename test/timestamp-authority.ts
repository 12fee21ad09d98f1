import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DebianPrograms } from './debian.js'

/** A certificate with its key, as PEM files. */
export interface IssuedCertificate {
  certificate: string
  key: string
}

/** How a certificate differs from a usable one. */
export interface CertificateOptions {
  /** Of the extension extendedKeyUsage; empty leaves it out. Default: `critical,timeStamping`. */
  purpose?: string
  /** Validity from now on; negative for one that has expired. */
  days?: number
  /** Default: an elliptic curve, P-256. */
  key?: 'rsa' | 'P-384' | 'P-521'
  /** The one that issues it; default: the root. */
  issuer?: IssuedCertificate
  /** Makes it an authority that may issue certificates itself. */
  isAuthority?: boolean
  md?: 'sha1' | 'sha256'
  /** Issues another certificate for the key of this one. */
  renews?: IssuedCertificate
}

const keys = {
  rsa: ['-newkey', 'rsa:2048'],
  'P-256': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'P-384': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  'P-521': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521'],
}

/** A certification authority and timestamping authorities below it, made by `openssl` in a folder of their own. */
export class TestAuthority {
  readonly folder = mkdtempSync(join(tmpdir(), 'tallystick-authority-'))
  readonly root: IssuedCertificate
  private readonly programs: DebianPrograms
  private count = 0

  constructor(programs: DebianPrograms, name = 'Test Root') {
    this.programs = programs
    const [certificate, key] = [this.path('root.pem'), this.path('root.key')]
    const subject = ['-subj', `/O=Tests/CN=${name}`]
    this.openssl(
      'req',
      '-x509',
      ...keys['P-256'],
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      '-days',
      '30',
      ...subject,
    )
    this.root = { certificate, key }
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** Runs openssl; returns what it prints. @throws Error when it fails, with what it said */
  openssl(...args: string[]): string {
    const { path, env } = this.programs
    return execFileSync(path('openssl'), args, {
      env,
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** Issues a certificate for signing timestamps, or one that is unfit for it. */
  issue(name: string, options: CertificateOptions = {}): IssuedCertificate {
    const {
      purpose = 'critical,timeStamping',
      days = 30,
      issuer = this.root,
      isAuthority,
      md = 'sha256',
      renews,
    } = options
    const at = this.path(`${this.count++}`)
    const made = { certificate: `${at}.pem`, key: renews?.key ?? `${at}.key` }
    const extensions = [
      isAuthority
        ? 'basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign'
        : 'keyUsage=critical,digitalSignature',
      ...(purpose === '' ? [] : [`extendedKeyUsage=${purpose}`]),
    ]
    writeFileSync(`${at}.ext`, `${extensions.join('\n')}\n`)
    const key = renews ? ['-key', made.key] : [...keys[options.key ?? 'P-256'], '-nodes', '-keyout', made.key]
    this.openssl('req', '-new', ...key, '-out', `${at}.csr`, '-subj', `/O=Tests/CN=${name}`)
    const by = ['-CA', issuer.certificate, '-CAkey', issuer.key, '-CAcreateserial', `-${md}`]
    this.openssl(
      'x509',
      '-req',
      '-in',
      `${at}.csr`,
      '-out',
      made.certificate,
      ...by,
      '-days',
      `${days}`,
      '-extfile',
      `${at}.ext`,
    )
    return made
  }

  /** Makes the response of an authority to a request for the digest of some content. */
  respond(content: Uint8Array, signer: IssuedCertificate, options: ResponseOptions = {}): Buffer {
    const { digest = 'sha256', certificates = true } = options
    const at = this.path(`${this.count++}`)
    writeFileSync(`${at}.content`, content)
    const cert = certificates ? ['-cert'] : []
    this.openssl('ts', '-query', '-data', `${at}.content`, `-${digest}`, ...cert, '-out', `${at}.request`)
    return this.reply(readFileSync(`${at}.request`), signer, options)
  }

  /** Makes the response of an authority to a request. */
  reply(
    request: Uint8Array,
    signer: IssuedCertificate,
    { chain = [], essDigest = 'sha256' }: Pick<ResponseOptions, 'chain' | 'essDigest'> = {},
  ): Buffer {
    const at = this.path(`${this.count++}`)
    mkdirSync(at)
    writeFileSync(join(at, 'request'), request)
    writeFileSync(join(at, 'chain.pem'), chain.map(({ certificate }) => readFileSync(certificate, 'utf8')).join(''))
    writeFileSync(join(at, 'serial'), '0badc0de0badc0de')
    writeFileSync(
      join(at, 'tsa.cnf'),
      `[tsa]\ndefault_tsa=own\n[own]\nserial=serial\ncrypto_device=builtin\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1
digests=sha1,sha256,sha384,sha512\naccuracy=secs:1,millisecs:500,microsecs:100\ness_cert_id_alg=${essDigest}\n`,
    )
    const own = ['-signer', signer.certificate, '-inkey', signer.key, '-chain', join(at, 'chain.pem')]
    const { path, env } = this.programs
    const args = [
      'ts',
      '-reply',
      '-queryfile',
      'request',
      '-config',
      'tsa.cnf',
      ...(chain.length > 0 ? own : own.slice(0, 4)),
    ]
    execFileSync(path('openssl'), [...args, '-out', 'response'], { env, cwd: at, stdio: 'pipe' })
    return readFileSync(join(at, 'response'))
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}

export interface ResponseOptions {
  digest?: 'sha1' | 'sha256' | 'sha384' | 'sha512'
  /** Whether the token holds the signer's certificate. */
  certificates?: boolean
  /** Certificates between the signer and the root, to be put in the token. */
  chain?: readonly IssuedCertificate[]
  /** Digest by which the token names its signer's certificate. */
  essDigest?: 'sha1' | 'sha256' | 'sha512'
}
