/** A signed address of the service as an address of this page's origin, which is all that the page may load. */
export function localUrl(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}
