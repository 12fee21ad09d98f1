import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../base/queries.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Checkbox } from '../../../ui/forms/choice.jsx'
import { Field, Input } from '../../../ui/forms/field.jsx'
import { Form } from '../../../ui/forms/form.jsx'
import { Dialog } from '../../../ui/frame/dialog.jsx'
import { changeLabels, type Select, tagsQuery } from '../kept.js'
import { readTags } from '../read-tags.js'
import type { StampSummary } from '../stamp-queries.js'

interface TagDialogProps {
  select: Select
  /** The selected stamps that are loaded. */
  stamps: readonly StampSummary[]
  count: number
  onClose: () => void
}

/** Adds tags to the selected stamps and takes tags away. */
export function TagDialog({ select, stamps, count, onClose }: TagDialogProps) {
  const { t } = useTranslation(['stamps', 'common'])
  const { data: known = [] } = useQuery(tagsQuery())
  const [text, setText] = useState('')
  const [taken, setTaken] = useState<readonly string[]>([])
  const here = new Set(stamps.flatMap(({ tags }) => tags))
  const change = useMutation({
    mutationFn: changeLabels,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['stamps'] })
      showToast({ title: t('labels.saved') })
      onClose()
    },
  })
  const submit = () => {
    const addTags = readTags(text)
    if (addTags.length + taken.length === 0) return onClose()
    change.mutate({
      select,
      ...(addTags.length > 0 && { addTags }),
      ...(taken.length > 0 && { removeTags: [...taken] }),
    })
  }
  const suggestions = known.filter(({ tag }) => !here.has(tag) && !readTags(text).includes(tag)).slice(0, 12)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('labels.tagTitle', { count })}
      description={t('labels.private')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form="tag-form" look="primary" busy={change.isPending}>
            {t('labels.save')}
          </Button>
        </>
      }
    >
      <Form id="tag-form" onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('labels.add')} hint={t('labels.addHint')}>
          <Input value={text} onValueChange={setText} autoFocus autoComplete="off" />
        </Field>
        {suggestions.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            {suggestions.map(({ tag }) => (
              <Button key={tag} size="small" onClick={() => setText([...readTags(text), tag].join(', '))}>
                {tag}
              </Button>
            ))}
          </div>
        ) : null}
        {here.size > 0 ? (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 text-sm font-medium">{t('labels.remove')}</legend>
            {[...here].sort().map((tag) => (
              <Checkbox
                key={tag}
                label={tag}
                checked={taken.includes(tag)}
                onChange={(isTaken) =>
                  setTaken((before) => (isTaken ? [...before, tag] : before.filter((other) => other !== tag)))
                }
              />
            ))}
          </fieldset>
        ) : null}
        {change.error ? <ErrorNotice title={t('labels.failed')} error={change.error} /> : null}
      </Form>
    </Dialog>
  )
}
