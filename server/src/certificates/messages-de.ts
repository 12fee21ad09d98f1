import type { Messages } from './wording.js'

export const german: Messages = {
  title: 'Urkunde',
  locale: 'de-DE',
  html: 'de',
  headline: {
    proven: '{subject} mit dem unten stehenden Fingerabdruck existierte spätestens am {time}.',
    waiting: 'Diese Urkunde beweist noch nichts.',
  },
  clock: 'Nach der Uhr von {network}; der Fingerabdruck steht dort in Block {block}.',
  subject: { stamp: 'Ein Dokument', file: 'Eine Datei', change: 'Ein Eintrag' },
  notes: {
    submitted:
      'Der Fingerabdruck ist angenommen und signiert, steht aber noch in keinem Block von {network}. Rufen Sie diese Urkunde in einigen Minuten noch einmal ab.',
    confirmed:
      'Der Block ist noch nicht endgültig: Bis dahin kann das Netz ihn noch verwerfen. Rufen Sie diese Urkunde noch einmal ab, sobald er endgültig ist.',
    private:
      '{network} ist eine private Chain. Wer sie betreibt, kann ihre Uhr stellen und sie neu schreiben; diese Urkunde überzeugt daher nur den, der dem Betreiber vertraut.',
    scope:
      'Die Urkunde besagt, dass genau dieser Inhalt zu dieser Zeit existierte. Sie besagt nicht, wer ihn verfasst hat, wem er gehört oder ob er wahr ist.',
    legal:
      'Sie ist kein qualifizierter elektronischer Zeitstempel im Sinne von Artikel 42 der Verordnung (EU) Nr. 910/2014 (eIDAS). Welches Gewicht sie als Beweis hat, entscheidet, wer sie zu würdigen hat.',
  },
  sections: { what: 'Was nachgewiesen wird', where: 'Wo es festgehalten ist', check: 'So prüfen Sie es ohne uns' },
  labels: {
    name: 'Name',
    fingerprint: 'Fingerabdruck ({algorithm})',
    owner: 'Eingereicht von',
    received: 'Eingegangen',
    code: 'Code',
    network: 'Netz',
    contract: 'Contract',
    notary: 'Signiert von',
    transaction: 'Transaktion',
    block: 'Block',
    blockHash: 'Hash des Blocks',
    blockTime: 'Zeit des Blocks',
    place: 'Platz',
    root: 'Gemeinsamer Fingerabdruck',
  },
  asStated: 'nach Angabe des Einreichers',
  privateNetwork: 'private Chain',
  place: '{place} von {size}, die sich die Transaktion teilen',
  steps: {
    intro:
      'Dafür brauchen Sie diesen Dienst nicht, nur das Dokument selbst und den Beweis, der dieser Urkunde beiliegt.',
    pdf: 'Entnehmen Sie den Beweis aus diesem PDF: Er ist als {file} angehängt (Büroklammer in den meisten Programmen, oder: pdfdetach -saveall URKUNDE.pdf).',
    html: 'Speichern Sie den Beweis, der in dieser Seite steckt: {file}.',
    digest: 'Berechnen Sie den Fingerabdruck Ihres Dokuments; er muss der obige sein: {command}',
    verify:
      'Lassen Sie ein Programm den Weg vom Dokument zum Block nachrechnen. Das geht ohne Netz: npx tallystick verify DOKUMENT {file}. Oder ziehen Sie beides auf die Seite {page}; es bleibt in Ihrem Browser.',
    block:
      'Vergleichen Sie den Hash des Blocks mit dem, was ein Explorer oder ein Knoten von {network} über Block {block} sagt.',
    blockPrivate:
      'Vergleichen Sie den Hash des Blocks mit dem, was ein Knoten von {network}, dem Sie vertrauen, über Block {block} sagt.',
    byHand:
      'Von Hand: Der Fingerabdruck führt über den Pfad im Beweis zum gemeinsamen Fingerabdruck, dieser ist das Argument der Transaktion, und die Transaktion ist Teil des Blocks. Das Format ist mit der Software veröffentlicht (docs/proof-format.md).',
  },
  link: 'Nachsehen',
  page: 'Seite {page} von {pages}',
  download: 'Beweis speichern',
}
