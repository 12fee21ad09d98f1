import type { ManyWords } from './words.js'

/** The words for many documents in German. */
export const germanManyWords: ManyWords = {
  totals: {
    confirmed: '{fitting} von {documents} Dokumenten sind wie gestempelt, bestätigt durch {by}.',
    stated: '{fitting} von {documents} Dokumenten sind wie gestempelt, wie {host} sagt.',
    operator:
      '{fitting} von {documents} Dokumenten sind wie gestempelt, wie der Betreiber einer privaten Blockchain sagt. Verglichen über {by}.',
    consistent:
      '{fitting} von {documents} Dokumenten passen zu ihren Nachweisen. Ihre Blöcke wurden noch nicht alle verglichen: Ein Zeitpunkt ist nicht bewiesen.',
    none: 'Kein Dokument passt zu einem Nachweis.',
  },
  problems: { one: '1 Zeile ist zu klären.', many: '{count} Zeilen sind zu klären.' },
  verdicts: {
    refused: 'Ungültig',
    other: 'Passt nicht',
    unread: 'Unlesbar',
    waiting: 'In keinem Block',
    'no-proof': 'Kein Nachweis',
    'no-document': 'Kein Dokument',
    consistent: 'Nicht verglichen',
    stated: 'Laut Dienst',
    confirmed: 'Bestätigt',
  },
  reasons: {
    other: 'Nach dem Stempeln geändert oder ein anderes Dokument',
    unread: 'Konnte nicht gelesen werden. Geben Sie es erneut an',
    waiting: 'Noch ist kein Zeitpunkt bewiesen: Laden Sie diesen Nachweis erneut herunter',
    'no-proof': {
      none: 'Kein Nachweis gehört zu diesem Inhalt',
      unrecorded:
        'Kein Nachweis gehört zu diesem Inhalt, und der Fingerabdruck ist bei diesem Dienst nicht öffentlich verzeichnet',
      silent: 'Kein Nachweis gehört zu diesem Inhalt, und dieser Dienst war nicht zu erreichen',
    },
    'no-document': 'Kein Dokument hat diesen Inhalt',
  },
  originals: {
    given: 'Das ist das Original; der Nachweis gehört zu seiner gestempelten Kopie',
    inside: 'Eine gestempelte Kopie, die mit ihrem unveränderten Original beginnt',
    claimed: 'Der Nachweis nennt ein Original. Dass dies daraus entstand, sagt nur, wer es gestempelt hat',
    changed: 'Die gestempelte Kopie wurde geändert, aber ihre ersten {bytes} Bytes sind noch das Original.',
  },
}
