import { useTranslation } from 'react-i18next'

/** What follows from erasing: for what is erased, for the blockchain, for proofs. */
export function EraseMeans({ what }: { what: string }) {
  const { t } = useTranslation('files')
  return (
    <ul className="flex list-disc flex-col gap-2 ps-5">
      <li>{what}</li>
      <li>{t('eraseMeans.chain')}</li>
      <li>{t('eraseMeans.proof')}</li>
    </ul>
  )
}
