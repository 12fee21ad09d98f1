import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  FileText,
  FileUp,
  FolderClosed,
  FolderPlus,
  Keyboard,
  Languages,
  Layers,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  ShieldCheck,
  Stamp,
  Star,
  Sun,
  Trash2,
  UserRound,
} from 'lucide-react'
import { ask } from '../../base/asked.js'
import { changeTheme, themes, useTheme } from '../../base/theme.js'
import { readCode } from '../../base/typed-code.js'
import { languageCodes, languages } from '../../texts/languages.js'
import { useLanguage, useTranslation } from '../../texts/translation.js'
import { chooseFiles } from '../../ui/forms/choose-files.js'
import type { ShortcutName } from '../../ui/keys/shortcuts.js'
import { outside, useNavigation } from '../navigation.js'
import { useChangeLanguage, useLogOut } from '../preferences.js'
import type { Found } from './found.js'

/** A line of the palette. */
export interface Entry {
  id: string
  label: string
  icon: LucideIcon
  /** Set behind the label. */
  text?: string
  /** A shortcut that does the same. */
  keys?: ShortcutName
  run: () => unknown
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon }
const kindIcons = { stamp: Stamp, folder: FolderClosed, file: FileText }

/** Returns what can be done from every page. */
export function useActions(onHelp: () => void): Entry[] {
  const { t } = useTranslation(['palette', 'common'])
  const navigate = useNavigate()
  const language = useLanguage()
  const theme = useTheme()
  const changeLanguage = useChangeLanguage()
  const logOut = useLogOut()
  // A page that isn't one's own folder takes neither; the top level does.
  const atFiles = (asked: Parameters<typeof ask>[0]) => ask(asked) || navigate({ to: '/files' })
  const upload = async () => {
    const files = await chooseFiles({ multiple: true })
    if (files.length > 0) await atFiles({ what: 'upload', files })
  }
  return [
    { id: 'stamp', label: t('stamp'), icon: Stamp, keys: 'stamp', run: () => navigate({ to: '/stamps/new' }) },
    { id: 'new-folder', label: t('newFolder'), icon: FolderPlus, run: () => atFiles({ what: 'new-folder' }) },
    { id: 'upload', label: t('upload'), icon: FileUp, run: upload },
    { id: 'help', label: t('help'), icon: Keyboard, keys: 'help', run: onHelp },
    ...languageCodes
      .filter((code) => code !== language)
      .map((code) => ({
        id: code,
        label: `${t('common:language')}: ${languages[code].name}`,
        icon: Languages,
        run: () => changeLanguage(code),
      })),
    ...themes
      .filter((other) => other !== theme)
      .map((other) => ({
        id: other,
        label: `${t('common:theme')}: ${t(`common:themes.${other}`)}`,
        icon: themeIcons[other],
        run: () => changeTheme(other),
      })),
    { id: 'log-out', label: t('common:logOut'), icon: LogOut, run: logOut },
  ]
}

/** Returns the pages. */
export function usePages(): Entry[] {
  const { t } = useTranslation(['navigation', 'palette'])
  const navigate = useNavigate()
  const page = (to: string, label: string, icon: LucideIcon): Entry => ({
    id: to,
    label,
    icon,
    run: () => navigate({ to }),
  })
  return [
    ...useNavigation().map(({ to, label, icon }) => page(to, t(label), icon)),
    page('/stamps/runs', t('palette:runs'), Layers),
    page('/files/favourites', t('palette:favourites'), Star),
    page('/files/bin', t('palette:bin'), Trash2),
    page('/profile', t('profile'), UserRound),
    page('/security', t('security'), ShieldCheck),
    page('/account', t('account'), Archive),
    ...outside.map(({ to, label, icon }) => ({ id: to, label: t(label), icon, run: () => location.assign(to) })),
  ]
}

/** Returns a line for each stamp, folder and file that was found. */
export function useFoundEntries(found: readonly Found[]): Entry[] {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const open = {
    stamp: (code: string) => navigate({ to: '/stamps/$code', params: { code } }),
    folder: (folderId: string) => navigate({ to: '/files/$folderId', params: { folderId } }),
    file: (fileId: string) => navigate({ to: '/files/file/$fileId', params: { fileId } }),
  }
  return found.map(({ kind, id, name }) => ({
    id: `${kind} ${id}`,
    label: name,
    icon: kindIcons[kind],
    text: kind === 'stamp' ? id : t(`kinds.${kind}`),
    run: () => open[kind](id),
  }))
}

/** Returns the line that opens the stamp whose code was typed, in any spelling. */
export function useCodeEntry(text: string): Entry[] {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const typed = readCode(text)
  if (!('code' in typed)) return []
  const { code } = typed
  const run = () => navigate({ to: '/stamps/$code', params: { code } })
  return [{ id: 'code', label: t('openCode', { code }), icon: Stamp, run }]
}

/** Returns the entries with all the words, in any order: `log` finds `Log out`. */
export function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return entries.filter(({ label }) => words.every((word) => folded(label).includes(word)))
}

/** Without case and accents: `u` finds `Vorgänge ändern` and `Prüfen` as people type them in a hurry. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
