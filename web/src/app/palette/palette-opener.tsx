import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import '../../base/character-keys.js'
import { Button } from '../../ui/button.jsx'
import { isMac } from '../../ui/keys/shortcuts.js'
import { usePageKeys } from '../../ui/keys/use-keys.js'
import { later } from '../../ui/later.js'

const palette = later(() => import('./palette.jsx'))
const help = later(() => import('./shortcut-help.jsx'))

type Opened = 'palette' | 'help' | null
const windows = { palette, help }

/** The shortcuts that work on every page, and the windows that they open. They are loaded after the page. */
export function usePalette() {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Opened>(null)
  const { Palette } = palette.use() ?? {}
  const { ShortcutHelp } = help.use() ?? {}
  const open = (wanted: keyof typeof windows) =>
    void windows[wanted].load().then(
      () => setOpened(wanted),
      () => undefined,
    )
  usePageKeys({
    palette: () => open('palette'),
    help: () => open('help'),
    stamp: () => void navigate({ to: '/stamps/new' }),
  })
  const close = () => setOpened(null)
  return {
    open: () => open('palette'),
    windows: (
      <>
        {Palette ? <Palette open={opened === 'palette'} onClose={close} onHelp={() => open('help')} /> : null}
        {ShortcutHelp ? <ShortcutHelp open={opened === 'help'} onClose={close} /> : null}
      </>
    ),
  }
}

/** Opens the palette: with words beside the navigation, as a sign alone on phones. */
export function PaletteButton({ isSmall = false, onOpen }: { isSmall?: boolean; onOpen: () => void }) {
  const { t } = useTranslation('navigation')
  const button = { 'aria-haspopup': 'dialog', 'aria-keyshortcuts': 'Control+K Meta+K', onClick: onOpen } as const
  if (isSmall) {
    return (
      <Button look="quiet" size="icon" aria-label={t('palette')} {...button}>
        <Search aria-hidden="true" />
      </Button>
    )
  }
  return (
    <Button wide className="justify-start px-3 font-normal text-soft" {...button}>
      <Search aria-hidden="true" />
      {t('palette')}
      <span aria-hidden="true" className="ms-auto text-sm">
        {isMac ? '⌘' : `${t('control')} `}K
      </span>
    </Button>
  )
}
