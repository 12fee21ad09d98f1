import { FileUp } from 'lucide-react'
import type { Ref } from 'react'
import { startFits } from '../../../checking/anchors.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { OriginalPart } from '../original-part.jsx'
import { Moment } from './moment.jsx'
import { SharedFacts } from './shared-facts.jsx'
import type { Judged, Shared } from './shared-page.js'
import { PanelFrame } from './stamp-panel.jsx'
import { useFileChoice } from './use-file-choice.jsx'

interface OtherDocumentProps {
  /** The visitor's document, with its digest. */
  own: Judged & { document: File }
  /** Digest of what was stamped, hex. */
  stamped: string
  onFiles: (files: File[]) => void
  ref: Ref<HTMLElement>
}

/** Says that the visitor's document isn't the one that was stamped. */
export function OtherDocument({ own, stamped, onFiles, ref }: OtherDocumentProps) {
  const { t } = useTranslation('shared')
  const { choose, input } = useFileChoice(onFiles)
  const { document, digest, finding, start } = own
  const isCopy = startFits(finding)
  return (
    <PanelFrame ref={ref} outcome="refused" state={t('state.other')} hashes={[digest, stamped]} isJoined={false}>
      <div role="status">
        <h1 className="text-lg leading-snug font-semibold [overflow-wrap:anywhere] sm:text-2xl">
          {t(isCopy ? 'other.copyTitle' : 'other.title', { name: document.name })}
        </h1>
      </div>
      <p className="max-w-prose">{t(isCopy ? 'other.copyText' : 'other.text')}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {[
          [t('other.stamped'), stamped],
          [t('other.yours'), digest],
        ].map(([term, hash]) => (
          <div key={term} className="contents">
            <dt className="text-soft">{term}</dt>
            <dd className="font-mono break-all">{hash}</dd>
          </div>
        ))}
      </dl>
      {isCopy && start ? (
        <OriginalPart
          copy={document}
          length={start.length}
          finding={finding.about === 'proof' ? finding.original : undefined}
          heading="h2"
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button className="max-sm:w-full" onClick={choose}>
          <FileUp aria-hidden="true" />
          {t('other.again')}
        </Button>
        <p className="min-w-0 flex-1 basis-60 text-sm text-soft">{t('other.earlier')}</p>
      </div>
      {input}
    </PanelFrame>
  )
}

/** Keeps in sight what was stamped, beside a document that isn't it. */
export function WhatWasStamped({ shared, judged }: { shared: Shared; judged: Judged }) {
  const { t } = useTranslation('shared')
  const { time, anchor, outcome } = judged.finding
  const at = time?.latest ?? anchor?.blockTime
  const host = location.host
  return (
    <section className="flex flex-col gap-3 rounded-xl border border-line bg-raised p-4 sm:p-6" data-testid="stamped">
      <h2 className="text-sm font-medium text-soft">{t('other.what')}</h2>
      <p className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">{shared.name}</p>
      <Moment
        at={at ?? shared.receivedAt}
        note={t(at === undefined ? 'receivedTime' : 'statedTime', { host })}
        {...(outcome === 'confirmed' && { note: null })}
      />
      <SharedFacts shared={shared} />
    </section>
  )
}
