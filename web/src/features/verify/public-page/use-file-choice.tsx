import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DropHint } from '../../../ui/forms/drop-hint.jsx'
import { usePageDrop } from '../../../ui/forms/page-drop.js'

/** Takes files dropped anywhere on the page, or chosen in the browser's dialog, which `choose` opens. `input` belongs on the page. */
export function useFileChoice(onFiles: (files: File[]) => void) {
  const input = useRef<HTMLInputElement>(null)
  const { t } = useTranslation('shared')
  const isOver = usePageDrop(onFiles)
  return {
    isOver,
    choose: () => input.current?.click(),
    input: (
      <>
        {isOver ? <DropHint text={t('own.hint')} isOver /> : null}
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            target.value = ''
            if (files.length > 0) onFiles(files)
          }}
        />
      </>
    ),
  }
}
