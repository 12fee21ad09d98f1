import type { FolderComparison, KnownBlock, ManifestFinding } from '@tallystick/proof'
import { FolderUp } from 'lucide-react'
import { blocksOf } from '../../../checking/anchors.js'
import { useTranslation } from '../../../texts/translation.js'
import { DropZone } from '../../../ui/forms/drop-zone.jsx'
import { CompareAgain, CompareBlock } from '../compare-block.jsx'
import { FolderVerdict } from './folder-verdict.jsx'
import { ManifestFacts, manifestCommand } from './manifest-facts.jsx'
import { ProblemList, SystemFiles } from './problem-list.jsx'

interface FolderFindingProps {
  finding: ManifestFinding
  comparison: FolderComparison | null
  /** File name of the manifest. */
  name: string
  onFiles: (files: File[]) => void
  onKnown: (known: readonly KnownBlock[]) => void
  onForget: () => void
}

/** Result of checking a folder. */
export function FolderFinding({ finding, comparison, name, onFiles, onKnown, onForget }: FolderFindingProps) {
  const { t } = useTranslation('verify')
  const differs = comparison !== null && comparison.problems.length > 0
  const { outcome, failure, manifest } = finding
  const files = manifest?.files ?? []
  const blocks = blocksOf(finding)
  const respelled = comparison?.respelled.length ?? 0
  const leftBySystem = comparison?.leftBySystem ?? []
  return (
    <>
      <FolderVerdict finding={finding} comparison={comparison} />
      {failure?.code === 'block' ? <CompareAgain onForget={onForget} /> : null}
      {outcome === 'consistent' && blocks.length > 0 && !differs ? (
        <CompareBlock
          blocks={blocks}
          isOneEnough={false}
          isAsked={false}
          command={manifestCommand(t('facts.byHandFolder'), name)}
          onKnown={onKnown}
        />
      ) : null}
      {differs ? <ProblemList comparison={comparison} files={files} anchors={finding.anchors} /> : null}
      {respelled > 0 ? <p className="text-soft">{t('folder.respelled', { count: respelled })}</p> : null}
      {leftBySystem.length > 0 ? <SystemFiles paths={leftBySystem} /> : null}
      {outcome !== 'refused' && files.length > 0 && (comparison === null || differs) ? (
        <DropZone
          title={t(differs ? 'folder.drop.other' : 'folder.drop.title')}
          hint={t('drop.hint')}
          text={t(differs ? 'folder.drop.otherText' : 'folder.drop.text')}
          button={t('folder.drop.files')}
          folderButton={t('folder.drop.button')}
          icon={<FolderUp aria-hidden="true" />}
          multiple
          onFiles={onFiles}
          className="py-10"
        />
      ) : null}
      {outcome === 'refused' || manifest === undefined ? null : (
        <ManifestFacts finding={finding} manifest={manifest} name={name} />
      )}
    </>
  )
}
