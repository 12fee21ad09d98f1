import type { StampDetails } from '@tallystick/sdk'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { queryClient } from '../../../base/queries.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Field, Input, Textarea } from '../../../ui/forms/field.jsx'
import { Form } from '../../../ui/forms/form.jsx'
import { changeLabels } from '../kept.js'
import { readTags } from '../read-tags.js'

/** Tags and note of an own stamp. They are the owner's alone, and never part of a proof. */
export function Labels({ stamp }: { stamp: StampDetails }) {
  return (
    <div className="flex flex-col gap-4">
      <Tags key={`tags-${stamp.code}`} stamp={stamp} />
      <Note key={`note-${stamp.code}`} stamp={stamp} />
    </div>
  )
}

function useLabels(code: string) {
  return useMutation({
    mutationFn: (change: { addTags?: string[]; removeTags?: string[]; note?: string }) =>
      changeLabels({ select: { codes: [code] }, ...change }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['stamps'] }),
  })
}

function Tags({ stamp: { code, tags = [] } }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  const id = useId()
  const [text, setText] = useState('')
  const change = useLabels(code)
  const add = () => {
    const addTags = readTags(text)
    if (addTags.length > 0) change.mutate({ addTags }, { onSuccess: () => setText('') })
  }
  return (
    <div className="flex flex-col gap-3">
      <Form id={id} onSubmit={add} className="flex items-end gap-2">
        <Field
          label={t('columns.tags')}
          aside={<span className="text-soft">{t('labels.addHint')}</span>}
          className="grow"
        >
          <Input value={text} onValueChange={setText} autoComplete="off" />
        </Field>
        <Button type="submit" busy={change.isPending} disabled={readTags(text).length === 0}>
          {t('labels.addOne')}
        </Button>
      </Form>
      {tags.length > 0 ? (
        <ul aria-label={t('columns.tags')} className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="inline-flex items-center rounded-md border border-line bg-sunken ps-2.5 text-sm">
              {tag}
              <Button
                look="quiet"
                size="icon-small"
                aria-label={t('labels.removeOne', { tag })}
                onClick={() => change.mutate({ removeTags: [tag] })}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {change.error ? <ErrorNotice title={t('labels.failed')} error={change.error} /> : null}
    </div>
  )
}

function Note({ stamp: { code, note } }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  const [text, setText] = useState(note ?? '')
  const change = useLabels(code)
  const save = () => {
    change.mutate({ note: text.trim() }, { onSuccess: () => showToast({ title: t('labels.noteSaved') }) })
  }
  return (
    <Form onSubmit={save} className="flex flex-col gap-3">
      <Field label={t('labels.note')}>
        <Textarea rows={2} maxLength={4000} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {text.trim() === (note ?? '') ? null : (
        <Button type="submit" size="small" className="self-end" busy={change.isPending}>
          {t('labels.save')}
        </Button>
      )}
      {change.error ? <ErrorNotice title={t('labels.failed')} error={change.error} /> : null}
    </Form>
  )
}
