import type { Texts } from './texts.js'

export const german: Texts = {
  firstClient: 'Erster Zugang',
  mails: {
    verification: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: [
        'Guten Tag {name}, mit diesem Link bestätigen Sie Ihre Adresse und melden sich bei Tallystick an. Er gilt eine Stunde.',
        'Wenn Sie kein Konto erstellt haben, ignorieren Sie diese Mail: Ohne den Link kann sich niemand anmelden.',
      ],
      link: 'Bestätigen und anmelden',
    },
    passwordReset: {
      subject: 'Wählen Sie ein neues Passwort',
      paragraphs: [
        'Guten Tag {name}, mit diesem Link wählen Sie ein neues Passwort. Er gilt eine Stunde und nur einmal. Alle Sitzungen Ihres Kontos werden abgemeldet.',
        'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Mail: Ihr Passwort bleibt unverändert.',
      ],
      link: 'Neues Passwort wählen',
    },
    alreadyRegistered: {
      subject: 'Sie haben bereits ein Konto',
      paragraphs: [
        'Guten Tag {name}, gerade wollte jemand mit Ihrer Adresse ein Konto erstellen. Sie haben bereits eines: Melden Sie sich hier an. Wenn Sie Ihr Passwort vergessen haben, können Sie es dort zurücksetzen.',
        'Wenn Sie das nicht waren, ignorieren Sie diese Mail: Es hat sich nichts geändert.',
      ],
      link: 'Anmelden',
    },
    deletion: {
      subject: 'Ihr Konto wird am {day} gelöscht',
      paragraphs: [
        'Guten Tag {name}, wie gewünscht wird Ihr Konto am {day} gelöscht, mit allen Dateien, Stempeln und deren Details. Bis dahin ändert sich nichts, und Sie können die Löschung jederzeit zurücknehmen.',
        'Gespeicherte Beweise bleiben gültig. Um die anderen zu erhalten, exportieren Sie vorher Ihre Daten.',
      ],
      link: 'Konto behalten',
    },
    webhookGone: {
      subject: 'Ihr Webhook bei {host} wurde ausgeschaltet',
      paragraphs: [
        'Guten Tag {name}, {host} hat mit 410 (Gone) geantwortet und möchte keine Zustellungen mehr. Ihr Webhook wurde ausgeschaltet.',
        'Wenn Sie ihn noch brauchen, schalten Sie ihn im Portal unter Webhooks wieder ein. Dort sehen Sie auch die Antworten und können Fehlgeschlagenes erneut senden.',
        'Ihre Stempel und Beweise sind davon nicht betroffen.',
      ],
    },
    webhookFailing: {
      subject: 'Ihr Webhook bei {host} wurde ausgeschaltet',
      paragraphs: [
        'Guten Tag {name}, fünf Tage lang sind alle Zustellungen an {host} fehlgeschlagen. Ihr Webhook wurde ausgeschaltet.',
        'Wenn Sie ihn noch brauchen, schalten Sie ihn im Portal unter Webhooks wieder ein. Dort sehen Sie auch die Antworten und können Fehlgeschlagenes erneut senden.',
        'Ihre Stempel und Beweise sind davon nicht betroffen.',
      ],
    },
  },
  certificate: {
    title: 'Zertifikat',
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
      root: 'Wurzel',
    },
    asStated: 'nach Angabe des Einreichers',
    privateNetwork: 'private Chain',
    steps: {
      intro: 'Sie brauchen diesen Dienst nicht, nur das Dokument selbst und den Beweis in diesem Zertifikat.',
      pdf: 'Speichern Sie den Beweis, der diesem PDF angehängt ist: {file} (Büroklammer in den meisten Programmen, oder: pdfdetach -saveall ZERTIFIKAT.pdf).',
      html: 'Speichern Sie den Beweis, den diese Seite enthält: {file}.',
      digest: 'Berechnen Sie den Fingerabdruck Ihres Dokuments. Er muss mit dem obigen übereinstimmen: {command}',
      verify:
        'Lassen Sie ein Programm den Beweis vom Dokument bis zum Block prüfen. Das geht offline: npx tallystick verify DOKUMENT {file}. Oder legen Sie beides auf der Seite {page} ab; es bleibt in Ihrem Browser.',
      block: 'Vergleichen Sie den Block-Hash mit Block {block} in einem Explorer oder Knoten von {network}.',
      blockPrivate:
        'Vergleichen Sie den Block-Hash mit Block {block} auf einem Knoten von {network}, dem Sie vertrauen.',
      byHand:
        'Von Hand: Der Pfad im Beweis führt vom Fingerabdruck zur Wurzel. Die Wurzel ist das Argument der Transaktion, und die Transaktion ist Teil des Blocks. Das Format ist mit der Software veröffentlicht (docs/proof-format.md).',
    },
    deletion: {
      title: 'Löschzertifikat',
      headline: 'Die Löschung {subject} wurde spätestens am {time} festgehalten.',
      subject: { folder: 'eines Ordners', file: 'einer Datei' },
      scope:
        'Dieses Zertifikat besagt, dass der Dienst diese Löschung zu diesem Zeitpunkt festgehalten hat. Es besagt nicht, dass nirgendwo sonst eine Kopie liegt, etwa in einer Sicherung.',
      intro: 'Sie brauchen diesen Dienst nicht, nur den Beweis in diesem Zertifikat.',
      copies: {
        folder:
          'Jede Datei, die mit dem Ordner gelöscht wurde, hat ein eigenes Zertifikat. Es nennt ihren Fingerabdruck.',
        file: 'Ist eine Datei eine Kopie der gelöschten? Berechnen Sie ihren Fingerabdruck und vergleichen Sie: {command}',
      },
      verify:
        'Legen Sie den Beweis auf der Seite {page} ab. Ihr Browser prüft ihn vom Eintrag über die Löschung bis zum Block, auch offline.',
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
      more: '{count}, im Beweis',
    },
    link: 'Ansehen',
    page: 'Seite {page} von {pages}',
    download: 'Beweis speichern',
  },
}
