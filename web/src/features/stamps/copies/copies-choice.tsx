import { useTranslation } from '../../../texts/translation.js'
import { Checkbox } from '../../../ui/forms/choice.jsx'
import { Spinner } from '../../../ui/spinner.jsx'
import type { CopyOptionsProps } from './copy-options.jsx'
import { copiesPart } from './load.js'

/** Choice to stamp copies of PDFs, with a mark. */
export function CopiesChoice(props: CopyOptionsProps) {
  const { t } = useTranslation('stamping')
  const { choice, onChange } = props
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        label={t('options.copies')}
        hint={t('options.copiesHint')}
        checked={choice.isWanted}
        onChange={(isWanted) => onChange({ ...choice, isWanted })}
      />
      {choice.isWanted ? <Options {...props} /> : null}
    </div>
  )
}

/** Loaded once copies are wanted. */
function Options(props: CopyOptionsProps) {
  const part = copiesPart.use()
  return part ? <part.CopyOptions {...props} /> : <Spinner />
}
