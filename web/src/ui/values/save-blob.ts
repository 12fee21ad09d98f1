/** Has the browser save bytes as a file. */
export function saveBlob(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Gives the browser time to start reading.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
