import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Checkbox } from '../../../ui/forms/choice.jsx'
import { Field, Input } from '../../../ui/forms/field.jsx'
import { Form } from '../../../ui/forms/form.jsx'
import { Dialog } from '../../../ui/frame/dialog.jsx'
import { type EndUser, endUserOf, type Person, saveEndUser } from './end-users.js'

interface PersonDialogProps {
  /** The end user to edit; without one, another is enrolled. */
  user?: EndUser
  onClose: () => void
}

const nobody: Person = { userId: '', username: '', email: '', publishName: false }

/** Enrols an end user, or edits one. The ID stays: stamps name it. */
export function PersonDialog({ user, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['endUsers', 'common'])
  const form = useId()
  const [person, setPerson] = useState<Person>(user ?? nobody)
  const words = user ? 'edit' : 'enrol'
  const save = useMutation({
    mutationFn: async () => {
      const { userId, username, email, publishName } = person
      const given = { userId: userId.trim(), username: username.trim(), email: email.trim(), publishName }
      // The service takes an ID again as a change, which would overwrite someone.
      const taken = user ? undefined : await endUserOf(given.userId)
      if (!taken) await saveEndUser(given)
      return taken
    },
    onSuccess: (taken) => {
      if (taken) return
      showToast({ title: t(`${words}.done`, { name: person.username.trim() }) })
      onClose()
    },
  })
  const set = (change: Partial<Person>) => {
    save.reset()
    setPerson((now) => ({ ...now, ...change }))
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`${words}.title`)}
      description={user ? undefined : t('enrol.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={save.isPending}>
            {t(`${words}.submit`)}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => save.mutate()} className="flex flex-col gap-4">
        {save.error ? <ErrorNotice title={t(`${words}.failed`)} error={save.error} /> : null}
        <Field
          label={t('fields.id')}
          hint={t(user ? 'fields.idStays' : 'fields.idHint')}
          error={save.data ? t('fields.taken', { name: save.data.username }) : null}
        >
          <Input
            required
            autoFocus={!user}
            disabled={user !== undefined}
            maxLength={128}
            autoComplete="off"
            spellCheck="false"
            className="font-mono"
            value={person.userId}
            onValueChange={(userId) => set({ userId })}
          />
        </Field>
        <Field label={t('fields.name')}>
          <Input
            required
            autoFocus={user !== undefined}
            maxLength={200}
            autoComplete="off"
            value={person.username}
            onValueChange={(username) => set({ username })}
          />
        </Field>
        <Field label={t('fields.email')} hint={t('fields.emailHint')}>
          <Input
            required
            type="email"
            maxLength={254}
            autoComplete="off"
            value={person.email}
            onValueChange={(email) => set({ email })}
          />
        </Field>
        <Checkbox
          label={t('fields.publish')}
          hint={t('fields.publishHint')}
          checked={person.publishName}
          onChange={(publishName) => set({ publishName })}
        />
      </Form>
    </Dialog>
  )
}
