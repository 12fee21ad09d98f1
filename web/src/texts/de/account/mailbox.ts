import type { mailbox as en } from '../../en/account/mailbox.js'
import type { TextsLike } from '../../languages.js'

export const mailbox: TextsLike<typeof en> = {
  title: 'Postfach',
  text: 'Es ist kein Mailserver eingerichtet. Alle Mails bleiben deshalb sieben Tage lang hier. Um sie zu versenden, setzen Sie SMTP_URL.',
  toLogin: 'Zurück zur Anmeldung',
  refresh: 'Aktualisieren',
  loading: 'Die Mails werden geladen',
  failed: 'Die Mails konnten nicht geladen werden',
  offTitle: 'Kein Postfach vorhanden',
  offText:
    'Dieser Dienst sendet seine Mails an die Empfänger oder zeigt sie nur in einem Browser auf dem eigenen Rechner.',
  lockedTitle: 'Dieses Postfach ist verschlossen',
  lockedText:
    'Sie öffnen es von einem anderen Rechner. Geben Sie das Token ein, das der Betreiber als MAILBOX_TOKEN gesetzt hat.',
  token: 'Token',
  tokenWrong: 'Das ist nicht das Token.',
  unlock: 'Postfach öffnen',
  emptyTitle: 'Noch keine Mail',
  emptyText: 'Wenn Sie ein Konto erstellen oder Ihr Passwort zurücksetzen, erscheint die Mail in Sekunden hier.',
  to: 'An {{to}}',
  open: 'Link öffnen',
}
