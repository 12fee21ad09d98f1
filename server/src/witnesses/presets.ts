/** A timestamping authority (RFC 3161) that answers everyone, free of charge. */
export interface FreeAuthority {
  url: string
  /** Name of its root in Mozilla's list, and so in Debian's `ca-certificates`; not set: it isn't there. */
  root?: string
}

/** The authorities that `WITNESS_TSA` knows by name. None is used unless named. */
export const freeAuthorities: Readonly<Record<string, FreeAuthority>> = {
  digicert: { url: 'http://timestamp.digicert.com/', root: 'DigiCert Assured ID Root CA' },
  sectigo: { url: 'http://timestamp.sectigo.com/', root: 'USERTrust RSA Certification Authority' },
  globalsign: { url: 'http://rfc3161timestamp.globalsign.com/advanced', root: 'GlobalSign Root CA - R6' },
  freetsa: { url: 'https://freetsa.org/tsr' },
}

/**
 * Returns the form of a list of names in a table of authorities, which gives their addresses.
 *
 * @throws {Error} its form in words, when a name isn't in the table, or there twice
 */
export function authoritiesOf(table: Readonly<Record<string, FreeAuthority>>) {
  return (text: string): string[] => {
    const names = text.split(/\s*,\s*|\s+/)
    const found = names.flatMap((name) => (Object.hasOwn(table, name) ? [table[name] as FreeAuthority] : []))
    if (found.length < names.length || new Set(names).size < names.length) {
      throw new Error(`a comma-separated list of different names: ${Object.keys(table).join(', ')}`)
    }
    return found.map(({ url }) => url)
  }
}
