import { Globe, LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ChoiceCards } from '../../../ui/choice-cards.jsx'

/** Public or private, with what follows from it. */
export function VisibilityChoice({
  isPrivate,
  onChange,
}: {
  isPrivate: boolean
  onChange: (isPrivate: boolean) => void
}) {
  const { t } = useTranslation('stamping')
  return (
    <ChoiceCards
      label={t('options.who')}
      aside={t('options.fixed')}
      value={isPrivate ? 'private' : 'public'}
      onChange={(value) => onChange(value === 'private')}
      options={[
        { value: 'public', icon: Globe, name: t('public'), text: t('options.publicText') },
        { value: 'private', icon: LockKeyhole, name: t('private'), text: t('options.privateText') },
      ]}
      wide
    />
  )
}
