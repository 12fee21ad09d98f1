import type { network as en } from '../en/network.js'
import type { TextsLike } from '../languages.js'

export const network: TextsLike<typeof en> = {
  title: 'Netzwerk',
  text: 'Wo Ihre Einträge festgehalten werden, und wie es dort steht.',
  failed: 'Der Stand des Netzwerks konnte nicht geladen werden',
  loading: 'Das Netzwerk wird gefragt',
  fine: {
    title: 'Alles ist auf dem neuesten Stand',
    text: 'Der neueste Eintrag wurde {{ago}} festgehalten und ist endgültig.',
  },
  nothing: {
    title: 'Alles ist bereit',
    text: 'Noch ist nichts festgehalten. Ihr erster Stempel erscheint hier einen Augenblick, nachdem Sie ihn gesetzt haben.',
  },
  underway: {
    title: 'Einträge werden gerade festgehalten',
    text_one: 'Eine Transaktion ist unterwegs, {{since}} schon. Das ist ganz normal.',
    text_other: '{{count}} Transaktionen sind unterwegs, die älteste schon {{since}}. Das ist ganz normal.',
  },
  settling: {
    title: 'Der neueste Eintrag ist festgehalten',
    text: 'Er steht in einem Block und wird von selbst endgültig. Es bleibt nichts zu tun.',
  },
  slow: {
    title: 'Das Festhalten dauert länger als sonst',
    text: 'Die älteste Transaktion wartet schon {{since}}. Nichts ist verloren, und Sie müssen nichts tun: Sie wird so lange gesendet, bis sie feststeht.',
  },
  silent: {
    title: 'Das Netzwerk antwortet gerade nicht',
    text: 'Was Sie inzwischen stempeln, wird aufgehoben und festgehalten, sobald das Netzwerk wieder antwortet.',
  },
  failedBatch: {
    title: 'Eine Transaktion ließ sich nicht festhalten',
    text: 'Ihre Einträge sind als gescheitert gekennzeichnet. Wer diesen Dienst betreibt, findet den Grund in seinem Protokoll.',
  },
  what: { title: 'Worauf Ihre Beweise beruhen' },
  private:
    'Dieses Netzwerk ist ein privates, zum Ausprobieren. Seine Beweise überzeugen alle, die seinem Betreiber vertrauen, und sonst niemanden.',
  public:
    'Dieses Netzwerk ist öffentlich: Niemand, auch nicht der Betreiber dieses Dienstes, kann einen Eintrag ändern oder zurückdatieren.',
  finality: {
    title: 'Wann ist ein Eintrag endgültig?',
    first: 'Sobald er in einem Block steht; das dauert ein bis zwei Sekunden.',
    blocks: 'Wenn er {{count}} Blöcke tief liegt, den eigenen mitgezählt: Von da an ersetzt ihn nichts mehr.',
    finalized:
      'Wenn das Netzwerk selbst seinen Block für endgültig erklärt. Bei Ethereum dauert das etwa eine Viertelstunde.',
  },
  money: {
    title: 'Wie lange das Geld reicht',
    text: 'Jede Transaktion kostet eine kleine Gebühr, die der Notar aus einem eigenen Konto bezahlt.',
    lasts: 'Wenn es weitergeht wie am letzten Tag, reicht es noch {{time}}.',
    ample: 'Wenn es weitergeht wie am letzten Tag, reicht es mehr als zehn Jahre.',
    early: 'Das lässt sich noch nicht sagen.',
    idle: 'Am letzten Tag wurde nichts ausgegeben.',
    unknown: 'Das Netzwerk verrät es gerade nicht.',
    low: 'Das Geld reicht nur noch {{time}}. Der Betreiber dieses Dienstes muss das Konto auffüllen, sonst müssen neue Einträge warten.',
    empty:
      'Das Konto ist leer: Neue Einträge warten, bis der Betreiber dieses Dienstes es auffüllt. Nichts ist verloren.',
    balance: 'Guthaben',
    coins: '{{amount}} Münzen',
    spent: 'Transaktionen am letzten Tag',
    each: 'Kosten je Transaktion',
  },
  batches: {
    title: 'Neueste Transaktionen',
    text: 'Viele Einträge, von allen, die diesen Dienst nutzen, teilen sich eine Transaktion.',
    none: 'Es gibt noch keine.',
    when: 'Wann',
    entries: 'Einträge',
    state: 'Stand',
    block: 'Block',
    transaction: 'Transaktion',
    deploy: 'Einrichtung',
    copy: 'Transaktionsnummer kopieren',
  },
  states: { submitted: 'Unterwegs', confirmed: 'In einem Block', final: 'Endgültig', failed: 'Gescheitert' },
  details: {
    title: 'Einzelheiten für Fachleute',
    name: 'Netzwerk',
    chain: 'Kennung der Chain (CAIP-2)',
    contract: 'Vertrag des Notars',
    notary: 'Konto des Notars',
    head: 'Neuester Block',
    finalHead: 'Neuester endgültiger Block',
    rule: 'Regel der Endgültigkeit',
    ruleBlocks_one: '{{count}} Block',
    ruleBlocks_other: '{{count}} Blöcke',
    ruleFinalized: 'Kennzeichen „finalized“ des Netzwerks',
    seen: 'Stand',
    copy: 'Kopieren: {{what}}',
  },
}
