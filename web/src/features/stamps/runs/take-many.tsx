import { useMutation } from '@tanstack/react-query'
import { Check, FileArchive, FileBadge, Link2, type LucideIcon, Sheet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Checkbox } from '../../../ui/forms/choice.jsx'
import { copyText } from '../../../ui/values/copy-button.jsx'
import type { ProofPart } from '../kept.js'
import { eachStamp } from '../stamp-queries.js'
import { useExport } from '../use-export.js'

interface TakeManyProps {
  /** Id of the run. */
  run: string
  /** Number of its stamps. */
  count: number
  isPrivate: boolean
  /** Whether the service doesn't have all of its stamps yet. */
  isWaiting?: boolean
  /** Whether something else comes first on the page. */
  isSecond?: boolean
  /** Whether it is in a pane, which has a frame of its own. */
  isInPane?: boolean
}

const parts: readonly ProofPart[] = ['pdf', 'html', 'json', 'ots']

/** All that one takes along after a run: proofs, one certificate, the list, the links. */
export function TakeMany({
  run,
  count,
  isPrivate,
  isWaiting = false,
  isSecond = false,
  isInPane = false,
}: TakeManyProps) {
  const { t } = useTranslation(['runs', 'stamps'])
  const { save, preparing } = useExport()
  const [chosen, setChosen] = useState<readonly ProofPart[]>(['pdf', 'json'])
  const select = { filter: { run } }
  return (
    <section
      aria-label={t('take.label')}
      className={cn(
        'grid text-ink',
        isInPane
          ? 'border-t border-line'
          : 'rounded-xl border border-line bg-raised md:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]',
      )}
    >
      <div className={cn('flex flex-col items-start gap-4 p-4', isInPane || 'sm:p-6')}>
        <div>
          <h2 className="text-lg font-semibold">{t('take.proofs', { count })}</h2>
          <p className="mt-1 text-base text-soft">{t('take.proofsText')}</p>
        </div>
        <fieldset className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
          <legend className="sr-only">{t('take.formats')}</legend>
          {parts.map((part) => (
            <Checkbox
              key={part}
              label={t(`stamps:one.formats.${part}`)}
              checked={chosen.includes(part)}
              onChange={(isChosen) =>
                setChosen((before) => parts.filter((one) => (one === part ? isChosen : before.includes(one))))
              }
            />
          ))}
        </fieldset>
        <Button
          look={isSecond ? 'secondary' : 'primary'}
          className="max-sm:w-full"
          busy={isWaiting || preparing === 'zip'}
          disabled={chosen.length === 0}
          onClick={() => save('zip', select, [...chosen])}
        >
          <FileArchive aria-hidden="true" />
          {t('take.zip')}
        </Button>
        <p className="text-sm text-soft">{t('take.whenFinal')}</p>
      </div>
      <div
        className={cn(
          'flex flex-col justify-center divide-y divide-line border-t border-line px-4 py-2',
          isInPane || 'sm:px-6 md:border-s md:border-t-0',
        )}
      >
        <Row icon={FileBadge} name={t('take.combined')} text={t('take.combinedText')}>
          <Button size="small" busy={preparing === 'pdf'} disabled={isWaiting} onClick={() => save('pdf', select)}>
            PDF
          </Button>
        </Row>
        <Row icon={Sheet} name={t('take.list')} text={t('take.listText')}>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              size="small"
              busy={preparing === format}
              disabled={isWaiting}
              onClick={() => save(format, select)}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </Row>
        <Row icon={Link2} name={t('take.links')} text={t(isPrivate ? 'take.noLinks' : 'take.linksText')}>
          <CopyLinks run={run} disabled={isPrivate || isWaiting} />
        </Row>
      </div>
    </section>
  )
}

interface RowProps {
  icon: LucideIcon
  name: string
  text: string
  children: ReactNode
}

function Row({ icon: Icon, name, text, children }: RowProps) {
  return (
    <div className="flex items-center gap-3 py-3">
      <Icon className="size-5 shrink-0 text-wood" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-soft">{text}</p>
      </div>
      {children}
    </div>
  )
}

/** Copies a line for each public stamp: its name and its link, which spreadsheets take as two columns. */
function CopyLinks({ run, disabled }: { run: string; disabled: boolean }) {
  const { t } = useTranslation('runs')
  const errorText = useErrorText()
  const copy = useMutation({
    mutationFn: async () => {
      const lines: string[] = []
      for await (const { name, code } of eachStamp({ run, isPrivate: false })) {
        lines.push(`${name}\t${location.origin}/s/${code}`)
      }
      await copyText(lines.join('\n'))
      return lines.length
    },
    onSuccess: (count) => showToast({ title: t('take.copied', { count }) }),
    onError: (error) => showToast({ title: errorText(error), tone: 'bad' }),
  })
  return (
    <Button size="small" busy={copy.isPending} disabled={disabled} onClick={() => copy.mutate()}>
      {copy.isSuccess ? <Check className="text-moss" aria-hidden="true" /> : null}
      {t('take.copy')}
    </Button>
  )
}
