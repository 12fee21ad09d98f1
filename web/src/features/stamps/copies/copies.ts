import type { CopyLanguage } from '@tallystick/sdk/copy'
import { addTexts } from '../../../base/i18n.js'
import type { CopyChoice } from './choice.js'
import { type CopyHooks, CopyQueue } from './copy-queue.js'

const texts = import.meta.glob<Record<string, object>>('../../../texts/*/copies.ts')
await addTexts((language) => texts[`../../../texts/${language}/copies.ts`]?.() ?? {})

export { hasMarkLetters } from '@tallystick/sdk/copy'
export { CopiesToSave } from './copies-to-save.jsx'
export { CopyOptions } from './copy-options.jsx'
export { WithoutMarkList } from './without-mark-list.jsx'

/** Returns the start of a run's copies, made as chosen. `suffix`: in their names. */
export function copiesAs({ name, place, seals, leavesOut }: CopyChoice, language: CopyLanguage, suffix: string) {
  return (hooks: CopyHooks) => new CopyQueue({ name: name.trim(), place, seals, leavesOut, language, suffix }, hooks)
}
