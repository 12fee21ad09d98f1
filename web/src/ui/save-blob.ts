/** Has the browser save bytes under a name. */
export function saveBlob(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has to have begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
