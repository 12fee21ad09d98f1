import { domainToASCII } from 'node:url'

/**
 * Returns the one spelling of an e-mail address under which it is stored and found: in lower case, an international domain as
 * A-labels (RFC 5890): `Ada@Bücher.example` is `ada@xn--bcher-kva.example`. What is no address is returned for the caller to refuse.
 */
export function canonicalEmail(given: string): string {
  const email = given.trim().toLowerCase()
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  // A domain in ASCII stays as it is: it would be read as that of a URL, where 127.1 is an address.
  if (at === -1 || !/[^\x20-\x7e]/.test(domain)) return email
  const ascii = domainToASCII(domain)
  return ascii === '' ? email : `${email.slice(0, at)}@${ascii}`
}
