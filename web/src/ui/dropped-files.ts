/** A file that lay in a folder that was dropped, with where in it: `folder/below/name`. */
const paths = new WeakMap<File, string>()

/** The path of a file inside the folder that was dropped or chosen; its name alone when it came alone. */
export function pathOf(file: File): string {
  return paths.get(file) ?? (file.webkitRelativePath || file.name)
}

/** What was dropped: the files, and those of folders, however deep. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // The list of a drop is gone after the first await, so the entries are taken at once.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return [...data.files]
  return (await Promise.all(entries.map(filesIn))).flat()
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    paths.set(file, entry.fullPath.replace(/^\//, ''))
    return [file]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: File[] = []
  // It gives a hundred at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return found
    for (const one of some) found.push(...(await filesIn(one)))
  }
}
