import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../base/queries.js'
import { askPortal } from '../../session/portal-api.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Checkbox } from '../../ui/forms/choice.jsx'
import { Field, Input } from '../../ui/forms/field.jsx'
import { Form } from '../../ui/forms/form.jsx'
import { Card } from '../../ui/frame/card.jsx'

/** Changes the password. */
export function PasswordCard() {
  const { t } = useTranslation('security')
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [revokeOtherSessions, setRevoke] = useState(true)
  const change = useMutation({
    mutationFn: () => askPortal('/auth/change-password', { currentPassword, newPassword, revokeOtherSessions }),
    onSuccess: async () => {
      setCurrent('')
      setNew('')
      showToast({ title: t('password.changed') })
      await queryClient.invalidateQueries({ queryKey: ['sessions'] })
      await queryClient.invalidateQueries({ queryKey: ['browsers'] })
    },
  })
  const submit = () => {
    change.mutate()
  }
  return (
    <Card title={t('password.title')}>
      <Form onSubmit={submit} className="flex max-w-md flex-col gap-4">
        {change.error ? <ErrorNotice title={t('password.failed')} error={change.error} /> : null}
        <Field label={t('password.current')}>
          <Input
            type="password"
            autoComplete="current-password"
            required
            value={currentPassword}
            onValueChange={setCurrent}
          />
        </Field>
        <Field label={t('password.new')} hint={t('password.hint')}>
          <Input
            type="password"
            autoComplete="new-password"
            required
            minLength={10}
            maxLength={128}
            value={newPassword}
            onValueChange={setNew}
          />
        </Field>
        <Checkbox label={t('password.endOthers')} checked={revokeOtherSessions} onChange={setRevoke} />
        <Button type="submit" className="self-start" busy={change.isPending}>
          {t('password.change')}
        </Button>
      </Form>
    </Card>
  )
}
