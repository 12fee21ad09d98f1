import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { queryClient } from '../../../base/queries.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { Notice } from '../../../ui/feedback/notice.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { chooseFiles } from '../../../ui/forms/choose-files.js'
import { forgetUnfinished, type Unfinished, unfinishedUploads } from './unfinished.js'
import type { Target, UploadView } from './upload.js'
import { addUploads, useUploads } from './upload-store.js'

const key = ['files', 'unfinished']
const namesShown = 3

/** Lists uploads that stopped when the page was closed. Choosing the same files again resumes them. */
export function UnfinishedNotice() {
  const { t } = useTranslation('files')
  const uploads = useUploads()
  const open = uploads.filter(({ state }) => state !== 'done' && state !== 'there')
  const { data = [] } = useQuery({
    queryKey: [...key, uploads.map(({ id, state }) => id + state).join()],
    queryFn: unfinishedUploads,
  })
  const stopped = data.filter((one) => !open.some((upload) => isSame(one, upload)))
  if (stopped.length === 0) return null
  const goOn = (files: File[]) => {
    const found = files.flatMap((file) => {
      const one = stopped.find(
        ({ name, size, lastModified }) =>
          name === file.name && size === file.size && lastModified === file.lastModified,
      )
      return one ? [{ file, target: one.target as Target }] : []
    })
    for (const { file, target } of found) addUploads([file], target)
    if (found.length < files.length) showToast({ title: t('unfinished.other'), tone: 'bad' })
  }
  const forget = async () => {
    await Promise.all(stopped.map(forgetUnfinished))
    await queryClient.invalidateQueries({ queryKey: key })
  }
  const names = stopped.slice(0, namesShown).map(({ name }) => name)
  return (
    <Notice tone="waiting" icon={<History aria-hidden="true" />} className="mb-6">
      <p className="font-medium">{t('unfinished.title', { count: stopped.length })}</p>
      <p className="break-words">
        {t('unfinished.text', { names: names.join(', ') + (stopped.length > namesShown ? ' …' : '') })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => void chooseFiles({ multiple: true }).then(goOn)}>
          {t('unfinished.choose')}
        </Button>
        <Button size="small" look="quiet" onClick={() => void forget()}>
          {t('unfinished.forget')}
        </Button>
      </div>
    </Notice>
  )
}

function isSame({ name, size, target }: Unfinished, upload: UploadView): boolean {
  const { folderId, fileId } = upload.target
  return upload.name === name && upload.size === size && folderId === target.folderId && fileId === target.fileId
}
