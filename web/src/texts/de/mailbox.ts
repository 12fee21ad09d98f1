import type { mailbox as en } from '../en/mailbox.js'
import type { TextsLike } from '../languages.js'

export const mailbox: TextsLike<typeof en> = {
  title: 'Postfach',
  text: 'Es ist kein Mailserver eingerichtet, darum liegen Mails an alle sieben Tage lang hier. Setzen Sie SMTP_URL, dann werden sie stattdessen verschickt.',
  toLogin: 'Zurück zur Anmeldung',
  refresh: 'Noch einmal nachsehen',
  loading: 'Die Mails werden geladen',
  failed: 'Die Mails konnten nicht geladen werden',
  offTitle: 'Hier gibt es kein Postfach',
  offText: 'Mails dieses Dienstes werden an die geschickt, für die sie sind.',
  emptyTitle: 'Noch keine Mail',
  emptyText: 'Wenn Sie sich registrieren oder Ihr Passwort vergessen, erscheint die Mail in Sekunden hier.',
  to: 'An {{to}}',
  open: 'Link öffnen',
}
