import type { MessagesLike } from '../../app/languages.js'
import type { start as en } from './messages.en.js'

export const start: MessagesLike<typeof en> = {
  title: 'Guten Tag, {{name}}',
  text: 'Was Sie stempeln, hat nachweislich unverändert vorgelegen, für alle Zeit.',
  emptyTitle: 'Ein Stempel beweist, dass es ein Dokument gab',
  emptyText:
    'Das Dokument bekommt einen Fingerabdruck, und der Fingerabdruck wird auf eine Blockchain geschrieben, wo ihn niemand ändern oder zurückdatieren kann. Das Dokument selbst bleibt bei Ihnen.',
  verify: 'Dokument prüfen',
}
