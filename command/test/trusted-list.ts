import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DebianPrograms } from '../../test/debian.js'
import { wallTime } from '../../test/wall-time.js'

/** A certificate with its key, as PEM files. */
export type Signer = { readonly certificate: string; readonly key: string }

/** Facts of a list; each has a usable default. */
export type ListFacts = {
  readonly territory?: string
  readonly issued?: string
  readonly nextUpdate?: string
  /** Services by name, with their status and the certificate (PEM file) that identifies them. */
  readonly services?: readonly { name: string; type?: string; status?: string; certificate: string }[]
  /** The certificates that sign the lists of others, by country. */
  readonly pointers?: Readonly<Record<string, string>>
}

const DAY_MS = 24 * 60 * 60 * 1000
const trust = 'http://uri.etsi.org/TrstSvc'
/** Type and status of a qualified timestamping service. */
export const qualified = `${trust}/Svctype/TSA/QTST`
export const granted = `${trust}/TrustedList/Svcstatus/granted`

/** Makes trusted lists as the countries of the EU do (ETSI TS 119 612, XAdES), signed by xmlsec1 and not by our own library. */
export class ListMaker {
  private readonly programs: DebianPrograms
  private readonly folder: string

  constructor(programs: DebianPrograms, folder: string) {
    this.programs = programs
    this.folder = folder
  }

  /** Makes a certificate that signs itself. */
  signer(name: string, ...key: readonly string[]): Signer {
    const own = { certificate: join(this.folder, `${name}.pem`), key: join(this.folder, `${name}.key`) }
    const newKey = key.length > 0 ? key : ['-newkey', 'rsa:2048']
    this.run(
      'openssl',
      'req',
      '-x509',
      '-nodes',
      '-days',
      '30',
      '-subj',
      `/CN=${name}`,
      ...newKey,
      '-keyout',
      own.key,
      '-out',
      own.certificate,
    )
    return own
  }

  /** Writes a list and returns its path. @param algorithm of the signature, as XMLDSig calls it */
  list(name: string, signer: Signer, facts: ListFacts, algorithm = 'rsa-sha256'): string {
    const [template, path] = [join(this.folder, `${name}.template.xml`), join(this.folder, `${name}.xml`)]
    writeFileSync(template, listXml(facts, algorithm))
    const keys = `${signer.key},${signer.certificate}`
    this.run(
      'xmlsec1',
      '--sign',
      '--id-attr:Id',
      'http://uri.etsi.org/01903/v1.3.2#:SignedProperties',
      '--privkey-pem',
      keys,
      '--output',
      path,
      template,
    )
    return path
  }

  private run(program: string, ...args: readonly string[]): void {
    execFileSync(this.programs.path(program), args, { env: this.programs.env, stdio: 'pipe' })
  }
}

/** The base64 of a certificate. */
const derOf = (path: string) => readFileSync(path, 'utf8').replace(/-----.*-----|\s/g, '')
const identity = (certificate: string) =>
  `<ServiceDigitalIdentity><DigitalId><X509Certificate>${derOf(certificate)}</X509Certificate></DigitalId></ServiceDigitalIdentity>`
/** As lists write times: without fractions of seconds. */
const dayFromNow = (days: number) =>
  wallTime(days * DAY_MS)
    .toISOString()
    .replace(/\.\d+/, '')

function listXml({ territory = 'XX', services = [], pointers = {}, ...dates }: ListFacts, algorithm: string): string {
  const { issued = dayFromNow(0), nextUpdate = dayFromNow(90) } = dates
  const pointing = Object.entries(pointers).map(
    ([country, certificate]) =>
      `<OtherTSLPointer><ServiceDigitalIdentities>${identity(certificate)}</ServiceDigitalIdentities><AdditionalInformation><OtherInformation><SchemeTerritory>${country}</SchemeTerritory></OtherInformation></AdditionalInformation></OtherTSLPointer>`,
  )
  const listed = services.map(
    ({ name, type = qualified, status = granted, certificate }) =>
      `<TSPService><ServiceInformation><ServiceTypeIdentifier>${type}</ServiceTypeIdentifier><ServiceName><Name xml:lang="en">${name}</Name></ServiceName>${identity(certificate)}<ServiceStatus>${status}</ServiceStatus><StatusStartingTime>2020-01-01T00:00:00Z</StatusStartingTime></ServiceInformation></TSPService>`,
  )
  const provider = `<TrustServiceProvider><TSPInformation><TSPName><Name xml:lang="en">Trusty Ltd</Name></TSPName></TSPInformation><TSPServices>${listed.join('')}</TSPServices></TrustServiceProvider>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" TSLTag="http://uri.etsi.org/19612/TSLTag">
<SchemeInformation><SchemeTerritory>${territory}</SchemeTerritory><PointersToOtherTSL>${pointing.join('')}</PointersToOtherTSL><ListIssueDateTime>${issued}</ListIssueDateTime><NextUpdate><dateTime>${nextUpdate}</dateTime></NextUpdate></SchemeInformation>
<TrustServiceProviderList>${provider}</TrustServiceProviderList>
${signatureXml(algorithm)}
</TrustServiceStatusList>`
}

/** The places that xmlsec1 fills: two references, as XAdES has them. */
const signatureXml = (
  algorithm: string,
) => `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Id="own"><ds:SignedInfo>
<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>
<ds:SignatureMethod Algorithm="${algorithm.endsWith('sha1') ? 'http://www.w3.org/2000/09/xmldsig#' : 'http://www.w3.org/2001/04/xmldsig-more#'}${algorithm}"/>
<ds:Reference URI=""><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue/></ds:Reference>
<ds:Reference URI="#properties" Type="http://uri.etsi.org/01903#SignedProperties"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha512"/><ds:DigestValue/></ds:Reference>
</ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo><ds:X509Data/></ds:KeyInfo><ds:Object><xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Target="#own"><xades:SignedProperties Id="properties"/></xades:QualifyingProperties></ds:Object></ds:Signature>`
