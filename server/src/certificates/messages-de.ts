import type { Messages } from './wording.js'

export const german: Messages = {
  title: 'Zertifikat',
  locale: 'de-DE',
  html: 'de',
  headline: {
    proven: '{subject} mit dem unten stehenden Fingerabdruck existierte spätestens am {time}.',
    waiting: 'Dieses Zertifikat beweist noch nichts.',
  },
  clock: 'Nach der Uhr von {network}. Der Fingerabdruck steht dort in Block {block}.',
  subject: { stamp: 'Ein Dokument', file: 'Eine Datei', change: 'Ein Eintrag' },
  notes: {
    submitted:
      'Der Fingerabdruck ist angenommen und signiert, steht aber noch in keinem Block von {network}. Rufen Sie dieses Zertifikat in einigen Minuten erneut ab.',
    confirmed:
      'Der Block ist noch nicht endgültig: Das Netzwerk kann ihn noch verwerfen. Rufen Sie dieses Zertifikat erneut ab, sobald er endgültig ist.',
    private:
      '{network} ist eine private Chain. Ihr Betreiber kann ihre Uhr stellen und sie neu schreiben. Dieses Zertifikat überzeugt nur, wenn man dem Betreiber vertraut.',
    scope:
      'Dieses Zertifikat besagt, dass genau dieser Inhalt zu diesem Zeitpunkt existierte. Es besagt nicht, wer ihn verfasst hat, wem er gehört oder ob er wahr ist.',
    legal:
      'Es ist kein qualifizierter elektronischer Zeitstempel im Sinne von Artikel 42 der Verordnung (EU) Nr. 910/2014 (eIDAS). Über sein Gewicht als Beweismittel entscheidet ein Gericht.',
  },
  sections: {
    what: 'Was nachgewiesen wird',
    where: 'Wo es verankert ist',
    check: 'So prüfen Sie es ohne diesen Dienst',
  },
  labels: {
    name: 'Name',
    fingerprint: 'Fingerabdruck ({algorithm})',
    owner: 'Eingereicht von',
    received: 'Eingegangen',
    code: 'Code',
    network: 'Netzwerk',
    contract: 'Smart Contract',
    notary: 'Signiert von',
    transaction: 'Transaktions-ID',
    block: 'Block',
    blockHash: 'Block-Hash',
    blockTime: 'Blockzeit',
    place: 'Position',
    root: 'Wurzel',
  },
  asStated: 'nach Angabe des Einreichers',
  privateNetwork: 'private Chain',
  place: '{place} von {size} in dieser Transaktion',
  steps: {
    intro: 'Sie brauchen diesen Dienst nicht, nur das Dokument selbst und den Beweis in diesem Zertifikat.',
    pdf: 'Speichern Sie den Beweis, der diesem PDF angehängt ist: {file} (Büroklammer in den meisten Programmen, oder: pdfdetach -saveall ZERTIFIKAT.pdf).',
    html: 'Speichern Sie den Beweis, den diese Seite enthält: {file}.',
    digest: 'Berechnen Sie den Fingerabdruck Ihres Dokuments. Er muss mit dem obigen übereinstimmen: {command}',
    verify:
      'Lassen Sie ein Programm den Beweis vom Dokument bis zum Block prüfen. Das geht offline: npx tallystick verify DOKUMENT {file}. Oder legen Sie beides auf der Seite {page} ab; es bleibt in Ihrem Browser.',
    block: 'Vergleichen Sie den Block-Hash mit Block {block} in einem Explorer oder Knoten von {network}.',
    blockPrivate: 'Vergleichen Sie den Block-Hash mit Block {block} auf einem Knoten von {network}, dem Sie vertrauen.',
    byHand:
      'Von Hand: Der Pfad im Beweis führt vom Fingerabdruck zur Wurzel. Die Wurzel ist das Argument der Transaktion, und die Transaktion ist Teil des Blocks. Das Format ist mit der Software veröffentlicht (docs/proof-format.md).',
  },
  link: 'Ansehen',
  page: 'Seite {page} von {pages}',
  download: 'Beweis speichern',
}
