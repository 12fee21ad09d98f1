import type { network as en } from '../en/network.js'
import type { TextsLike } from '../languages.js'

export const network: TextsLike<typeof en> = {
  title: 'Netzwerk',
  failed: 'Der Netzwerkstatus konnte nicht geladen werden',
  loading: 'Netzwerkstatus wird geladen',
  fine: {
    title: 'Alles ist auf dem neuesten Stand',
    text: 'Der neueste Eintrag wurde {{ago}} verankert und ist endgültig.',
  },
  nothing: {
    title: 'Alles ist bereit',
    text: 'Noch wurde nichts verankert. Ihr erster Stempel erscheint hier gleich, nachdem Sie ihn erstellt haben.',
  },
  underway: {
    title: 'Einträge werden verankert',
    text_one: 'Eine Transaktion steht schon {{since}} aus. Das ist normal.',
    text_other: '{{count, number}} Transaktionen stehen aus, die älteste schon {{since}}. Das ist normal.',
  },
  settling: {
    title: 'Der neueste Eintrag ist bestätigt',
    text: 'Er steht in einem Block und wird von selbst endgültig. Sie müssen nichts tun.',
  },
  slow: {
    title: 'Die Verankerung dauert länger als üblich',
    text: 'Die älteste Transaktion steht schon {{since}} aus. Nichts ist verloren, und Sie müssen nichts tun: Sie wird erneut gesendet, bis sie bestätigt ist.',
  },
  silent: {
    title: 'Das Netzwerk antwortet nicht',
    text: 'Was Sie stempeln, wird aufbewahrt und verankert, sobald das Netzwerk wieder antwortet.',
  },
  troubled: {
    title: 'Transaktionen lassen sich nicht bestätigen',
    text_zero:
      'Der Blockchain lässt sich seit {{since}} nicht vollständig folgen. Nichts ist verloren: Der Dienst versucht es weiter. Der Betreiber braucht diesen Grund: „{{why}}“',
    text_one:
      'Eine Transaktion ist seit {{since}} nicht bestätigt. Nichts ist verloren: Der Dienst versucht es weiter. Der Betreiber braucht diesen Grund: „{{why}}“',
    text_other:
      '{{count, number}} Transaktionen sind nicht bestätigt, die älteste seit {{since}}. Nichts ist verloren: Der Dienst versucht es weiter. Der Betreiber braucht diesen Grund: „{{why}}“',
  },
  failedBatch: {
    title: 'Eine Transaktion ist fehlgeschlagen',
    text: 'Ihre Einträge sind als fehlgeschlagen markiert. Der Betreiber dieses Dienstes findet den Grund im Protokoll.',
  },
  what: { title: 'Worauf Ihre Nachweise beruhen' },
  private: 'Dieses Netzwerk ist privat, zum Testen. Seine Nachweise überzeugen nur, wenn man dem Betreiber vertraut.',
  public:
    'Dieses Netzwerk ist öffentlich: Niemand kann einen Eintrag ändern oder zurückdatieren, auch nicht der Betreiber dieses Dienstes.',
  finality: {
    title: 'Wann ist ein Eintrag endgültig?',
    first: 'Sobald er in einem Block steht. Das dauert ein bis zwei Sekunden.',
    blocks: 'Wenn er {{count, number}} Blöcke tief liegt, den eigenen mitgezählt. Danach ersetzt ihn nichts mehr.',
    finalized: 'Wenn das Netzwerk seinen Block für endgültig erklärt. Bei Ethereum dauert das etwa 15 Minuten.',
  },
  money: {
    title: 'Guthaben für Gebühren',
    text: 'Jede Transaktion kostet eine kleine Gebühr. Sie wird vom Konto des Notars bezahlt.',
    lasts: 'Beim Verbrauch des letzten Tages reicht es noch {{time}}.',
    ample: 'Beim Verbrauch des letzten Tages reicht es mehr als zehn Jahre.',
    early: 'Wie lange es reicht, lässt sich noch nicht sagen.',
    free: 'Dieses Netzwerk verlangt keine Gebühren.',
    idle: 'Am letzten Tag wurde nichts verbraucht.',
    unknown: 'Das Guthaben ist gerade nicht abrufbar.',
    low: 'Das Guthaben reicht nur noch {{time}}. Der Betreiber muss es aufladen, sonst warten neue Einträge.',
    empty: 'Das Guthaben ist aufgebraucht. Neue Einträge warten, bis der Betreiber es auflädt. Nichts ist verloren.',
    balance: 'Guthaben',
    units: 'Einheiten',
    spent: 'Transaktionen am letzten Tag',
    each: 'Kosten je Transaktion',
  },
  witnesses: {
    title: 'Zeugen außerhalb der Blockchain',
    text: 'Neue Einträge gehen an diese Zeugen (Abstand: {{interval}}). Dann überzeugen Nachweise auch Personen, die diesem Netzwerk nicht vertrauen.',
    kinds: { rfc3161: 'Zeitstempeldienst', opentimestamps: 'OpenTimestamps-Kalender', chain: 'eine andere Blockchain' },
    last: 'Letzte Antwort:',
    never: 'Noch keine Antwort.',
    waiting_one: 'Eine Anfrage steht noch aus. Das ist normal.',
    waiting_other: '{{count, number}} Anfragen stehen noch aus. Das ist normal.',
    failing_one: 'Eine Anfrage steht noch aus und wird wiederholt, bis sie gelingt: {{failure}}',
    failing_other: '{{count, number}} Anfragen stehen noch aus und werden wiederholt, bis sie gelingen: {{failure}}',
  },
  batches: {
    title: 'Neueste Transaktionen',
    text: 'Jede Transaktion verankert viele Einträge, von allen, die diesen Dienst nutzen.',
    none: 'Noch keine.',
    when: 'Wann',
    entries: 'Einträge',
    state: 'Status',
    block: 'Block',
    transaction: 'Transaktions-ID',
    deploy: 'Einrichtung',
    copy: 'Transaktions-ID kopieren',
  },
  states: { submitted: 'Übermittelt', confirmed: 'Bestätigt', final: 'Endgültig', failed: 'Fehlgeschlagen' },
  details: {
    title: 'Technische Details',
    name: 'Netzwerk',
    chain: 'Chain-ID (CAIP-2)',
    contract: 'Smart Contract des Notars',
    notary: 'Adresse des Notars',
    head: 'Neuester Block',
    finalHead: 'Neuester endgültiger Block',
    evidence: 'Nachweise zeigen',
    evidence_transaction: 'die Transaktion in ihrem Block',
    evidence_state: 'den Speicher des Smart Contracts beim Stand des Blocks',
    rule: 'Endgültig ab',
    ruleBlocks_one: '{{count, number}} Block',
    ruleBlocks_other: '{{count, number}} Blöcke',
    ruleFinalized: 'Tag „finalized“ des Netzwerks',
    seen: 'Stand',
    copy: '{{what}} kopieren',
  },
}
