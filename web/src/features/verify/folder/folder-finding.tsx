import type { FolderComparison, KnownBlock } from '@tallystick/proof'
import { FolderUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DropZone } from '../../../ui/forms/drop-zone.jsx'
import type { ManifestJudgement } from '../checking/judge-manifest.js'
import { CompareAgain, CompareBlock } from '../compare-block.jsx'
import { FolderVerdict } from './folder-verdict.jsx'
import { ManifestFacts, manifestCommand } from './manifest-facts.jsx'
import { ProblemList, SystemFiles } from './problem-list.jsx'

interface FolderFindingProps {
  manifest: ManifestJudgement
  comparison: FolderComparison | null
  /** File name of the manifest. */
  name: string
  onFiles: (files: File[]) => void
  onKnown: (known: readonly KnownBlock[]) => void
  onForget: () => void
}

/** Result of checking a folder. */
export function FolderFinding({ manifest, comparison, name, onFiles, onKnown, onForget }: FolderFindingProps) {
  const { t } = useTranslation('verify')
  const differs = comparison !== null && comparison.problems.length > 0
  const isOther = differs && comparison.problems.some(({ problem }) => problem !== 'extra')
  const respelled = comparison?.respelled.length ?? 0
  const leftBySystem = comparison?.leftBySystem ?? []
  return (
    <>
      <FolderVerdict manifest={manifest} comparison={comparison} />
      {manifest.refusal === 'block' ? <CompareAgain onForget={onForget} /> : null}
      {manifest.outcome === 'consistent' && manifest.blocks.length > 0 && !isOther ? (
        <CompareBlock
          blocks={manifest.blocks}
          isOneEnough={false}
          isAsked={false}
          command={manifestCommand(t('facts.byHandFolder'), name)}
          onKnown={onKnown}
        />
      ) : null}
      {differs ? <ProblemList comparison={comparison} files={manifest.files} /> : null}
      {respelled > 0 ? <p className="text-soft">{t('folder.respelled', { count: respelled })}</p> : null}
      {leftBySystem.length > 0 ? <SystemFiles paths={leftBySystem} /> : null}
      {manifest.outcome !== 'refused' && manifest.files.length > 0 && (comparison === null || differs) ? (
        <DropZone
          title={t(differs ? 'folder.drop.other' : 'folder.drop.title')}
          text={t(differs ? 'folder.drop.otherText' : 'folder.drop.text')}
          button={t('folder.drop.files')}
          folderButton={t('folder.drop.button')}
          icon={<FolderUp aria-hidden="true" />}
          multiple
          onFiles={onFiles}
          className="py-8"
        />
      ) : null}
      {manifest.outcome === 'refused' ? null : <ManifestFacts manifest={manifest} name={name} />}
    </>
  )
}
