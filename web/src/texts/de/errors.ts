import type { errors as en } from '../en/errors.js'
import type { TextsLike } from '../languages.js'

export const errors: TextsLike<typeof en> = {
  rate_limited: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
  unavailable:
    'Der Dienst ist gerade nicht verfügbar. Es wurde nichts geändert. Versuchen Sie es in ein paar Sekunden erneut.',
  internal: 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
  stamp_not_found: 'Diesen Stempel gibt es nicht.',
  file_not_found: 'Diese Datei gibt es nicht mehr.',
  content_damaged:
    'Diese Datei ist im Speicher des Dienstes beschädigt. Der Betreiber kann sie aus einer Sicherung wiederherstellen.',
  forbidden: 'Das dürfen Sie nicht.',
  link_expired: 'Dieser Link ist abgelaufen. Öffnen Sie die Datei erneut.',
  ots_needs_sha256:
    'Einen .ots-Nachweis gibt es nur für SHA-256-Fingerabdrücke. Nehmen Sie eine andere Art von Nachweis.',
  block_not_found: 'Die Blockchain hat noch keinen Block mit dieser Nummer.',
  node_unavailable: 'Der Dienst erreicht die Blockchain gerade nicht. Versuchen Sie es in ein paar Sekunden erneut.',
  tsr_missing: 'Zu diesem Nachweis gibt es noch keinen signierten Zeitstempel. Versuchen Sie es später erneut.',
  too_many_downloads: 'Es laufen zu viele Downloads. Warten Sie, bis einige fertig sind.',
  queue_full: 'Es wartet schon zu viel. Es wurde nichts geändert. Versuchen Sie es später erneut.',
  not_found: 'Das gibt es nicht oder nicht mehr.',
  host_unknown: 'Unter dieser Adresse antwortet der Dienst nicht. Fragen Sie den Betreiber nach der richtigen.',
  request_timeout: 'Die Verbindung war zu langsam. Versuchen Sie es erneut.',
  invalid: 'Eine Eingabe wurde nicht angenommen. Prüfen Sie sie und versuchen Sie es erneut.',
}
