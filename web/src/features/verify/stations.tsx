import type { ProofDocument } from '@tallystick/proof'
import {
  Blocks,
  Check,
  CircleDashed,
  FileText,
  type LucideIcon,
  Quote,
  Send,
  Split,
  TreeDeciduous,
  X,
} from 'lucide-react'
import { anchorsOf, type DocumentFinding } from '../../checking/anchors.js'
import { chainText } from '../../checking/spoken.js'
import { useTranslation } from '../../texts/translation.js'
import { cn } from '../../ui/classes.js'
import { failureOf, type Station, type StationState, stationStates, stations } from './station-states.js'
import { useWords } from './use-words.js'

const icons: Record<Station, LucideIcon> = {
  document: FileText,
  path: Split,
  root: TreeDeciduous,
  transaction: Send,
  block: Blocks,
}
const marks: Record<StationState, { icon: LucideIcon; look: string }> = {
  ok: { icon: Check, look: 'border-moss bg-moss-wash text-moss' },
  stated: { icon: Quote, look: 'border-wood bg-wood-wash text-wood' },
  open: { icon: CircleDashed, look: 'border-amber bg-amber-wash text-amber' },
  uncompared: { icon: CircleDashed, look: 'border-amber bg-amber-wash text-amber' },
  named: { icon: CircleDashed, look: 'border-amber bg-amber-wash text-amber' },
  fail: { icon: X, look: 'border-seal bg-seal-wash text-seal' },
  unseen: { icon: CircleDashed, look: 'border-line bg-raised text-soft' },
}

interface StationsProps {
  finding: DocumentFinding
  digest: string | null
  document: File | null
}

/** Stations from the document to the chain, with details on request. */
export function Stations(props: StationsProps) {
  const { t } = useTranslation('verify')
  return (
    <section>
      <h2 className="mb-4 text-lg font-semibold">{t('stations.title')}</h2>
      <StationList {...props} />
    </section>
  )
}

