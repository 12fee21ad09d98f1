import type { ProofFinding } from '@tallystick/proof'
import { spokenOriginal } from '../../checking/spoken.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { saveBlob } from '../../ui/values/save-blob.js'
import { useWords } from './use-words.js'

interface OriginalPartProps {
  /** The stamped copy. */
  copy: File
  /** Length of the original that it begins with, in bytes. */
  length: number
  /** The finding on the original, when the copy was changed. */
  finding: ProofFinding | undefined
  /** Heading of what is proven, by what stands above. */
  heading?: 'h2' | 'h3'
}

/** The original that a stamped copy begins with: what is proven about it, if that is no longer said of the copy, and a way to save it. */
export function OriginalPart({ copy, length, finding, heading: Heading = 'h3' }: OriginalPartProps) {
  const { t } = useTranslation('verify')
  const words = useWords()
  const { headline, caveats } = finding ? spokenOriginal(finding, words) : { headline: null, caveats: [] }
  const [, stem = copy.name, extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(copy.name) ?? []
  const save = () => saveBlob(copy.slice(0, length, copy.type), `${stem}.${t('original.suffix')}${extension}`)
  return (
    <section className="flex flex-col gap-3" data-testid="original">
      {headline ? (
        <>
          <Heading className="font-medium [overflow-wrap:anywhere]">{headline}</Heading>
          <ul className="flex max-w-prose list-disc flex-col gap-1.5 ps-4 [overflow-wrap:anywhere]">
            {caveats.map((caveat) => (
              <li key={caveat}>{caveat}</li>
            ))}
          </ul>
        </>
      ) : null}
      <Button size="small" className="self-start" onClick={save}>
        {t('original.save')}
      </Button>
    </section>
  )
}
