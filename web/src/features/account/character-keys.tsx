import { changeCharacterKeys, useCharacterKeys } from '../../base/character-keys.js'
import { useTranslation } from '../../texts/translation.js'
import { Toggle } from '../../ui/forms/toggle.jsx'

const choices = ['on', 'off'] as const

/** Turns shortcuts of a single character on and off: people who dictate, or whose hands shake, press them by mistake. */
export function CharacterKeys() {
  const { t } = useTranslation('account')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p>
        {t('profile.keys.label')}
        <span className="block text-sm text-soft">{t('profile.keys.hint')}</span>
      </p>
      <Toggle
        label={t('profile.keys.label')}
        value={useCharacterKeys() ? 'on' : 'off'}
        onChange={(value) => changeCharacterKeys(value === 'on')}
        choices={choices.map((value) => ({ value, label: t(`profile.keys.${value}`) }))}
      />
    </div>
  )
}
