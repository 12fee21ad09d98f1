import type { shared as en } from '../../en/verify/public-page.js'
import type { TextsLike } from '../../languages.js'

export const shared: TextsLike<typeof en> = {
  code: 'Code',
  by: 'Gestempelt von',
  yourTime: 'Ihre Ortszeit: {{time}} ({{zone}})',
  statedTime: 'Zeitpunkt nach Angabe von {{host}}',
  receivedTime: 'Zu diesem Zeitpunkt eingegangen, nach Angabe von {{host}}',
  subject: 'Eine Datei mit diesem Fingerabdruck',
  state: {
    compared: 'Noch nicht mit der Blockchain verglichen',
    waiting: 'Noch in keinem Block',
    issuer: 'Nach Angabe von {{host}}',
    operator: 'Nach Angabe des Betreibers',
    confirmed: 'Unabhängig bestätigt',
    refused: 'Abgelehnt',
    other: 'Nicht dieses Dokument',
  },
  ask: {
    button: 'Knoten dieses Dienstes fragen',
    word: 'Die Antwort ist das Wort dieses Dienstes.',
    yourself: 'Block selbst vergleichen',
  },
  certificate: 'Zertifikat (PDF)',
  own: {
    title: 'Haben Sie das Dokument?',
    hint: 'Ablegen, um zu sehen, ob es das gestempelte Dokument ist',
    text: 'Legen Sie es hier ab, um zu sehen, ob es genau dieses ist.',
    eitherTitle: 'Haben Sie die Kopie oder das Original?',
    eitherText: 'Legen Sie eines davon hier ab: Sie erfahren, welches von beiden es ist und ob es unverändert ist.',
    stays: 'Es bleibt in diesem Browser.',
    button: 'Dokument wählen',
    another: 'Anderes Dokument prüfen',
  },
  matches: {
    document: {
      title: 'Ihr Dokument stimmt überein',
      text: '{{name}}, {{size}}, ist genau das gestempelte Dokument. Es blieb in diesem Browser.',
    },
    copy: {
      title: 'Das ist die gestempelte Kopie',
      text: '{{name}}, {{size}}, ist genau die gestempelte Kopie. Sie blieb in diesem Browser.',
    },
    original: {
      title: 'Das ist das Original',
      text: '{{name}}, {{size}}, ist genau das Dokument, das der Nachweis als Original der Kopie nennt. Es blieb in diesem Browser.',
    },
  },
  other: {
    title: '{{name}} ist nicht das gestempelte Dokument',
    text: 'Der Fingerabdruck ist ein anderer. Die Datei wurde nach dem Stempeln geändert, und sei es um ein Zeichen, oder sie ist ein anderes Dokument. Schon erneutes Speichern kann eine Datei ändern.',
    copyTitle: '{{name}} wurde nach dem Stempeln geändert',
    copyText:
      'Das ist die gestempelte Kopie, aber was zum Dokument hinzukam, ist nicht mehr, wie es gestempelt wurde. Das Dokument selbst, mit dem sie beginnt, ist unverändert.',
    stamped: 'Gestempelt',
    yours: 'Ihre Datei',
    again: 'Andere Datei versuchen',
    earlier: 'Vielleicht gibt es noch die Fassung, die gestempelt wurde.',
    what: 'Das wurde gestempelt',
  },
  folds: {
    path: 'Vom Dokument zum Block',
    facts: 'Angaben',
    factsHint: 'Fingerabdruck, Block, Transaktion',
    know: 'Gut zu wissen',
    files: 'Zertifikat und Nachweisdateien',
    filesHint: 'PDF, Webseite, JSON, OTS',
    alone: 'Ohne diesen Dienst prüfen',
    aloneHint: 'Offline-Seite oder Befehl',
    aloneText: 'Mit Dokument und Nachweis, auf einer Seite, die offline funktioniert, oder per Befehl:',
    verifier: 'Offline-Seite und Programm holen',
  },
  facts: {
    fingerprint: 'Fingerabdruck ({{algorithm}})',
    block: 'Block',
    blockHash: 'Blockhash',
    transaction: 'Transaktions-ID',
    descriptions: 'Beschreibung',
  },
  files: { pdf: 'Zertifikat (PDF)', html: 'Webseite', json: 'JSON', ots: 'OTS' },
  none: {
    title: 'Hier ist nichts zu sehen',
    action: 'Dokument prüfen',
  },
}
