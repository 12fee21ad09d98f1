import {
  csvTable,
  type KnownBlock,
  type Row,
  sayReason,
  sourcesOfRow,
  timeOfRow,
  totalsOf,
  verifierCommand,
} from '@tallystick/proof'
import { useState } from 'react'
import { addTexts } from '../../../base/i18n.js'
import type { BlockAnchor } from '../../../checking/anchors.js'
import { sourcesText } from '../../../checking/spoken-rows.js'
import { useTranslation } from '../../../texts/translation.js'
import { DropZone } from '../../../ui/forms/drop-zone.jsx'
import { saveBlob } from '../../../ui/values/save-blob.js'
import { CompareAgain, CompareBlock } from '../compare-block.jsx'
import { useManyWords } from '../use-words.js'
import type { ManyResult } from './check-many.js'
import { type Group, isIn } from './groups.js'
import { ManyFilters } from './many-filters.jsx'
import { ManySummary } from './many-summary.jsx'
import { ManyTable } from './many-table.jsx'
import { type Order, sortRows } from './sorting.js'

const texts = import.meta.glob<Record<string, object>>('../../../texts/*/verify/verify-many.ts')
await addTexts((language) => texts[`../../../texts/${language}/verify/verify-many.ts`]?.() ?? {})

interface ManyFindingProps {
  result: ManyResult
  onFiles: (files: File[]) => void
  onKnown: (known: readonly KnownBlock[]) => void
  onForget: () => void
}

/** Result of checking many documents and proofs: the total, then each of them. */
export function ManyFinding({ result, onFiles, onKnown, onForget }: ManyFindingProps) {
  const { t } = useTranslation(['verifyMany', 'verify'])
  const [group, setGroup] = useState<Group | null>(null)
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<Order>({ column: 'verdict', isDescending: false })
  const words = useManyWords()
  const { rows, lookUp } = result
  const totals = totalsOf(rows)
  const shown = sortRows(
    rows.filter((row) => isIn(group, row) && isNamed(row, search)),
    order,
  )
  const blocks = blocksOf(rows)
  const save = () => {
    const column = (name: 'verdict' | 'reason' | 'document' | 'time' | 'by' | 'proof' | 'hash') => t(`columns.${name}`)
    const head = (['verdict', 'reason', 'document', 'time', 'by', 'proof', 'hash'] as const).map(column)
    const lines = shown.map((row) => [
      words.many.verdicts[row.verdict],
      sayReason(row, words, lookUp),
      row.document ?? '',
      timeOfRow(row) ?? '',
      sourcesText(sourcesOfRow(row), words.words),
      row.proof ?? '',
      row.brief?.hash ?? '',
    ])
    saveBlob(new Blob([csvTable([head, ...lines])], { type: 'text/csv' }), t('csvName'))
  }
  return (
    <>
      <ManySummary result={result} totals={totals} />
      <div className="flex flex-col gap-3">
        <ManyFilters rows={rows} group={group} onGroup={setGroup} search={search} onSearch={setSearch} onSave={save} />
        {shown.length > 0 ? (
          <ManyTable rows={shown} lookUp={lookUp} order={order} onOrder={setOrder} />
        ) : (
          <p className="rounded-xl border border-line bg-raised p-6 text-soft">{t('nothing')}</p>
        )}
      </div>
      <DropZone
        slim
        multiple
        title={t('add.title')}
        hint={t('verify:drop.hint')}
        button={t('add.files')}
        folderButton={t('add.folder')}
        onFiles={onFiles}
      />
      {rows.some(({ brief }) => brief?.failure?.code === 'block') ? <CompareAgain onForget={onForget} /> : null}
      {blocks.length > 0 ? (
        <CompareBlock
          blocks={blocks}
          isOneEnough={false}
          isAsked={totals.weakest === 'stated'}
          command={`${verifierCommand()} verify ${t('verify:facts.byHandFolder')}`}
          onKnown={onKnown}
        />
      ) : null}
    </>
  )
}

function isNamed({ document, proof }: Row, search: string): boolean {
  const text = search.trim().toLowerCase()
  return `${document ?? ''}\n${proof ?? ''}`.toLowerCase().includes(text)
}

/** The blocks that no one but the issuer vouches for, each once. */
function blocksOf(rows: readonly Row[]): BlockAnchor[] {
  const open = rows.flatMap(({ verdict, brief }) => {
    const isIssuers = brief?.sources.every(({ kind }) => kind === 'issuer-node') === true
    const isOpen = verdict === 'consistent' || (verdict === 'stated' && isIssuers)
    return isOpen && brief?.block !== undefined ? [brief.block] : []
  })
  return [...new Map(open.map((block) => [block.blockHash, block])).values()]
}
