import { proofFileName } from '@tallystick/proof'
import { ChevronDown, ScrollText } from 'lucide-react'
import { serviceLanguage } from '../../../texts/languages.js'
import { useLanguage, useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Menu, MenuItem } from '../../../ui/frame/menu.jsx'
import type { FileItem } from '../model/items.js'
import { saveAnswer } from '../model/save.js'

/** Proof formats, those for people first. */
const forms = ['pdf', 'html', 'json', 'tsr', 'ots'] as const

/** Menu that saves the proof of a file in a format. */
export function ProofMenu({ file }: { file: FileItem }) {
  const { t } = useTranslation('files')
  const language = useLanguage()
  const errorText = useErrorText()
  const { _id: id, fileName: name } = file
  const save = (format: (typeof forms)[number]) =>
    saveAnswer(
      `/api/files/${id}/proof?format=${format}&lang=${serviceLanguage(language)}`,
      proofFileName({ name, code: id }, format),
    ).catch((error: unknown) => showToast({ title: errorText(error), tone: 'bad' }))
  return (
    <Menu
      align="start"
      trigger={
        <Button>
          <ScrollText aria-hidden="true" />
          {t('action.proof')}
          <ChevronDown className="-me-1 text-soft" aria-hidden="true" />
        </Button>
      }
    >
      {forms.map((form) => (
        <MenuItem key={form} onSelect={() => void save(form)}>
          {t(`proofForms.${form}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
