import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { DropZone } from '../../ui/drop-zone.jsx'
import type { Judgement } from './checking/judgement.js'
import { ProofFacts } from './proof-facts.jsx'
import type { Evidence } from './sort-files.js'
import { Stations } from './stations.jsx'
import { VerdictPanel } from './verdict-panel.jsx'

interface DocumentFindingProps {
  judgement: Judgement
  document: File | null
  evidence: Evidence
  onFiles: (files: File[]) => void
  onDocument: (file: File) => void
}

/** What came out of a check of a document and its proof, or of either alone. */
export function DocumentFinding({ judgement, document, evidence, onFiles, onDocument }: DocumentFindingProps) {
  const { t } = useTranslation('verify')
  const { file, form } = evidence
  const isCertificate = form === 'pdf' || form === 'html'
  const wants = document === null || judgement.refusal === 'document' || judgement.refusal === 'absent'
  return (
    <>
      <VerdictPanel judgement={judgement} document={document} />
      {wants ? (
        <DropZone
          title={t(document ? 'other.title' : 'missing.title')}
          text={t(document ? 'other.text' : 'missing.text')}
          button={t('drop.button')}
          multiple
          onFiles={onFiles}
          className="py-8"
        />
      ) : null}
      {isCertificate && file && document === null ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-soft">
          <p className="min-w-0 [overflow-wrap:anywhere]">{t('itself.text', { name: file.name })}</p>
          <Button size="small" onClick={() => onDocument(file)}>
            {t('itself.button')}
          </Button>
        </div>
      ) : null}
      {judgement.refusal === 'absent' ? null : <Stations judgement={judgement} document={document} />}
      {judgement.proof ? <ProofFacts judgement={judgement} proof={judgement.proof} evidence={evidence} /> : null}
    </>
  )
}
