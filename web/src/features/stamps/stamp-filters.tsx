import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, Input, NativeSelect } from '../../ui/forms/field.jsx'
import type { StampSearch } from './stamp-search.js'

/** Debounces typing. */
const restMs = 250

/** Filters of the list. They are part of the page's address, to bookmark and share. */
export function StampFiltersBar() {
  const { t } = useTranslation('stamps')
  const search = useSearch({ from: '/member/stamps' })
  const navigate = useNavigate({ from: '/stamps' })
  const [text, setText] = useState(search.q ?? '')
  const typed = useRef(search.q ?? '')
  const set = (change: { [Key in keyof StampSearch]: StampSearch[Key] | undefined }) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value)
    void navigate({ search: Object.fromEntries(next), replace: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    if (text === typed.current) return
    const timer = setTimeout(() => {
      typed.current = text
      set({ q: text.trim() })
    }, restMs)
    return () => clearTimeout(timer)
  }, [text])
  // Follows links and "back".
  useEffect(() => {
    if ((search.q ?? '') === typed.current.trim()) return
    typed.current = search.q ?? ''
    setText(typed.current)
  }, [search.q])
  return (
    <search className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_12.5rem_10.5rem]">
      <Field label={t('search')} className="col-span-2 sm:col-span-1">
        <Input type="search" placeholder={t('searchHint')} value={text} onValueChange={setText} />
      </Field>
      <Field label={t('state')}>
        <NativeSelect
          value={search.state ?? ''}
          onChange={({ target }) => set({ state: (target.value || undefined) as StampSearch['state'] })}
        >
          <option value="">{t('states.all')}</option>
          <option value="inChain">{t('states.inChain')}</option>
          <option value="waiting">{t('states.waiting')}</option>
        </NativeSelect>
      </Field>
      <Field label={t('who')}>
        <NativeSelect
          value={search.who ?? ''}
          onChange={({ target }) => set({ who: (target.value || undefined) as StampSearch['who'] })}
        >
          <option value="">{t('whos.all')}</option>
          <option value="public">{t('whos.public')}</option>
          <option value="private">{t('whos.private')}</option>
        </NativeSelect>
      </Field>
    </search>
  )
}
