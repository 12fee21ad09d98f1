import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Globe, LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { FolderType } from '../model/types.js'

interface TypeChoiceProps {
  value: FolderType
  onChange: (value: FolderType) => void
}

/** Private or public, with what follows from it. */
export function TypeChoice({ value, onChange }: TypeChoiceProps) {
  const { t } = useTranslation('files')
  const options = [
    { type: 'private' as const, Icon: LockKeyhole },
    { type: 'public' as const, Icon: Globe },
  ]
  return (
    <RadioGroup
      aria-label={t('who')}
      value={value}
      onValueChange={(next) => onChange(next as FolderType)}
      className="flex flex-col gap-2"
    >
      {options.map(({ type, Icon }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, as Base UI's
        <label
          key={type}
          className="flex gap-3 rounded-xl border border-line p-3.5 has-data-checked:border-ink has-data-checked:bg-sunken/60"
        >
          <Radio.Root
            value={type}
            className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border border-edge bg-raised data-checked:border-ink"
          >
            <Radio.Indicator className="size-2.5 rounded-full bg-ink" />
          </Radio.Root>
          <span className="min-w-0">
            <span className="flex items-center gap-2 font-medium">
              <Icon className="size-4 text-soft" aria-hidden="true" />
              {t(`type.${type}`)}
            </span>
            <span className="block text-sm text-soft">{t(`typeMeans.${type}`)}</span>
          </span>
        </label>
      ))}
    </RadioGroup>
  )
}
