import { Link } from '@tanstack/react-router'
import { addTexts } from '../../base/i18n.js'
import { useTranslation } from '../../texts/translation.js'

import { Dialog } from '../../ui/frame/dialog.jsx'
import { keysOf, shortcutParts, shortcuts } from '../../ui/keys/shortcuts.js'
import { shortcutsHere } from '../../ui/keys/use-keys.js'
import { Keys } from './keys.jsx'
import { paletteTexts } from './texts.js'

await addTexts(paletteTexts)

/** Lists the shortcuts of the page. */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('keys')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('title')}
      description={t('text')}
    >
      <div className="flex flex-col gap-6">
        <List />
        <Link to="/profile" onClick={onClose} className="link self-start text-sm">
          {t('toProfile')}
        </Link>
      </div>
    </Dialog>
  )
}

/** Inside the window, so that it is read when the window opens. */
function List() {
  const { t } = useTranslation('keys')
  const here = shortcutsHere().filter((name) => keysOf(name).length > 0)
  return shortcutParts.map((part) => {
    const names = here.filter((name) => shortcuts[name].part === part)
    return names.length === 0 ? null : (
      <section key={part} aria-labelledby={`keys-${part}`}>
        <h3 id={`keys-${part}`} className="mb-1 font-semibold">
          {t(`parts.${part}`)}
        </h3>
        <dl className="divide-y divide-line">
          {names.map((name) => (
            <div key={name} className="flex min-h-10 items-center justify-between gap-4 py-1.5">
              <dt>{t(`does.${name}`)}</dt>
              <dd>
                <Keys name={name} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    )
  })
}
