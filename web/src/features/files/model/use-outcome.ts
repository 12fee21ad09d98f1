import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../ui/error-text.js'
import { showToast } from '../../../ui/toast.jsx'
import type { Outcome } from './each.js'
import { named } from './items.js'
import type { Item } from './types.js'

/** Of more names nobody reads the last. */
const namesMax = 3

interface Told {
  /** What happened with those with which it went well; not given: nothing to say. */
  title?: (done: readonly Item[]) => string
  /** Takes it back, for all of them at once. */
  undo?: (done: readonly Item[]) => void
}

/** Says what came of doing something with things: what went well in one message, what did not in another, by name and with the reason. */
export function useOutcome(): (outcome: Outcome, told?: Told) => void {
  const { t } = useTranslation('files')
  const errorText = useErrorText()
  const list = (names: readonly string[]) => {
    const rest = names.length - namesMax
    return names.slice(0, namesMax).join(', ') + (rest > 0 ? ` ${t('andMore', { count: rest })}` : '')
  }
  return ({ done, failed }, { title, undo } = {}) => {
    if (done.length > 0 && title) {
      showToast({ title: title(done), ...(undo && { undo: () => undo(done) }) })
    }
    if (failed.length === 0) return
    const reasons = new Map<string, string[]>()
    for (const { item, error } of failed) {
      const reason = errorText(error)
      reasons.set(reason, [...(reasons.get(reason) ?? []), item.name])
    }
    const text = [...reasons].map(([reason, names]) => (failed.length === 1 ? reason : `${list(names)}: ${reason}`))
    showToast({ title: t('notDone', named(failed.map(({ item }) => item))), text: text.join(' '), tone: 'bad' })
  }
}
