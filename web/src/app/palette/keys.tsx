import { Fragment } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { isMac, keysOf, type ShortcutName } from '../../ui/keys/shortcuts.js'

const signs: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' }
const named = ['Delete', 'End', 'Enter', 'Escape', 'Home', 'Mod', 'Shift', 'Space'] as const
type Named = (typeof named)[number]

/** The keys of a shortcut that work at present, as they are printed on keyboards. */
export function Keys({ name }: { name: ShortcutName }) {
  const { t } = useTranslation('keys')
  const printed = (key: string) => {
    if (key === 'Mod' && isMac) return '⌘'
    return signs[key] ?? (named.includes(key as Named) ? t(`printed.${key as Named}`) : key)
  }
  return (
    <span className="flex shrink-0 flex-wrap items-center justify-end gap-1 text-sm text-soft">
      {keysOf(name).map((keys, at) => (
        <Fragment key={keys}>
          {at > 0 ? <span>{t('or')}</span> : null}
          {keys.split('+').map((key) => (
            <kbd key={key} className="rounded-md border border-line bg-sunken px-1.5 py-0.5">
              {printed(key)}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
