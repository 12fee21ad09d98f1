import type { CertificateWords } from './words.js'

export const german: CertificateWords = {
  day: '{day}. {month} {year}',
  months: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
  title: 'Zertifikat',
  headline: {
    recorded: '{subject} mit dem unten stehenden Fingerabdruck ist in einem Block vom {time} festgehalten.',
    waiting: 'Dieses Zertifikat beweist noch nichts.',
  },
  clock:
    'Es ist Block {block} von {network}. Enthält die Chain diesen Block, dann existierte der Inhalt spätestens zu diesem Zeitpunkt: Vergleichen Sie den Block-Hash unten.',
  subject: { stamp: 'Ein Dokument', file: 'Eine Datei', change: 'Ein Eintrag' },
  notes: {
    submitted:
      'Der Fingerabdruck ist angenommen und signiert, steht aber noch in keinem Block von {network}. Rufen Sie dieses Zertifikat in einigen Minuten erneut ab.',
    confirmed:
      'Der Block ist noch nicht endgültig: Das Netzwerk kann ihn noch verwerfen. Rufen Sie dieses Zertifikat erneut ab, sobald er endgültig ist.',
    private:
      '{network} ist eine private Chain. Ihr Betreiber kann ihre Uhr stellen und sie neu schreiben. Dieses Zertifikat überzeugt nur, wenn man dem Betreiber vertraut.',
    scope:
      'Dieses Zertifikat betrifft genau diesen Inhalt und seinen Zeitpunkt. Es besagt nicht, wer ihn verfasst hat, wem er gehört oder ob er wahr ist.',
    legal:
      'Es ist kein qualifizierter elektronischer Zeitstempel im Sinne von Artikel 42 der Verordnung (EU) Nr. 910/2014 (eIDAS). Über sein Gewicht als Beweismittel entscheidet ein Gericht.',
  },
  sections: {
    drop: 'Ihr Dokument prüfen',
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
    issuerNetwork: 'Vom Aussteller genannt',
    contract: 'Smart Contract',
    notary: 'Signiert von',
    transaction: 'Transaktions-ID',
    block: 'Block',
    blockHash: 'Block-Hash',
    blockTime: 'Blockzeit',
    root: 'Wurzel',
  },
  asStated: 'nach Angabe des Einreichers',
  privateNetwork: 'private Chain',
  developmentChain: 'Entwicklungs-Chain {number}',
  unknownChain: 'Chain Nummer {number}',
  steps: {
    intro:
      'Sie brauchen diesen Dienst nicht, nur das Dokument selbst, dieses Zertifikat, das den Beweis enthält, und ein Prüfprogramm.',
    get: 'Das Prüfprogramm gibt es unter {base}/verifier oder bei jedem, der es hat: tallystick.html ist eine Seite, die offline funktioniert, tallystick.mjs ein Programm für Node ab 20.19. Installiert wird nichts. Ihre SHA-256 stehen unten; aus den veröffentlichten Quellen lassen sich dieselben Bytes erzeugen.',
    verify:
      'Öffnen Sie tallystick.html und legen Sie dort das Dokument und dieses Zertifikat ab. Oder führen Sie aus: {command} verify DOKUMENT ZERTIFIKAT. Beides vergleicht auch diesen Text mit dem Beweis darin.',
    digest:
      'Oder beginnen Sie von Hand: Der Fingerabdruck Ihres Dokuments muss mit dem obigen übereinstimmen. {command}',
    block: 'Vergleichen Sie den Block-Hash mit Block {block} in einem Explorer oder Knoten von {network}.',
    blockPrivate: 'Vergleichen Sie den Block-Hash mit Block {block} auf einem Knoten von {network}, dem Sie vertrauen.',
    byHand:
      'Der Pfad im Beweis führt vom Fingerabdruck zur Wurzel. Die Wurzel ist das Argument der Transaktion, und die Transaktion ist Teil des Blocks. Das Format beschreibt {base}/proof-format.',
  },
  deletion: {
    subject: 'Ihr Konto wird am {day} gelöscht',
    paragraphs: [
      'Guten Tag {name}, wie gewünscht wird Ihr Konto am {day} gelöscht, mit allen Dateien, Stempeln und deren Details. Bis dahin ändert sich nichts, und Sie können die Löschung jederzeit zurücknehmen.',
      'Gespeicherte Beweise bleiben gültig. Um die anderen zu erhalten, exportieren Sie vorher Ihre Daten.',
    ],
    link: 'Konto behalten',
  },
  page: 'Seite {page} von {pages}',
  download: 'Beweis speichern',
  noScript: 'Skripte sind ausgeschaltet. Prüfen Sie das Dokument, wie am Ende dieser Seite beschrieben.',
}
