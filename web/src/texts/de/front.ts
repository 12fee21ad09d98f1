import type { front as en } from '../en/front.js'
import type { TextsLike } from '../languages.js'

export const front: TextsLike<typeof en> = {
  title: 'Nachweisen Sie, dass ein Dokument genau so existierte',
  lede: 'Tallystick hält den Fingerabdruck eines Dokuments auf einer Blockchain fest. Später kann jeder prüfen, wann es existierte und dass nichts daran geändert wurde. Das Dokument bleibt bei Ihnen.',
  offline: {
    title: 'Sie sind offline',
    text: 'Diese Seite braucht den Dienst. Prüfen funktioniert auch ohne Netz: Öffnen Sie „Dokument prüfen“ und legen Sie das Dokument mit seinem Nachweis ab.',
  },
  drop: {
    title: 'Wurde dieses Dokument gestempelt?',
    hint: 'Ablegen, um den Fingerabdruck nachzuschlagen. Nichts wird hochgeladen.',
    text: 'Legen Sie es hier ab. Ihr Browser berechnet den Fingerabdruck und schlägt ihn nach. Nichts wird hochgeladen.',
    button: 'Dokumente wählen',
    code: 'Oder ein Code mit zehn Zeichen',
    lookUp: 'Nachschlagen',
    proof: 'Haben Sie auch den Nachweis? Prüfen Sie beides zusammen',
  },
  looking: 'Wird nachgeschlagen',
  results: {
    title_one: 'Ein Dokument',
    title_other: '{{count, number}} Dokumente',
    found: 'Gestempelt: Zeitpunkt ansehen',
    unknown: 'Kein öffentlicher Stempel hier',
    unreadable: 'Nicht lesbar',
    stamp_one: 'Anmelden und stempeln',
    stamp_other: 'Anmelden und {{count, number}} Dokumente stempeln',
    kept: 'Fingerabdruck und Name bleiben in diesem Tab, bis Sie angemeldet sind. Private Stempel werden hier nicht gefunden.',
    again: 'Etwas anderes nachschlagen',
    failed: 'Das Nachschlagen konnte nicht abgeschlossen werden',
  },
  stick: {
    yours: 'Ihre Hälfte: das Dokument.',
    yoursText: 'Nur Sie haben es.',
    public: 'Die öffentliche Hälfte: sein Fingerabdruck in einem Block.',
    publicText: 'Niemand kann sie ändern oder zurückdatieren. Die Kerben passen nur, wenn beide zusammengehören.',
  },
  how: {
    title: 'So funktioniert es',
    drop: {
      title: 'Dokument ablegen',
      text: 'Jede Datei, jede Größe, auch ganze Ordner. Ihr Browser berechnet den Fingerabdruck; das Dokument wird nicht hochgeladen.',
    },
    block: {
      title: 'Der Fingerabdruck kommt in einen Block',
      text: 'Mit vielen anderen, in einer Transaktion. Von da an hat er einen Zeitpunkt, und bald kann ihn niemand mehr entfernen.',
    },
    proof: {
      title: 'Nachweis aufbewahren',
      text: 'Ein Zertifikat zum Drucken und Versenden. Es gilt ohne diesen Dienst, auch wenn es ihn nicht mehr gibt.',
    },
  },
  network: {
    title: 'Netzwerk',
    chain: 'Blockchain',
    state: 'Stand',
    ready: 'Auf dem Stand des Netzwerks, bereit zum Stempeln',
    problem: 'Zurzeit nicht bereit zum Stempeln. Nachweise lassen sich prüfen.',
    asking: 'Wird gefragt …',
    operator: 'Betrieben von',
  },
}
