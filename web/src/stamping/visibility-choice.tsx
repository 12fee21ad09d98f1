import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Globe, Lock } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** Public or private, with what follows from it. */
export function VisibilityChoice({
  isPrivate,
  onChange,
}: {
  isPrivate: boolean
  onChange: (isPrivate: boolean) => void
}) {
  const { t } = useTranslation('stamping')
  const id = useId()
  const options = [
    { value: 'public', icon: Globe, name: t('public'), text: t('options.publicText') },
    { value: 'private', icon: Lock, name: t('private'), text: t('options.privateText') },
  ]
  return (
    <div>
      <p id={id} className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-medium">{t('options.who')}</span>
        <span className="text-soft">{t('options.fixed')}</span>
      </p>
      <RadioGroup
        aria-labelledby={id}
        value={isPrivate ? 'private' : 'public'}
        onValueChange={(value) => onChange(value === 'private')}
        className="grid gap-3 sm:grid-cols-2"
      >
        {options.map(({ value, icon: Icon, name, text }) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, as Base UI's
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 rounded-xl border border-line bg-raised p-4 hover:border-edge has-data-checked:border-ink has-data-checked:bg-sunken"
          >
            <Radio.Root
              value={value}
              className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border border-edge bg-raised data-checked:border-ink"
            >
              <Radio.Indicator className="size-2.5 rounded-full bg-ink" />
            </Radio.Root>
            <span className="min-w-0">
              <span className="flex items-center gap-2 font-medium">
                <Icon className="size-4 text-soft" aria-hidden="true" />
                {name}
              </span>
              <span className="mt-0.5 block text-sm text-soft">{text}</span>
            </span>
          </label>
        ))}
      </RadioGroup>
    </div>
  )
}
