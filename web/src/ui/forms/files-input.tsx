import type { Ref } from 'react'

interface FilesInputProps {
  ref: Ref<HTMLInputElement>
  multiple?: boolean
  /** Whether a folder is chosen, with all its files. */
  folder?: boolean
  /** Whether the camera takes a photo, on devices with one. */
  photo?: boolean
  /** Gets at least one file. */
  onFiles: (files: File[]) => void
}

/** The hidden input behind a button that chooses files. A file chosen again counts again. */
export function FilesInput({ ref, multiple = false, folder = false, photo = false, onFiles }: FilesInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={multiple || folder}
      {...(folder ? { webkitdirectory: 'true' } : {})}
      {...(photo ? { accept: 'image/*', capture: 'environment' } : {})}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}