/** The stations themselves. */
export function StationList({ finding, digest, document }: StationsProps) {
  const { t } = useTranslation('verify')
  const states = stationStates(finding)
  const hasStateProof = anchorsOf(finding)[0]?.stateProof !== undefined
  const textOf = (station: Station) => {
    const state = states[station]
    if (state === 'fail') return t(`stations.fails.${failureOf(finding)}`)
    if (station !== 'block') return t(`stations.${station}.${state === 'stated' ? 'ok' : state}`)
    if (state === 'ok' || state === 'uncompared' || state === 'stated')
      return t(`stations.block.${state}${hasStateProof ? 'State' : ''}`)
    return t(`stations.block.${state}`)
  }
  return (
    <ol className="flex flex-col lg:grid lg:grid-cols-5">
      {stations.map((station, at) => {
        const state = states[station]
        const Icon = icons[station]
        const { icon: Mark, look } = marks[state]
        return (
          <li key={station} className="relative flex gap-4 pb-6 last:pb-0 lg:flex-col lg:gap-3 lg:pe-4 lg:pb-0">
            {at < stations.length - 1 ? (
              <span
                aria-hidden="true"
                className={cn(
                  'absolute top-11 bottom-0 left-5.5 w-px lg:top-5.5 lg:right-0 lg:bottom-auto lg:left-11 lg:h-px lg:w-auto',
                  state === 'ok' ? 'bg-moss' : 'bg-line',
                )}
              />
            ) : null}
            <span
              className={cn(
                'relative z-10 flex size-11 shrink-0 items-center justify-center rounded-full border-2',
                look,
              )}
            >
              <Icon className="size-5" aria-hidden="true" />
              <span className={cn('absolute -right-1.5 -bottom-1.5 rounded-full border p-0.5', look)}>
                <Mark className="size-3" strokeWidth={3} aria-hidden="true" />
              </span>
            </span>
            <div className="min-w-0 flex-1">
              <h3 className="font-medium">
                {t(`stations.${station}.name`)}
                <span className="sr-only">: {t(`stations.state.${state}`)}</span>
              </h3>
              <p className="text-base text-soft">{textOf(station)}</p>
              {state === 'unseen' ? null : (
                <Details finding={finding} digest={digest} station={station} document={document} />
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Details({ finding, digest, station, document }: StationsProps & { station: Station }) {
  const { t } = useTranslation('verify')
  const words = useWords()
  const proof = finding.about === 'proof' ? finding.proof : undefined
  const anchor = anchorsOf(finding)[0] ?? proof?.anchors[0]
  const { hash, root } =
    finding.about === 'ots' ? { hash: finding.digest, root: finding.anchors[0]?.root } : (proof ?? {})
  if (hash === undefined || !anchor) return null
  const values: Record<Station, [string, string | undefined][]> = {
    document: [
      [t('facts.file'), document?.name],
      [t('facts.yourHash'), digest ?? undefined],
      [t('facts.hash'), hash],
    ],
    // Not the place in the tree: several pairs of leafIndex and treeSize fit one path.
    path: proof ? [[t('facts.commitment'), proof.commitment]] : [],
    root: [[t('facts.root'), root]],
    transaction: [
      [t('facts.transaction'), anchor.transactionId],
      [t('facts.contract'), anchor.contract],
      [t('facts.notary'), anchor.notary],
    ],
    block: [
      [t('facts.chain'), chainText(anchor, words)],
      [t('facts.network'), anchor.network ? t('facts.quoted', { text: anchor.network }) : undefined],
      [t('facts.blockNumber'), anchor.blockNumber?.toString()],
      [t('facts.blockHash'), anchor.blockHash],
      [t('facts.blockTime'), anchor.blockTime],
    ],
  }
  if (values[station].length === 0) return null
  return (
    <details className="mt-1.5 text-sm">
      <summary className="link w-fit cursor-pointer list-none">
        {t('details')}
        <span className="sr-only"> ({t(`stations.${station}.name`)})</span>
      </summary>
      {station === 'path' && proof && proof.path.length > 0 ? <PathDrawing proof={proof} /> : null}
      <dl className="mt-2 flex flex-col gap-2">
        {values[station].map(([name, value]) =>
          value === undefined ? null : (
            <div key={name}>
              <dt className="text-soft">{name}</dt>
              <dd className="font-mono text-sm leading-5 break-all">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </details>
  )
}

const rise = 22
const width = 150

/** Returns for each level whether our node is the left one, from the leaf up (RFC 9162 §2.1.3.2). */
function turnsOf(leafIndex: number, treeSize: number, steps: number): boolean[] {
  const turns: boolean[] = []
  let node = leafIndex
  let last = treeSize - 1
  for (let step = 0; step < steps; step++) {
    // The last node of an odd level has no sibling, and rises until it gets one.
    while (node % 2 === 0 && node === last && last > 0) {
      node = Math.floor(node / 2)
      last = Math.floor(last / 2)
    }
    turns.push(node % 2 === 0)
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return turns
}

/** Draws how the document's leaf joins others, level by level, up to the root. */
function PathDrawing({ proof: { leafIndex, treeSize, path } }: { proof: ProofDocument }) {
  const { t } = useTranslation('verify')
  const turns = turnsOf(leafIndex, treeSize, path.length)
  const height = rise * path.length + 24
  let x = width / 2
  const levels = turns.map((isLeft, level) => {
    const y = height - 12 - level * rise
    const spread = 16
    const sibling = isLeft ? x + spread * 2 : x - spread * 2
    const parent = isLeft ? x + spread : x - spread
    const drawn = { x, y, sibling, parent }
    // Keeps the path inside the drawing: only left and right matter.
    x = Math.max(44, Math.min(width - 44, parent))
    return { ...drawn, shown: x }
  })
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('pathDrawing', { count: path.length })}
      className="mt-2 w-full max-w-44"
    >
      {levels.map(({ x, y, sibling, shown }) => (
        <g key={y} fill="none" strokeWidth="1.5">
          <path d={`M${sibling} ${y}L${shown} ${y - rise}`} className="stroke-edge" />
          <path d={`M${x} ${y}L${shown} ${y - rise}`} className="stroke-wood" strokeWidth="2" />
          <circle cx={sibling} cy={y} r="4" className="fill-raised stroke-edge" />
          <circle cx={x} cy={y} r="4.5" className="fill-wood" />
        </g>
      ))}
      <circle cx={x} cy={height - 12 - path.length * rise} r="6" className="fill-ink" />
    </svg>
  )
}
