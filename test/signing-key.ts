import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A key for `CERTIFICATE_KEY_FILE`, in a folder of its own. */
export interface SigningKey {
  readonly folder: string
  /** Key and certificate, PEM. */
  readonly file: string
  /** The certificate, which signed itself, PEM. */
  readonly certificate: string
}

/** Makes a key that signs certificates and seals copies. The caller removes its folder. */
export function makeSigningKey(): SigningKey {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-key-'))
  const [key, certificate, file] = ['key.pem', 'own.pem', 'both.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const uses = ['-addext', 'keyUsage=digitalSignature,nonRepudiation']
  const place = ['-subj', '/CN=Example Notary', '-days', '2', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', ...kind, ...uses, ...place], { stdio: 'pipe' })
  writeFileSync(file, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'))
  return { folder, file, certificate }
}
