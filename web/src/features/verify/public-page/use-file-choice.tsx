import { useRef } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { DropHint } from '../../../ui/forms/drop-hint.jsx'
import { FilesInput } from '../../../ui/forms/files-input.jsx'
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
        <FilesInput ref={input} multiple onFiles={onFiles} />
      </>
    ),
  }
}
