import type { endUsers as en } from '../../en/developers/end-users.js'
import type { TextsLike } from '../../languages.js'

export const endUsers: TextsLike<typeof en> = {
  title: 'Endnutzer',
  text: 'Personen, für die Ihr Programm stempelt. Sie haben keine Anmeldung.',
  failed: 'Ihre Endnutzer konnten nicht geladen werden',
  emptyTitle: 'Noch keine Endnutzer',
  emptyText:
    'Stempelt Ihr Programm für andere, trägt es jede Person unter einer eigenen ID ein. Dann erscheint sie hier mit ihren Stempeln.',
  how: 'So tragen Sie Endnutzer ein',
  search: 'Endnutzer suchen',
  hint: 'ID, Name, E-Mail-Adresse',
  noneTitle: 'Keine Treffer',
  noneText: 'Bei keinem Endnutzer steht das in ID, Name oder E-Mail-Adresse.',
  clear: 'Alle anzeigen',
  list: 'Ihre Endnutzer',
  stamps_one: '{{count, number}} Stempel',
  stamps_other: '{{count, number}} Stempel',
  many: '{{count, number}} Stempel oder mehr',
  named: 'Name ist veröffentlicht',
  actions: 'Aktionen für {{name}}',
  copyId: 'ID kopieren',
  copyAddress: 'Wallet-Adresse kopieren',
  erase: {
    action: 'Löschen',
    text: 'Name, E-Mail-Adresse und Wallet-Adresse werden gelöscht, und für diese Person lässt sich nichts mehr stempeln. Stempel und Nachweise bleiben, mit der ID „{{id}}“. Das lässt sich nicht rückgängig machen.',
    submit: 'Endnutzer löschen',
    failed: 'Der Endnutzer konnte nicht gelöscht werden',
    done: '„{{name}}“ gelöscht',
  },
}
