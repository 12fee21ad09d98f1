/** Lets somebody choose files; none when the dialog is closed without. */
export function chooseFiles(options: { multiple?: boolean; folder?: boolean } = {}): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = options.multiple ?? false
  input.webkitdirectory = options.folder ?? false
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}

/** Lets somebody choose one file. */
export async function chooseFile(): Promise<File | undefined> {
  return (await chooseFiles())[0]
}
