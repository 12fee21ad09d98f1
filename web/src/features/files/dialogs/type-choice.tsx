import { Globe, LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ChoiceCards } from '../../../ui/choice-cards.jsx'
import type { FolderType } from '../model/types.js'

interface TypeChoiceProps {
  value: FolderType
  onChange: (value: FolderType) => void
}

/** Private or public, with what follows from it. */
export function TypeChoice({ value, onChange }: TypeChoiceProps) {
  const { t } = useTranslation('files')
  return (
    <ChoiceCards
      label={t('who')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'private', icon: LockKeyhole, name: t('type.private'), text: t('typeMeans.private') },
        { value: 'public', icon: Globe, name: t('type.public'), text: t('typeMeans.public') },
      ]}
    />
  )
}
