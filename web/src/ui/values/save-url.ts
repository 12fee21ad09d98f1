/** Has the browser download a URL of the service as a stream: files may exceed memory. */
export function saveUrl(url: string): void {
  const link = document.createElement('a')
  link.href = localUrl(url)
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

/** Rewrites a signed URL of the service to this page's origin, the only one the content security policy allows. */
export function localUrl(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}
