import type { FolderComparison, FolderProblem, ManifestFile, ManifestFinding } from '@tallystick/proof'
import { FileMinus, FilePen, FilePlus, FileQuestion, FileSymlink, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { Card } from '../../../ui/frame/card.jsx'
import { Disclosure } from '../../../ui/frame/disclosure.jsx'
import { utcText } from '../../../ui/values/dates.js'
import { bytesText, countText } from '../../../ui/values/formats.js'

/** Most serious first. */
const kinds = ['changed', 'missing', 'moved', 'extra', 'link', 'special', 'unreadable'] as const
type Kind = (typeof kinds)[number]

const icons: Record<Kind, LucideIcon> = {
  changed: FilePen,
  missing: FileMinus,
  moved: FileSymlink,
  extra: FilePlus,
  link: FileQuestion,
  special: FileQuestion,
  unreadable: FileQuestion,
}
const pageSize = 100

interface ProblemListProps {
  comparison: FolderComparison
  files: readonly ManifestFile[]
  /** By batch, see {@link ManifestFinding}. */
  anchors: ManifestFinding['anchors']
}

/** Differences between a folder and its manifest, by kind. */
export function ProblemList({ comparison, files, anchors }: ProblemListProps) {
  const { t } = useTranslation('verify')
  const { problems } = comparison
  const recordedAt = new Map(files.map(({ path, batch }) => [path, anchors[batch]?.blockTime ?? null]))
  return (
    <Card title={t('folder.problems')}>
      <div className="flex flex-col gap-6">
        {kinds.map((kind) => {
          const own = problems.filter(({ problem }) => problem === kind)
          return own.length > 0 ? <Group key={kind} kind={kind} problems={own} recordedAt={recordedAt} /> : null
        })}
      </div>
    </Card>
  )
}

interface GroupProps {
  kind: Kind
  problems: readonly FolderProblem[]
  recordedAt: ReadonlyMap<string, string | null>
}

function Group({ kind, problems, recordedAt }: GroupProps) {
  const { t, i18n } = useTranslation(['verify', 'common'])
  const [shown, setShown] = useState(pageSize)
  const Icon = icons[kind]
  return (
    <section data-kind={kind}>
      <h3 className="flex items-center gap-2 font-medium">
        <Icon className="size-5 text-soft" aria-hidden="true" />
        {t(`folder.kinds.${kind}`)}
        <span className="tabular font-normal text-soft">{countText(i18n.language, problems.length)}</span>
      </h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {problems.slice(0, shown).map((problem) => (
          <Row key={problem.path} problem={problem} recordedAt={recordedAt.get(problem.path) ?? null} />
        ))}
      </ul>
      {problems.length > shown ? (
        <Button size="small" className="mt-3" onClick={() => setShown(shown + 10 * pageSize)}>
          {t('common:more')}
        </Button>
      ) : null}
    </section>
  )
}

function Row({ problem, recordedAt }: { problem: FolderProblem; recordedAt: string | null }) {
  const { t, i18n } = useTranslation('verify')
  const facts = [
    amountOf(problem, t, i18n.language),
    recordedAt === null ? '' : t('folder.recordedAt', { moment: utcText(i18n.language, recordedAt) }),
  ].filter((fact) => fact !== '')
  return (
    <li className="py-2">
      <p className="break-words [overflow-wrap:anywhere]">{problem.path}</p>
      {facts.length > 0 ? <p className="text-sm text-soft [overflow-wrap:anywhere]">{facts.join(' · ')}</p> : null}
    </li>
  )
}

function amountOf(
  { problem, size, expectedSize, at }: FolderProblem,
  t: ReturnType<typeof useTranslation<'verify'>>['t'],
  language: string,
): string {
  const bytes = (amount: number | undefined) => (amount === undefined ? '' : bytesText(language, amount))
  if (problem === 'moved') return t('folder.movedTo', { path: at ?? '' })
  if (problem !== 'changed') return bytes(size ?? expectedSize)
  if (size === undefined) return ''
  if (size === expectedSize) return t('folder.changedContent', { size: bytes(size) })
  // Rounding would hide small differences of large files.
  const [now, before] = [bytes(size), bytes(expectedSize)]
  const exact = (amount: number | undefined) => `${countText(language, amount ?? 0)} B`
  return now === before
    ? t('folder.changedSize', { size: exact(size), expected: exact(expectedSize) })
    : t('folder.changedSize', { size: now, expected: before })
}

/** Files the operating system added on its own; harmless. */
export function SystemFiles({ paths }: { paths: readonly string[] }) {
  const { t } = useTranslation(['verify', 'common'])
  const [shown, setShown] = useState(pageSize)
  return (
    <Disclosure title={t('folder.leftBySystem', { count: paths.length })}>
      <ul className="divide-y divide-line border-y border-line" data-kind="system">
        {paths.slice(0, shown).map((path) => (
          <li key={path} className="break-words py-2 [overflow-wrap:anywhere]">
            {path}
          </li>
        ))}
      </ul>
      {paths.length > shown ? (
        <Button size="small" className="mt-3" onClick={() => setShown(shown + 10 * pageSize)}>
          {t('common:more')}
        </Button>
      ) : null}
    </Disclosure>
  )
}
