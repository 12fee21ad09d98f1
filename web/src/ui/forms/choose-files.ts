/** Opens the browser's file dialog. Returns no files when it is cancelled. */
export function chooseFiles(options: { multiple?: boolean; folder?: boolean; photo?: boolean } = {}): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = options.multiple ?? false
  input.webkitdirectory = options.folder ?? false
  if (options.photo) Object.assign(input, { accept: 'image/*', capture: 'environment' })
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}

/** Opens the browser's file dialog for a single file. */
export async function chooseFile(): Promise<File | undefined> {
  return (await chooseFiles())[0]
}
