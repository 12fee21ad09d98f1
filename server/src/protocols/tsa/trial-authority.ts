import { randomBytes, webcrypto } from 'node:crypto'
import { BitString, Integer, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  type RelativeDistinguishedNames,
} from 'pkijs'
import type { Database } from '../../base/database/db.js'
import { seal, sealKeys, unseal } from '../../base/ring.js'
import { type SealedPart, sealedColumn } from '../../base/sealed.js'
import type { MasterKey } from '../../base/secrets.js'

/** PEM. */
export interface TrialAuthority {
  /** The authority's certificate, and that of the root made with it. */
  certificates: string
  key: string
}

interface AuthorityRow {
  certificates: string
  private_key: Buffer
}

const dayMs = 24 * 60 * 60 * 1000
const yearMs = 365 * dayMs
const years = 10
const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
const idTimeStamping = '1.3.6.1.5.5.7.3.8'
const keyUsage = { sign: [7, 0x80], issue: [1, 0x06] } as const

/**
 * Returns the authority that the service made for itself, and makes it at first: for trying out, since no one else trusts its root.
 * All processes of the deployment share it.
 */
export async function trialAuthority(db: Database, masterKey: MasterKey): Promise<TrialAuthority> {
  const keys = keysOf(masterKey)
  const read = async () =>
    (await db.query<AuthorityRow>('SELECT certificates, private_key FROM timestamp_authority'))[0]
  let row = await read()
  if (row === undefined) {
    const { certificates, key } = await makeTrialAuthority(Date.now())
    const insert = 'INSERT INTO timestamp_authority (certificates, private_key) VALUES ($1, $2) ON CONFLICT DO NOTHING'
    await db.execute(insert, [certificates, seal(keys, Buffer.from(key))])
    // Another process may have been faster.
    row = (await read()) as AuthorityRow
  }
  return { certificates: row.certificates, key: unseal(keys, row.private_key).toString() }
}

/** Returns the authority's key as a part that can be re-sealed. */
export function sealedAuthority(database: Database, masterKey: MasterKey): SealedPart {
  return sealedColumn({
    name: "timestamp authority's key",
    database,
    keys: keysOf(masterKey),
    table: 'timestamp_authority',
    id: { column: 'only_row', type: 'boolean' },
    column: 'private_key',
  })
}

function keysOf(masterKey: MasterKey) {
  return sealKeys(masterKey, 'timestamp-authority')
}

/** Makes a root, whose key is then forgotten, and an authority below it. */
export async function makeTrialAuthority(nowMs: number): Promise<TrialAuthority> {
  const make = () => webcrypto.subtle.generateKey(curve, true, ['sign', 'verify'])
  const [rootKeys, ownKeys] = [await make(), await make()]
  const name = randomBytes(4).toString('hex')
  const rootName = `Tallystick test root ${name}`
  const root = await issue({
    subject: rootName,
    issuer: rootName,
    publicKey: rootKeys.publicKey,
    issuerKey: rootKeys.privateKey,
    nowMs,
    extensions: [
      extension('2.5.29.19', true, new BasicConstraints({ cA: true }).toSchema().toBER()),
      extension('2.5.29.15', true, usage(...keyUsage.issue)),
    ],
  })
  const own = await issue({
    subject: `Tallystick test timestamps ${name}`,
    issuer: rootName,
    publicKey: ownKeys.publicKey,
    issuerKey: rootKeys.privateKey,
    nowMs,
    extensions: [
      extension('2.5.29.15', true, usage(...keyUsage.sign)),
      extension('2.5.29.37', true, new ExtKeyUsage({ keyPurposes: [idTimeStamping] }).toSchema().toBER()),
    ],
  })
  const key = await webcrypto.subtle.exportKey('pkcs8', ownKeys.privateKey)
  return { certificates: [own, root].map((one) => pem('CERTIFICATE', one)).join(''), key: pem('PRIVATE KEY', key) }
}

interface Issuing {
  subject: string
  issuer: string
  publicKey: webcrypto.CryptoKey
  issuerKey: webcrypto.CryptoKey
  extensions: Extension[]
  nowMs: number
}

async function issue({ subject, issuer, publicKey, issuerKey, extensions, nowMs }: Issuing): Promise<ArrayBuffer> {
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: Buffer.concat([Buffer.of(1), randomBytes(15)]) }),
    extensions,
  })
  nameAs(certificate.subject, subject)
  nameAs(certificate.issuer, issuer)
  // A verifier's clock may be behind, and this machine's may be set back.
  certificate.notBefore.value = new Date(nowMs - dayMs)
  certificate.notAfter.value = new Date(nowMs + years * yearMs)
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(issuerKey, 'SHA-256')
  return certificate.toSchema(true).toBER()
}

function nameAs(name: RelativeDistinguishedNames, commonName: string): void {
  name.typesAndValues.push(new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: commonName }) }))
}

function extension(extnID: string, critical: boolean, value: ArrayBuffer): Extension {
  return new Extension({ extnID, critical, extnValue: value })
}

function usage(unusedBits: number, bits: number): ArrayBuffer {
  return new BitString({ valueHex: Uint8Array.of(bits), unusedBits }).toBER()
}

function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
