import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { PageHeader } from '../../../ui/frame/page-header.jsx'
import { Tabs } from '../../../ui/frame/tabs.jsx'
import { HashForm } from './hash-form.jsx'
import { useRun } from './run.js'
import { StampPanel } from './stamp-panel.jsx'

/** Stamps files or hashes. */
export function NewScreen() {
  const { t } = useTranslation('stamps')
  const run = useRun()
  const [by, setBy] = useState<'files' | 'hash'>('files')
  return (
    <>
      <PageHeader
        title={t('make.title')}
        text={t('make.text')}
        above={
          <Link to="/stamps" className="link">
            {t('one.back')}
          </Link>
        }
      />
      {run.items.length > 0 ? (
        <StampPanel />
      ) : (
        <Tabs
          label={t('make.by')}
          value={by}
          onChange={setBy}
          tabs={[
            { value: 'files', label: t('make.files'), content: <StampPanel /> },
            { value: 'hash', label: t('make.hash'), content: <HashForm /> },
          ]}
        />
      )}
    </>
  )
}
