import type { CertificateWords } from './words.js'

export const german: CertificateWords = {
  day: '{day}.\u00a0{month}\u00a0{year}',
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
  kind: 'Zertifikat über Existenz und Unversehrtheit',
  headline: {
    recorded: '{subject} mit dem unten stehenden Fingerabdruck ist in einem Block vom {time} festgehalten.',
    waiting: 'Dieses Zertifikat beweist noch nichts.',
  },
  local: '{time} Ortszeit (UTC{offset})',
  clock:
    'Das ist Block {block} {ofNetwork}. Der Zeitpunkt gilt, wenn die Blockchain diesen Block enthält: Vergleichen Sie den Blockhash unten.',
  subject: { stamp: 'Ein Dokument', file: 'Eine Datei', change: 'Ein Eintrag' },
  notes: {
    submitted:
      'Der Fingerabdruck ist angenommen und signiert, steht aber noch in keinem Block {ofNetwork}. Rufen Sie dieses Zertifikat in einigen Minuten erneut ab.',
    confirmed:
      'Der Block ist noch nicht endgültig: Das Netzwerk kann ihn noch verwerfen. Rufen Sie dieses Zertifikat erneut ab, sobald er endgültig ist.',
    contradicted:
      'Die Zeiten widersprechen sich: Der Block ist vom {time}, der Fingerabdruck ging nach Angabe des Dienstes aber erst am {received} ein. Eine der beiden Uhren ging falsch.',
    private:
      '{network} ist eine private Chain. Ihr Betreiber kann ihre Uhr stellen und sie neu schreiben. Dieses Zertifikat überzeugt nur, wenn man dem Betreiber vertraut.',
    unknown:
      'Kein Prüfprogramm kennt {network} mit Namen. Ist sie privat, kann ihr Betreiber ihre Uhr stellen und sie neu schreiben. Dann überzeugt dieses Zertifikat nur, wenn man dem Betreiber vertraut.',
    scope:
      'Dieses Zertifikat betrifft genau diesen Inhalt und seinen Zeitpunkt. Es besagt nicht, wer ihn verfasst hat, wem er gehört oder ob er wahr ist.',
    withoutDetails:
      'Dieses Zertifikat enthält die Details nicht, die der Inhaber nicht veröffentlicht hat. Es beweist weder Namen noch Code noch Inhaber, und auch nicht, wann der Dienst den Fingerabdruck erhalten hat.',
    seal: 'Die Kerben des Siegels folgen aus dem Fingerabdruck: Ein anderes Dokument hat ein anderes Siegel. Der Nachweis ist angehängt: Bewahren Sie die Datei auf, nicht nur das Papier.',
    look: 'Logo und Unterschriftszeile stammen vom Aussteller: Kein Nachweis deckt sie.',
    legal:
      'Kein qualifizierter elektronischer Zeitstempel im Sinne von Artikel 42 der Verordnung (EU) Nr. 910/2014 (eIDAS). Über sein Gewicht als Beweismittel entscheidet ein Gericht.',
  },
  pictures: { seal: 'Siegel des Fingerabdrucks {fingerprint}…', logo: 'Logo des Ausstellers' },
  scan: 'Zum Prüfen scannen',
  signature: 'Ort, Datum, Unterschrift',
  sections: {
    drop: 'Ihr Dokument prüfen',
    what: 'Was nachgewiesen wird',
    where: 'Wo es verankert ist',
    check: 'So prüfen Sie es',
  },
  labels: {
    name: 'Name',
    fingerprint: 'Fingerabdruck ({algorithm})',
    original: 'Fingerabdruck des Originals (nach Angabe)',
    owner: 'Gestempelt von',
    received: 'Eingegangen',
    code: 'Code',
    network: 'Blockchain',
    issuerNetwork: 'Vom Aussteller genannt',
    contract: 'Smart Contract',
    notary: 'Signiert von',
    transaction: 'Transaktions-ID',
    block: 'Block',
    blockHash: 'Blockhash',
    blockTime: 'Blockzeit',
    root: 'Wurzel',
  },
  asStated: '{value} (nach Angabe des Dienstes)',
  quoted: '„{text}“',
  privateNetwork: 'private Chain',
  network: { named: '{name}', unknown: 'die Blockchain Nummer {number}' },
  ofNetwork: { named: 'von {name}', unknown: 'der Blockchain Nummer {number}' },
  numbered: 'Nummer {number}',
  steps: {
    intro:
      'Sie brauchen das Dokument selbst und dieses Zertifikat als Datei. Sie brauchen weder ein Konto noch diesen Dienst.',
    browser:
      'Im Browser: Öffnen Sie {base}/verify und legen Sie dort das Dokument und dieses Zertifikat ab. Beide bleiben auf Ihrem Gerät. Die Seite sagt, ob sie zusammenpassen und was bisher nur eine Angabe ist.',
    get: 'Ohne diesen Dienst: Das Prüfprogramm gibt es unter {base}/verifier oder bei jedem, der es hat. tallystick.html ist eine Seite, die offline funktioniert, tallystick.mjs ein Programm für Node ab 20.19. Installiert wird nichts. Ihre SHA-256 stehen unten; aus den veröffentlichten Quellen lassen sich dieselben Bytes erzeugen.',
    verify:
      'Trennen Sie die Verbindung zum Internet, öffnen Sie tallystick.html und legen Sie beide dort ab. Oder führen Sie aus: {command} verify DOKUMENT ZERTIFIKAT. Seite und Programm vergleichen auch diesen Text mit dem Nachweis darin.',
    digest:
      'Von Hand, wenn Sie mögen: Der Fingerabdruck Ihres Dokuments muss mit dem in diesem Zertifikat übereinstimmen. {command}',
    block:
      'Vergleichen Sie den Block: Sein Hash in diesem Zertifikat muss der von Block {block} in einem Explorer oder Knoten {ofNetwork} sein. Verlassen Sie sich dabei allein auf die Blockchain.',
    blockPrivate:
      'Vergleichen Sie den Block: Sein Hash in diesem Zertifikat muss der von Block {block} auf einem Knoten {ofNetwork} sein, dem Sie vertrauen.',
    byHand:
      'Der Pfad im Nachweis führt vom Fingerabdruck zur Wurzel. Die Wurzel ist das Argument der Transaktion, und die Transaktion ist Teil des Blocks. Das Format beschreibt {base}/proof-format.',
  },
  deletion: {
    title: 'Löschzertifikat',
    kind: 'Zertifikat über eine Löschung',
    headline: 'Die Löschung {subject} ist in einem Block vom {time} festgehalten.',
    subject: { folder: 'eines Ordners', file: 'einer Datei' },
    scope:
      'Dieses Zertifikat besagt, dass der Dienst diese Löschung zu diesem Zeitpunkt festgehalten hat. Es besagt nicht, dass nirgendwo sonst eine Kopie liegt, etwa in einer Sicherung.',
    intro: 'Sie brauchen dieses Zertifikat als Datei. Sie brauchen weder ein Konto noch diesen Dienst.',
    browser:
      'Im Browser: Öffnen Sie {base}/verify und legen Sie dort dieses Zertifikat ab. Es bleibt auf Ihrem Gerät. Die Seite sagt, was es beweist und was bisher nur eine Angabe ist.',
    copies: {
      folder:
        'Jede Datei, die mit dem Ordner gelöscht wurde, hat ein eigenes Zertifikat. Es nennt ihren Fingerabdruck.',
      file: 'Ist eine Datei eine Kopie der gelöschten? Berechnen Sie ihren Fingerabdruck und vergleichen Sie: {command}',
    },
    verify:
      'Trennen Sie die Verbindung zum Internet, öffnen Sie tallystick.html und legen Sie dort dieses Zertifikat ab. Die Seite prüft den Nachweis vom Eintrag über die Löschung bis zum Block und vergleicht diesen Text mit ihm.',
    seal: 'Die Kerben des Siegels folgen aus dem Fingerabdruck dieses Eintrags: Ein anderer Eintrag hat ein anderes Siegel. Der Nachweis ist angehängt: Bewahren Sie die Datei auf, nicht nur das Papier.',
    kinds: { folder: 'Ein Ordner', file: 'Eine Datei' },
    labels: {
      what: 'Gelöscht wurde',
      id: 'ID',
      files: 'Dateien darin',
      folders: 'Unterordner darin',
      content: 'Fingerabdruck (SHA-256)',
      version: 'Version {number}, Fingerabdruck (SHA-256)',
      more: 'Weitere Versionen',
      account: 'Konto-ID',
      requested: 'Veranlasst am',
      deleted: 'Gelöscht am',
      record: 'Fingerabdruck dieses Eintrags (SHA-256)',
    },
    more: '{count}, im Nachweis',
  },
  combined: {
    thousands: '.',
    moment: '{day}.{month}.{year}, {clock}',
    title: { one: 'Zertifikat für ein Dokument', many: 'Zertifikat für {count} Dokumente' },
    subject: {
      one: 'Ein Dokument mit dem Fingerabdruck in der Tabelle ist',
      many: '{count} Dokumente mit den Fingerabdrücken in der Tabelle sind',
    },
    headline: {
      one: '{subject} in einem Block vom {time} festgehalten.',
      several: '{subject} in Blöcken vom {first} bis zum {last} festgehalten.',
    },
    clock: 'Die Zeitpunkte gelten, wenn die Blockchain diese Blöcke enthält: Vergleichen Sie die Blockhashes unten.',
    notRecorded:
      'Die Fingerabdrücke sind angenommen und signiert, stehen aber noch in keinem Block. Rufen Sie dieses Zertifikat in einigen Minuten erneut ab.',
    waiting: 'Noch in keinem Block: {count} von {all}. Rufen Sie dieses Zertifikat in einigen Minuten erneut ab.',
    confirmed:
      'Noch nicht endgültig: {count} von {all}. Das Netzwerk kann ihre Blöcke noch verwerfen. Rufen Sie dieses Zertifikat erneut ab, sobald sie endgültig sind.',
    contradicted:
      'Zeiten, die sich widersprechen: {count} von {all}. Der Block ist älter als der Eingang des Fingerabdrucks nach Angabe des Dienstes. Eine der beiden Uhren ging falsch.',
    scope:
      'Dieses Zertifikat betrifft genau diese Inhalte und ihre Zeitpunkte. Es besagt nicht, wer sie verfasst hat, wem sie gehören oder ob sie wahr sind.',
    seal: 'Die Kerben des Siegels folgen aus allen Fingerabdrücken der Tabelle: Andere Dokumente haben ein anderes Siegel. Die Nachweise sind angehängt: Bewahren Sie die Datei auf, nicht nur das Papier.',
    withoutDetails:
      'Ohne Details, weil der Inhaber sie nicht veröffentlicht hat: {count} von {all}. Für sie beweist es weder Namen noch Code noch Inhaber, und auch nicht, wann der Dienst den Fingerabdruck erhalten hat.',
    labels: {
      documents: 'Dokumente',
      firstTime: 'Erste Blockzeit',
      lastTime: 'Letzte Blockzeit',
      number: 'Nr.',
      name: 'Name (nach Angabe)',
      time: 'Blockzeit (UTC)',
    },
    notInBlock: 'noch in keinem Block',
    steps: {
      intro:
        'Sie brauchen die Dokumente selbst und dieses Zertifikat als Datei. Sie brauchen weder ein Konto noch diesen Dienst.',
      browser:
        'Im Browser: Öffnen Sie {base}/verify und legen Sie dort die Dokumente und dieses Zertifikat ab. Alles bleibt auf Ihrem Gerät. Die Seite sagt, welche davon passen und was bisher nur eine Angabe ist.',
      verify:
        'Trennen Sie die Verbindung zum Internet, öffnen Sie tallystick.html und legen Sie dort ein Dokument und dieses Zertifikat ab. Oder legen Sie die Dokumente in einen Ordner und führen Sie aus: {command} verify ORDNER ZERTIFIKAT. Seite und Programm vergleichen auch diesen Text mit den Nachweisen darin.',
      blocks: 'Vergleichen Sie die Blockhashes mit denselben Blöcken in einem Explorer oder Knoten {ofNetworks}.',
      blocksPrivate:
        'Vergleichen Sie die Blockhashes mit denselben Blöcken auf einem Knoten {ofNetworks}, dem Sie vertrauen.',
      digest:
        'Von Hand, wenn Sie mögen: Die Fingerabdrücke Ihrer Dokumente müssen mit denen in der Tabelle übereinstimmen. {command}',
    },
  },
  page: 'Seite {page} von {pages}',
  download: 'Nachweis speichern',
  noScript: 'Skripte sind ausgeschaltet. Prüfen Sie das Dokument, wie am Ende dieser Seite beschrieben.',
}
