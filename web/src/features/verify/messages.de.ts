import type { MessagesLike } from '../../app/languages.js'
import type { verify as en } from './messages.en.js'

export const verify: MessagesLike<typeof en> = {
  title: 'Dokument prüfen',
  text: 'Gab es dieses Dokument zu der Zeit, die jemand nennt, und ist es seitdem unverändert? Um das herauszufinden, brauchen Sie kein Konto.',
  drop: {
    title: 'Legen Sie das Dokument hier ab, und seinen Beweis, wenn Sie ihn haben',
    text: 'Das Dokument verlässt diesen Browser nicht. Ohne Beweis wird hier nur sein Fingerabdruck nachgeschlagen.',
    button: 'Dateien wählen',
  },
  code: {
    label: 'Oder tippen Sie einen Code',
    hint: 'Zehn Zeichen, wie auf einem Zertifikat oder in einem Link.',
    button: 'Nachschlagen',
  },
  how: {
    title: 'Was hier geschieht',
    stays: {
      title: 'Das Dokument bleibt bei Ihnen',
      text: 'Ihr Browser berechnet seinen Fingerabdruck. Dateien jeder Größe gehen, und nichts wird hochgeladen.',
    },
    alone: {
      title: 'Der Beweis spricht für sich',
      text: 'Ihr Browser folgt ihm vom Dokument bis zum Block der Chain. Unterwegs muss man niemandem glauben.',
    },
    offline: {
      title: 'Es geht ohne Netz',
      text: 'Mit Dokument und Beweis zur Hand können Sie die Verbindung trennen, sobald diese Seite geladen ist.',
    },
  },
  hashing: 'Der Fingerabdruck von {{name}} wird berechnet',
  looking: 'Es wird nachgeschlagen',
  staysHere: 'Das Dokument bleibt in diesem Browser.',
  again: 'Etwas anderes prüfen',
  failed: 'Es konnte nicht geprüft werden',
  details: 'Einzelheiten',
  pathDrawing: 'Das Dokument wird auf dem Weg zur Wurzel mit {{count}} anderen verbunden',
  verified: {
    document: 'Genau diese Datei gab es am {{moment}}.',
    documentText: 'Sie ist seitdem unverändert, bis auf das letzte Bit.',
    alone: 'Eine Datei mit diesem Fingerabdruck gab es am {{moment}}.',
    aloneText: 'Der Beweis hält. Ob er von der Datei handelt, die Sie meinen, sehen Sie, wenn Sie diese hier ablegen.',
    change: 'Diese Änderung an einem Ordner wurde am {{moment}} festgehalten.',
    changeText: 'Der Eintrag ist seitdem unverändert.',
    publicText: 'Der Fingerabdruck steht in einem Block von {{network}}.',
    privateText: 'Der Fingerabdruck steht in einem Block von {{network}}, einer privaten Chain.',
  },
  waiting: {
    title: 'Noch nicht auf der Chain.',
    text: 'Dokument und Beweis passen zusammen, aber die Transaktion ist in keinem Block; darum ist noch keine Zeit bewiesen. Holen Sie den Beweis in einer Minute neu.',
    textAlone:
      'Der Beweis ist in Ordnung, aber seine Transaktion ist in keinem Block; darum ist noch keine Zeit bewiesen. Holen Sie ihn in einer Minute neu.',
  },
  refused: {
    document: {
      title: 'Das ist nicht das Dokument, von dem der Beweis handelt.',
      text: 'Das Dokument wurde nach dem Stempeln geändert, und sei es um ein einziges Zeichen, oder der Beweis gehört zu einem anderen. Schon neues Speichern kann eine Datei ändern.',
    },
    notProof: {
      title: 'Das ist kein Beweis, oder ein beschädigter.',
      text: 'Die Datei hat nicht die Form eines Tallystick-Beweises oder wurde verändert, seit sie ausgestellt wurde. Lassen Sie sich den Beweis noch einmal geben.',
    },
    version: {
      title: 'Dieser Beweis ist von einer neueren Art.',
      text: 'Diese Seite kennt nur Version 1. Nehmen Sie eine neuere Version dieser Seite oder der Kommandozeile.',
    },
    forged: {
      title: 'Dieser Beweis hält nicht.',
      text: 'Er widerspricht sich: Er wurde beschädigt, oder jemand hat ihn erfunden. Er beweist nichts.',
    },
  },
  grounds: {
    title: 'Worauf das beruht',
    noFile: 'Es wurde kein Dokument verglichen: Der Beweis handelt von dem, was diesen Fingerabdruck hat.',
    noBlock: 'Die Transaktion ist unterschrieben, aber, soweit dieser Beweis reicht, in keinem Block.',
    privateChain:
      '{{network}} ist eine private Chain. Die Zeit ist so gut wie das Wort dessen, der sie betreibt; eine öffentliche Chain würde sie allen beweisen.',
    compareBlock:
      'Dass der Block zu {{network}} ({{chain}}) gehört, wurde hier nicht mit dem Netzwerk verglichen. Vergleichen Sie seinen Hash unten mit einem beliebigen Knoten oder Block-Explorer, dann muss man niemandem glauben.',
    otherNetwork:
      'Der Beweis ist von einem anderen Netzwerk ({{network}}, {{chain}}) als dem, auf dem dieser Dienst stempelt. Er hält trotzdem: Er braucht keinen Dienst.',
    noDetails: 'Name und Angaben wurden aus dem Beweis gelöscht: Sie sind nicht bewiesen, der Fingerabdruck schon.',
  },
  missing: {
    title: 'Haben Sie das Dokument?',
    text: 'Legen Sie es hier ab, um zu sehen, ob es das richtige ist. Es bleibt in diesem Browser.',
  },
  other: {
    title: 'Versuchen Sie eine andere Datei',
    text: 'Vielleicht gibt es eine frühere Fassung, so wie sie beim Stempeln war.',
  },
  unknown: {
    document: {
      title: 'Niemand hat dieses Dokument hier öffentlich gestempelt',
      text: 'Sein Fingerabdruck ist nicht bekannt. Vielleicht wurde es seitdem geändert, privat gestempelt oder anderswo. Mit einem Beweis lässt es sich trotzdem prüfen.',
    },
    code: {
      title: 'Es gibt keinen öffentlichen Stempel mit diesem Code',
      text: '{{code}} ist verschrieben, oder es wurde privat gestempelt. Wer gestempelt hat, kann Ihnen den Beweis geben, und den können Sie hier prüfen.',
    },
    proof: {
      title: 'Haben Sie den Beweis dazu?',
      text: 'Legen Sie ihn hier ab: eine Datei, die auf .json endet.',
      button: 'Beweis wählen',
    },
  },
  stray: {
    ots: {
      title: 'Das ist eine OpenTimestamps-Datei',
      text: 'Hier werden Beweise in JSON geprüft: Lassen Sie sich diese Form geben, oder prüfen Sie die Datei mit den Werkzeugen von OpenTimestamps.',
    },
    manifest: {
      title: 'Das ist das Verzeichnis eines ganzen Ordners',
      text: 'Es wird zusammen mit dem Ordner auf der Kommandozeile geprüft: npx tallystick verify ORDNER MANIFEST',
    },
    two: {
      title: 'Das sind zwei Dokumente',
      text: 'Legen Sie ein Dokument ab, allein oder zusammen mit seinem Beweis.',
    },
  },
  stations: {
    title: 'Der Weg vom Dokument zur Chain',
    state: { ok: 'in Ordnung', open: 'offen', fail: 'nicht in Ordnung', unseen: 'nicht angesehen' },
    document: {
      name: 'Dokument',
      ok: 'Es hat den Fingerabdruck, den der Beweis nennt.',
      open: 'Es wurde kein Dokument verglichen.',
      fail: 'Es hat nicht den Fingerabdruck, den der Beweis nennt, oder der Beweis ist beschädigt.',
      unseen: 'Nicht angesehen.',
    },
    path: {
      name: 'Pfad',
      ok: 'Der Fingerabdruck wird mit denen anderer verbunden, Paar für Paar.',
      open: 'Nicht angesehen.',
      fail: 'Fingerabdruck und Angaben passen nicht zusammen.',
      unseen: 'Nicht angesehen.',
    },
    root: {
      name: 'Wurzel',
      ok: 'Der Pfad führt zu einem Fingerabdruck für alle zusammen.',
      open: 'Nicht angesehen.',
      fail: 'Der Pfad führt nicht zur Wurzel.',
      unseen: 'Nicht angesehen.',
    },
    transaction: {
      name: 'Transaktion',
      ok: 'Eine unterschriebene Transaktion trägt die Wurzel.',
      open: 'Nicht angesehen.',
      fail: 'Die Transaktion trägt die Wurzel nicht.',
      unseen: 'Nicht angesehen.',
    },
    block: {
      name: 'Block',
      ok: 'Die Transaktion ist in einem Block, und der Block hat eine Zeit.',
      open: 'Die Transaktion ist noch in keinem Block.',
      fail: 'Die Transaktion ist nicht in dem Block.',
      unseen: 'Nicht angesehen.',
    },
  },
  facts: {
    file: 'Datei',
    yourHash: 'Fingerabdruck Ihrer Datei',
    hash: 'Fingerabdruck im Beweis',
    commitment: 'Festlegung der Angaben',
    leaf: 'Platz im Baum',
    leafOf: '{{index}} von {{count}}',
    root: 'Wurzel',
    transaction: 'Transaktion',
    contract: 'Vertrag',
    notary: 'Unterschrieben von',
    network: 'Netzwerk',
    blockNumber: 'Block',
    blockHash: 'Hash des Blocks',
    blockTime: 'Zeit des Blocks',
    code: 'Code',
    filename: 'Name',
    owner: 'Gestempelt von',
    byHand: 'Ohne diese Seite prüfen',
  },
  copy: { code: 'Code kopieren', hash: 'Fingerabdruck kopieren', command: 'Befehl kopieren' },
  proof: {
    title: 'Der Beweis',
    fromService:
      'So wie dieser Dienst ihn aufbewahrt. Sichern Sie ihn: Mit ihm lässt sich das Dokument ohne diesen Dienst prüfen.',
    fromFile: 'Aus Ihrer Datei {{name}}.',
    download: 'Beweis sichern',
  },
  shared: {
    title: 'Stempel {{code}}',
    by: 'Gestempelt von {{owner}} · {{code}}',
    code: 'Code {{code}}',
    noneTitle: 'Hier ist nichts zu sehen',
    other: 'Dokument prüfen',
  },
}
