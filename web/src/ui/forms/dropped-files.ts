/** Paths of files from dropped folders: `folder/below/name`. */
const paths = new WeakMap<File, string>()

/** Returns the path of a file within the dropped or selected folder; its name if it came alone. */
export function pathOf(file: File): string {
  return paths.get(file) ?? (file.webkitRelativePath || file.name)
}

/** Returns the dropped files, including those in dropped folders at any depth. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // The list is emptied after the first await, so read all entries now.
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
  // Returns up to a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return found
    for (const one of some) found.push(...(await filesIn(one)))
  }
}
