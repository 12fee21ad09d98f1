import { X509Certificate } from 'node:crypto'
import type { Element } from '@xmldom/xmldom'
import { signedContent } from './signed-xml.js'

/** Namespace of ETSI TS 119 612, version 2. */
const TSL = 'http://uri.etsi.org/02231/v2#'
const QUALIFIED_TIMESTAMPS = 'http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST'
const GRANTED = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted'

/** A qualified timestamping service that its country has granted, as its list states. */
export type TimestampService = {
  readonly name: string
  readonly provider: string
  /** Since when the status is granted, as the list writes it. */
  readonly since: string
  readonly certificates: readonly X509Certificate[]
}

/** A trusted list, as far as timestamps and the signers of other lists are concerned. */
export type TrustedList = {
  /** Country, or `EU` for the list of lists. */
  readonly territory: string
  /** The certificate that it is signed by. */
  readonly signer: X509Certificate
  readonly issued: string
  readonly nextUpdate: string
  readonly services: readonly TimestampService[]
  /** Certificates that sign the lists of others, by country. */
  readonly signersOf: ReadonlyMap<string, readonly X509Certificate[]>
}

/**
 * Reads a trusted list of the EU (ETSI TS 119 612): of a country, or the list of lists.
 * @param signers certificates of which one has to have signed it
 * @param now the clock, in milliseconds since 1970
 * @throws Error for people when it is no such list, is not signed by one of them, or has expired.
 */
export function readTrustedList(xml: string, signers: readonly X509Certificate[], now: number): TrustedList {
  const { root, signer } = signedContent(xml, signers)
  if (root.localName !== 'TrustServiceStatusList' || root.namespaceURI !== TSL)
    throw new Error('it is not a trusted list of the EU (ETSI TS 119 612)')
  const [scheme] = found(root, 'SchemeInformation')
  if (scheme === undefined) throw new Error('it is a list without information about its scheme')
  const issued = textOf(scheme, 'ListIssueDateTime')
  const [next] = found(scheme, 'NextUpdate')
  const nextUpdate = next ? textOf(next, 'dateTime') : ''
  if (!(Date.parse(issued) <= now)) throw new Error(`it is dated ${issued || 'never'}, after your clock`)
  // A list without a next update is closed: nobody keeps it.
  if (!(Date.parse(nextUpdate) > now))
    throw new Error(`it expired on ${nextUpdate || issued}: download the present one`)
  const isValid = Date.parse(signer.validFrom) <= Date.parse(issued) && Date.parse(issued) <= Date.parse(signer.validTo)
  if (!isValid) throw new Error(`the certificate that signed it was not valid on ${issued}`)
  return {
    territory: textOf(scheme, 'SchemeTerritory'),
    signer,
    issued,
    nextUpdate,
    services: found(root, 'TrustServiceProvider').flatMap(servicesOf),
    signersOf: pointersIn(scheme),
  }
}

function servicesOf(provider: Element): TimestampService[] {
  const [about] = found(provider, 'TSPInformation')
  const [providerName] = about ? found(about, 'TSPName') : []
  // Those of its history have elements of their own name.
  const services = found(provider, 'ServiceInformation').filter((service) => {
    return (
      textOf(service, 'ServiceTypeIdentifier') === QUALIFIED_TIMESTAMPS && textOf(service, 'ServiceStatus') === GRANTED
    )
  })
  return services.map((service) => {
    const [name] = found(service, 'ServiceName')
    const [identity] = found(service, 'ServiceDigitalIdentity')
    return {
      name: name ? textOf(name, 'Name') : '',
      provider: providerName ? textOf(providerName, 'Name') : '',
      since: textOf(service, 'StatusStartingTime'),
      certificates: identity ? certificatesIn(identity) : [],
    }
  })
}

function pointersIn(scheme: Element): ReadonlyMap<string, readonly X509Certificate[]> {
  const signers = new Map<string, X509Certificate[]>()
  for (const pointer of found(scheme, 'OtherTSLPointer')) {
    const territory = textOf(pointer, 'SchemeTerritory')
    const certificates = found(pointer, 'ServiceDigitalIdentity').flatMap(certificatesIn)
    signers.set(territory, [...(signers.get(territory) ?? []), ...certificates])
  }
  return signers
}

/** @throws Error for people when one can't be read */
function certificatesIn(identity: Element): X509Certificate[] {
  return found(identity, 'X509Certificate').map((element) => {
    try {
      return new X509Certificate(Buffer.from(element.textContent ?? '', 'base64'))
    } catch (error) {
      throw new Error('it contains a certificate that cannot be read', { cause: error })
    }
  })
}

const found = (element: Element, name: string) => Array.from(element.getElementsByTagNameNS(TSL, name))

const textOf = (element: Element, name: string) => found(element, name)[0]?.textContent?.trim() ?? ''
