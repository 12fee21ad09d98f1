/**
 * Answers are data: a browser that shows one runs nothing in it, tells no other site its address, which may hold a signature, and
 * doesn't keep it, since the next person at the machine could read it. Pages replace these headers (page-headers.ts); an answer that
 * may be kept says so itself.
 */
const dataHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/**
 * Returns the headers of every answer, also of those to input that is no request.
 *
 * @param publicUrl the address set by the operator
 * @param hstsSubdomains whether browsers ask its subdomains by TLS alone, too
 */
export function headersOfData(
  publicUrl: string | undefined,
  hstsSubdomains: boolean,
): Readonly<Record<string, string>> {
  // Not said without TLS (RFC 6797 §7.2).
  if (!publicUrl?.startsWith('https:')) return dataHeaders
  const forYear = 'max-age=31536000'
  return { ...dataHeaders, 'strict-transport-security': hstsSubdomains ? `${forYear}; includeSubDomains` : forYear }
}
