import { proofFileName } from '@tallystick/proof'
import { ChevronDown, CircleCheck, CircleX, Clock, FileDiff, ScrollText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../base/i18n.js'
import { network } from '../../../base/network.js'
import { serviceLanguage } from '../../../texts/languages.js'
import { Button } from '../../../ui/button.jsx'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Card } from '../../../ui/frame/card.jsx'
import { Disclosure } from '../../../ui/frame/disclosure.jsx'
import { Menu, MenuItem } from '../../../ui/frame/menu.jsx'
import { CopyButton } from '../../../ui/values/copy-button.jsx'
import { Fact, Facts } from '../../../ui/values/facts.jsx'
import { Time } from '../../../ui/values/time.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import type { FileDetails } from '../model/items.js'
import { saveAnswer } from '../model/save.js'
import { chooseFile } from '../uploads/choose-files.js'

const icons = {
  submitted: <Clock className="text-amber" aria-hidden="true" />,
  confirmed: <Clock className="text-amber" aria-hidden="true" />,
  final: <CircleCheck className="text-moss" aria-hidden="true" />,
  failed: <CircleX className="text-seal" aria-hidden="true" />,
}

/** Proof formats, those for people first. */
const forms = ['pdf', 'html', 'json', 'tsr', 'ots'] as const

/** Proof of a file: plain words first, the evidence below. */
export function ProofCard({ file }: { file: FileDetails }) {
  const { t } = useTranslation('files')
  const language = useLanguage()
  const open = useDialogs()
  const errorText = useErrorText()
  const { _id: id, fileName: name, state, blockNumber, blockTime, isOwn } = file
  const save = (format: (typeof forms)[number]) =>
    saveAnswer(
      `/api/files/${id}/proof?format=${format}&lang=${serviceLanguage(language)}`,
      proofFileName({ name, code: id }, format),
    ).catch((error: unknown) => showToast({ title: errorText(error), tone: 'bad' }))
  const compare = async () => {
    const candidate = await chooseFile()
    if (candidate) open({ show: 'compare', file, candidate, isOwn })
  }
  return (
    <Card>
      <div className="flex gap-4 [&>svg]:size-8 [&>svg]:shrink-0 [&>svg]:stroke-[1.5]" data-proof={state}>
        {icons[state]}
        <div className="min-w-0">
          <h2 className="text-lg font-semibold" aria-live="polite">
            {t(`state.${state}`)}
          </h2>
          <p className="text-soft">{t(`stateMeans.${state}`)}</p>
          {network.isPrivate ? <p className="mt-1 text-soft">{t('privateChain')}</p> : null}
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Menu
          align="start"
          trigger={
            <Button>
              <ScrollText aria-hidden="true" />
              {t('action.proof')}
              <ChevronDown className="-me-1 text-soft" aria-hidden="true" />
            </Button>
          }
        >
          {forms.map((form) => (
            <MenuItem key={form} onSelect={() => void save(form)}>
              {t(`proofForms.${form}`)}
            </MenuItem>
          ))}
        </Menu>
        <Button onClick={() => void compare()}>
          <FileDiff aria-hidden="true" />
          {t('action.compare')}
        </Button>
      </div>
      <Disclosure className="mt-4 border-t border-line pt-3" title={t('proofDetails')}>
        <Facts>
          {blockTime === null ? null : (
            <Fact name={t('inBlockSince')}>
              <Time at={blockTime} withSeconds />
            </Fact>
          )}
          {blockNumber === null ? null : <Fact name={t('block')}>{blockNumber}</Fact>}
          <Fact name={t('network')}>
            {network.name} ({network.chain})
          </Fact>
          <Fact name={t('transaction')} mono copy={{ text: file.transactionId, label: t('copyTransaction') }}>
            {file.transactionId}
          </Fact>
          <Fact name={t('fingerprint')} mono copy={{ text: file.attachmentHash, label: t('copyFingerprint') }}>
            {file.attachmentHash}
          </Fact>
        </Facts>
      </Disclosure>
      {file.fileType === 'public' && isOwn ? (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <p className="min-w-0 text-base">
            {t('publicPage')}{' '}
            <a
              className="link wrap-anywhere max-sm:block"
              href={`/s/${file.uniqueId}`}
              target="_blank"
              rel="noreferrer"
            >
              {location.host}
              <wbr />
              {`/s/${file.uniqueId}`}
            </a>
          </p>
          <CopyButton text={`${location.origin}/s/${file.uniqueId}`} label={t('copyLink')} withText />
        </div>
      ) : null}
    </Card>
  )
}
