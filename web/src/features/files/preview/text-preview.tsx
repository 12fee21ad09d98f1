import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Toggle } from '../../../ui/forms/toggle.jsx'
import { Spinner } from '../../../ui/spinner.jsx'
import type { FileDetails } from '../model/items.js'
import { readTable, type TableStart } from './csv.js'
import { CsvTable } from './csv-table.jsx'
import { MarkdownText } from './markdown/markdown-text.jsx'
import { parseMarkdown, type Tokens } from './markdown/parse.js'
import { readText, type ShownText } from './read-text.js'

/** A text, and what it is besides. */
interface Shown extends ShownText {
  table?: TableStart
  /** Null when the text can't be formatted. */
  tokens?: Tokens | null
}

/** All texts have the same type, so their names say which are more. */
function formOf({ fileName, file }: FileDetails): 'markdown' | 'table' | 'plain' {
  const name = /\.\w+$/.test(fileName) ? fileName : file.fileName
  if (/\.(md|markdown)$/i.test(name)) return 'markdown'
  return /\.(csv|tsv)$/i.test(name) ? 'table' : 'plain'
}

async function read(file: FileDetails, form: string): Promise<Shown> {
  const shown = await readText(file)
  if (form === 'markdown') return { ...shown, tokens: await parseMarkdown(shown.text) }
  return form === 'table' ? { ...shown, table: readTable(shown.text, shown.isCut) } : shown
}

/**
 * The beginning of a text: as it is, as a table, or with its Markdown. Whatever it holds becomes text nodes of elements chosen here,
 * never HTML, so nothing in it runs.
 */
export function TextPreview({ file }: { file: FileDetails }) {
  const { t } = useTranslation('files')
  const form = formOf(file)
  const [view, setView] = useState<'formatted' | 'source'>('formatted')
  const { data, error } = useQuery({
    queryKey: ['files', 'text', file._id, file.attachmentHash, form],
    queryFn: () => read(file, form),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const label = t('preview', { name: file.fileName })
  const isFormatted = view === 'formatted'
  const isCut = data && (isFormatted && data.table ? data.table.isCut : data.isCut)
  const notes = [data?.tokens === null ? t('textPreview.notFormatted') : '', isCut ? t('textPreview.cut') : '']
  const note = notes.filter(Boolean).join(' ')
  return (
    <section aria-label={label} className="overflow-hidden rounded-2xl border border-line bg-raised">
      {note || data?.table || data?.tokens ? (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-1.5">
          <p className="text-sm text-soft">{note}</p>
          {data?.table || data?.tokens ? (
            <Toggle
              label={t('textPreview.view')}
              value={view}
              onChange={setView}
              choices={[
                { value: 'formatted', label: t(data.table ? 'textPreview.table' : 'textPreview.formatted') },
                { value: 'source', label: t('textPreview.source') },
              ]}
            />
          ) : null}
        </div>
      ) : null}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        dir="auto"
        className="max-h-[65dvh] overflow-auto px-4 py-4 focus-visible:-outline-offset-2"
      >
        {error ? (
          <p className="p-3 text-center text-soft">{t('textPreview.failed')}</p>
        ) : !data ? (
          <Spinner className="mx-auto size-6 text-soft" />
        ) : isFormatted && data.table ? (
          <CsvTable label={label} table={data.table} />
        ) : isFormatted && data.tokens ? (
          <MarkdownText tokens={data.tokens} />
        ) : (
          <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">{data.text}</pre>
        )}
      </div>
    </section>
  )
}
