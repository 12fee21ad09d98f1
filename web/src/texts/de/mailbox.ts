import type { mailbox as en } from '../en/mailbox.js'
import type { TextsLike } from '../languages.js'

export const mailbox: TextsLike<typeof en> = {
  title: 'Postfach',
  text: 'Es ist kein Mailserver eingerichtet. Alle Mails bleiben deshalb sieben Tage lang hier. Um sie zu versenden, setzen Sie SMTP_URL.',
  toLogin: 'Zurück zur Anmeldung',
  refresh: 'Aktualisieren',
  loading: 'Die Mails werden geladen',
  failed: 'Die Mails konnten nicht geladen werden',
  offTitle: 'Kein Postfach vorhanden',
  offText: 'Dieser Dienst sendet seine Mails an die Empfänger.',
  emptyTitle: 'Noch keine Mail',
  emptyText: 'Wenn Sie ein Konto erstellen oder Ihr Passwort zurücksetzen, erscheint die Mail in Sekunden hier.',
  to: 'An {{to}}',
  open: 'Link öffnen',
}
