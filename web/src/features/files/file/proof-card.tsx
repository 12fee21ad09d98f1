import { FileDiff } from 'lucide-react'
import { network } from '../../../base/network.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { chooseFile } from '../../../ui/forms/choose-files.js'
import { Card } from '../../../ui/frame/card.jsx'
import { Disclosure } from '../../../ui/frame/disclosure.jsx'
import { CopyButton } from '../../../ui/values/copy-button.jsx'
import { Fact, Facts } from '../../../ui/values/facts.jsx'
import { Time } from '../../../ui/values/time.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import type { FileDetails } from '../model/items.js'
import { ProofMenu } from './proof-menu.jsx'
import { ProofState } from './proof-state.jsx'

/** Proof of a file: plain words first, the evidence below. */
export function ProofCard({ file }: { file: FileDetails }) {
  const { t } = useTranslation('files')
  const open = useDialogs()
  const { blockNumber, blockTime, isOwn } = file
  const compare = async () => {
    const candidate = await chooseFile()
    if (candidate) open({ show: 'compare', file, candidate, isOwn })
  }
  return (
    <Card>
      <ProofState file={file} />
      <div className="mt-4 flex flex-wrap gap-2">
        <ProofMenu file={file} />
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
