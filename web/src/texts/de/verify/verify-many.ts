import type { verifyMany as en } from '../../en/verify/verify-many.js'
import type { TextsLike } from '../../languages.js'

export { germanManyWords as manyFindings } from '@tallystick/proof'

export const verifyMany: TextsLike<typeof en> = {
  paired: '{{documents}} und {{proofs}}, nach Inhalt zugeordnet.',
  documents_one: '{{count, number}} Dokument',
  documents_other: '{{count, number}} Dokumente',
  proofs_one: '{{count, number}} Nachweis',
  proofs_other: '{{count, number}} Nachweise',
  stays: 'Nichts hat diesen Browser verlassen.',
  lookedUp: 'Nachgeschlagen wurden hier nur die Fingerabdrücke von Dokumenten ohne Nachweis.',
  caption: 'Dokumente und ihre Ergebnisse, die zu klärenden zuerst',
  show: 'Anzeigen',
  all: 'Alle',
  search: 'Dokument oder Nachweis',
  csv: 'Liste speichern (CSV)',
  csvName: 'pruefung.csv',
  nothing: 'Keine Treffer',
  columns: {
    verdict: 'Ergebnis',
    document: 'Dokument',
    time: 'Blockzeit, UTC',
    proof: 'Nachweis',
    reason: 'Grund',
    by: 'Durch',
    hash: 'Fingerabdruck',
  },
  groups: {
    refused: 'Abgelehnt',
    unread: 'Unlesbar',
    waiting: 'In keinem Block',
    unmatched: 'Ohne Gegenstück',
    consistent: 'Nicht verglichen',
    stated: 'Laut Dienst',
    confirmed: 'Bestätigt',
  },
  add: {
    title: 'Weitere Dokumente oder Nachweise ablegen. Die schon geprüften bleiben.',
    files: 'Dateien wählen',
    folder: 'Ordner wählen',
  },
}
