import type { requestLog as en } from '../../en/developers/request-log.js'
import type { TextsLike } from '../../languages.js'

export const requestLog: TextsLike<typeof en> = {
  title: 'Anfragen',
  of: 'Anfragen von {{name}}',
  text_one:
    '„{{name}}“, aufbewahrt für einen Tag. Neue Anfragen erscheinen nach wenigen Sekunden. Gesendete Inhalte werden nicht aufbewahrt.',
  text_other:
    '„{{name}}“, aufbewahrt für {{count, number}} Tage. Neue Anfragen erscheinen nach wenigen Sekunden. Gesendete Inhalte werden nicht aufbewahrt.',
  off: 'Der Betreiber dieses Dienstes führt kein Anfrageprotokoll.',
  failed: 'Die Anfragen konnten nicht geladen werden',
  filter: 'Nach Antwort filtern',
  all: 'Alle',
  successful: 'Erfolgreich',
  refused: 'Abgelehnt',
  broken: 'Fehlgeschlagen',
  anyRoute: 'Alle Routen statt nur {{route}} anzeigen',
  onlyRoute: 'Nur {{route}} anzeigen',
  emptyTitle: 'Noch keine Anfragen',
  emptyText: 'Sobald Ihr Programm mit diesem Client eine Anfrage sendet, erscheint sie hier.',
  noneTitle: 'Keine Treffer',
  noneText: 'Keine Anfrage im Protokoll passt zu diesen Filtern.',
  clear: 'Alle anzeigen',
  at: 'Zeit',
  request: 'Anfrage',
  status: 'Antwort',
  duration: 'Dauer',
  id: 'Anfrage-ID',
  copyId: 'Anfrage-ID kopieren',
  alike_one: '{{count, number}} gleiche Anfrage',
  alike_other: '{{count, number}} gleiche Anfragen; dies war die langsamste',
}
