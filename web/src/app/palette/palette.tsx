import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { addTexts } from '../../base/i18n.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { Spinner } from '../../ui/spinner.jsx'
import { type Entry, matching, useActions, useCodeEntry, useFoundEntries, usePages } from './entries.js'
import { useFound } from './found.js'
import { Keys } from './keys.jsx'
import { paletteTexts } from './texts.js'

await addTexts(paletteTexts)

interface PaletteProps {
  open: boolean
  onClose: () => void
  onHelp: () => void
}

/** Goes anywhere and does anything by typing: pages, actions, codes, and the names in the account. */
export function Palette({ open, onClose, onHelp }: PaletteProps) {
  const { t } = useTranslation('palette')
  const hasRun = useRef(false)
  const popup = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  const run = (entry: Entry) => {
    hasRun.current = true
    onClose()
    void entry.run()
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={popup}
          initialFocus={() => {
            before.current = document.activeElement
            return popup.current?.querySelector('input') ?? true
          }}
          aria-label={t('title')}
          // Base UI would pass over the page itself, to which Tab doesn't lead.
          finalFocus={() => {
            if (hasRun.current) focusPage()
            else if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
            hasRun.current = false
            return false
          }}
          className="fixed inset-x-0 top-0 z-50 flex max-h-[85dvh] flex-col border-b border-line bg-raised shadow-float transition duration-150 data-ending-style:-translate-y-3 data-ending-style:opacity-0 data-starting-style:-translate-y-3 data-starting-style:opacity-0 sm:top-[12dvh] sm:left-1/2 sm:max-h-[70dvh] sm:w-[calc(100vw-3rem)] sm:max-w-2xl sm:-translate-x-1/2 sm:rounded-2xl sm:border"
        >
          <Lines onRun={run} onHelp={onHelp} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Once a line has run, the focus is in the window that it opened, or else on the page, at its top. */
function focusPage(): void {
  if (!document.querySelector('[data-sheet]')) document.getElementById('main')?.focus({ preventScroll: true })
}

/** The field and the lines below it. */
function Lines({ onRun, onHelp }: { onRun: (entry: Entry) => void; onHelp: () => void }) {
  const { t } = useTranslation(['palette', 'common'])
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const found = useFound(text)
  const groups = [
    { value: t('found'), items: [...useCodeEntry(text), ...useFoundEntries(text.trim() ? (found.data ?? []) : [])] },
    { value: t('actions'), items: matching(useActions(onHelp), text) },
    { value: t('pages'), items: matching(usePages(), text) },
  ].filter(({ items }) => items.length > 0)
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={text}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setText(next)}
      itemToStringValue={({ label }: Entry) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2 border-b border-line px-4 py-2">
        <Search className="size-4.5 shrink-0 text-soft" aria-hidden="true" />
        <Autocomplete.Input
          aria-label={t('label')}
          placeholder={t('hint')}
          maxLength={255}
          autoCapitalize="off"
          spellCheck="false"
          className="min-h-10 min-w-0 grow bg-transparent text-base outline-none placeholder:text-soft"
        />
        {found.isFetching ? <Spinner className="size-4 shrink-0 text-soft" /> : null}
        <Dialog.Close render={<Button look="quiet" size="icon-small" aria-label={t('common:close')} />}>
          <X aria-hidden="true" />
        </Dialog.Close>
      </div>
      <Autocomplete.Status className="sr-only">
        {found.isFetching ? t('searching') : t('count', { count })}
      </Autocomplete.Status>
      {found.error ? (
        <p className="border-b border-line px-4 py-2.5 text-sm text-seal">
          {t('notSearched')} {errorText(found.error)}
        </p>
      ) : null}
      <Autocomplete.Empty>
        {found.isFetching ? null : <p className="px-4 py-6 text-soft">{t('none', { text: text.trim() })}</p>}
      </Autocomplete.Empty>
      <Autocomplete.List className="scroll-py-2 overflow-y-auto overscroll-contain p-2 data-empty:hidden">
        {(group: (typeof groups)[number]) => (
          <Autocomplete.Group key={group.value} items={[...group.items]} className="not-last:mb-2">
            <Autocomplete.GroupLabel className="px-2.5 py-1.5 text-sm font-medium text-soft">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: Entry) => <Line key={entry.id} entry={entry} onRun={onRun} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

function Line({ entry, onRun }: { entry: Entry; onRun: (entry: Entry) => void }) {
  const { icon: Icon, label, text, keys } = entry
  return (
    <Autocomplete.Item
      value={entry}
      onClick={() => onRun(entry)}
      className="flex min-h-10 cursor-default items-center gap-3 rounded-lg px-2.5 text-base outline-none select-none data-highlighted:bg-wood-wash [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-soft data-highlighted:[&_svg]:text-wood"
    >
      <Icon aria-hidden="true" />
      <span className="min-w-0 grow truncate">{label}</span>
      {text ? <span className="shrink-0 text-sm text-soft">{text}</span> : null}
      {keys ? <Keys name={keys} /> : null}
    </Autocomplete.Item>
  )
}
