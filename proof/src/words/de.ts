import type { Words } from './words.js'

/** The words for findings in German. */
export const germanWords: Words = {
  moment: '{day}.{month}.{year}, {clock} UTC',
  thousands: '.',
  quoted: '„{text}“',
  lastOfList: '{others} und {last}',
  chain: {
    named: '{name}',
    private: 'die private Chain mit der Nummer {number}',
    unknown: 'die Blockchain mit der Nummer {number}',
  },
  ofChain: {
    named: 'von {name}',
    private: 'der privaten Chain mit der Nummer {number}',
    unknown: 'der Blockchain mit der Nummer {number}',
  },
  sources: {
    'block-hash': 'den eingegebenen Blockhash',
    node: 'den Knoten {name}',
    'public-node': 'den öffentlichen Knoten {name}',
    'issuer-node': 'die Aufzeichnung des Ausstellers bei {name}',
    checkpoints: 'die von {name} signierten Checkpoints',
    authority: 'die Zeitstempelstelle {name}',
    'bitcoin-header': 'den eingegebenen Bitcoin-Header {name}',
  },
  certified: '{source}, zertifiziert von {certifier}',
  clocks: {
    chain: 'nach der Uhr {ofChain}',
    claimed: 'nach der Uhr {ofChain}, falls dieser Hash einer {ofChain} ist',
    operator: 'wie der Betreiber {ofChain} sagt',
    authority: 'nach ihrer Uhr',
    bitcoin: 'nach der Uhr der Bitcoin-Miner',
  },
  subjects: {
    file: 'Diese Datei',
    original: 'Das darin enthaltene Original',
    documents: 'Die {files} Dokumente mit den Fingerabdrücken in diesem Zertifikat',
    digest: 'Eine Datei mit dem Fingerabdruck {hash}',
    change: 'Diese Änderung an einem Ordner',
    folder: 'Die {files} Dateien von {folder}',
    'only-file': 'Die einzige Datei von {folder}',
  },
  existed: { one: 'existierte', many: 'existierten' },
  fits: { one: 'passt zu diesem Nachweis', many: 'passen zu diesem Manifest', documents: 'passen zu ihren Nachweisen' },
  times: {
    at: 'spätestens am {latest}',
    between: 'zu einem Zeitpunkt zwischen {earliest} und {latest}',
    folder: 'spätestens am {latest}, die erste spätestens am {earliest}',
  },
  headlines: {
    confirmed: 'Bestätigt durch {by}: {subject} {existed} {when}, {clock}.',
    stated: 'Laut Dienst: {subject} {existed} {when}, wie {host} sagt. Von dort stammt der Nachweis.',
    operator: 'Laut Dienst: {subject} {existed} {when}, {clock}. Verglichen über {by}.',
    compared: {
      one: 'Stimmig: {subject} {fits}. Block {block} {ofChain} wurde noch nicht mit dem Netzwerk verglichen.',
      several: 'Stimmig: {subject} {fits}. Die {blocks} Blöcke wurden noch nicht alle mit dem Netzwerk verglichen.',
    },
    waiting: {
      all: 'Stimmig: {subject} {fits}. Die Transaktion steht noch in keinem Block: Ein Zeitpunkt ist nicht bewiesen.',
      some: 'Stimmig: {subject} {fits}. Die Transaktionen von {waiting} der {files} Dateien stehen noch in keinem Block: Für sie ist kein Zeitpunkt bewiesen.',
    },
    named:
      'Stimmig: {subject} {fits}. Die .ots-Datei nennt Transaktion und Block nur: Ein Zeitpunkt ist erst bewiesen, wenn ein Knoten sie zeigt.',
    empty: 'Stimmig: Das Manifest von {folder} verzeichnet keine Dateien. Nichts ist bewiesen.',
    refused: 'Abgelehnt: {reason}',
  },
  folder: {
    same: {
      'only-file': '{name} enthält die einzige Datei des Manifests und keine anderen{except}.',
      folder: '{name} enthält alle {files} Dateien des Manifests und keine anderen{except}.',
      empty: '{name} enthält keine Dateien, wie das Manifest sagt{except}.',
    },
    except: ', außer {left} vom Betriebssystem angelegten',
    different: 'Abgelehnt: Der Ordner weicht von seinem Manifest ab: {counts}.',
    unreadable: 'Unvollständig: Nicht alles im Ordner ließ sich lesen: {counts}.',
    problems: {
      changed: '{count} geändert',
      missing: '{count} fehlend',
      extra: '{count} zusätzlich',
      moved: '{count} umbenannt oder verschoben',
      link: '{count} symbolische Links',
      special: '{count} weder Datei noch Ordner',
      unreadable: '{count} nicht lesbar',
    },
  },
  caveats: {
    'not-in-block': {
      alone:
        'Die Transaktion ist signiert, steht aber in diesem Nachweis noch in keinem Block: Ein Zeitpunkt ist noch nicht bewiesen.',
      beside: 'Die Transaktion ist signiert, steht aber in diesem Nachweis noch in keinem Block.',
      some: 'Die Transaktionen von {waiting} von {files} Dateien sind signiert, stehen im Manifest aber noch in keinem Block: Für diese Dateien ist noch kein Zeitpunkt bewiesen.',
    },
    'not-compared': {
      one: 'Block {block} {ofChain} wurde nicht mit dem Netzwerk verglichen: Ob er zu dieser Blockchain gehört, ist offen.',
      several:
        'Block {block} {ofChain} (und {more} weitere) wurde nicht mit dem Netzwerk verglichen: Ob er zu dieser Blockchain gehört, ist offen.',
    },
    'between-checkpoints': {
      after:
        'Kein Checkpoint nennt Block {block} {ofChain}. Gehört er zu dieser Blockchain, entstand er frühestens am {after}.',
      before:
        'Kein Checkpoint nennt Block {block} {ofChain}. Gehört er zu dieser Blockchain, entstand er spätestens am {before}.',
      both: 'Kein Checkpoint nennt Block {block} {ofChain}. Gehört er zu dieser Blockchain, entstand er zwischen {after} und {before}.',
    },
    'signer-not-pinned':
      'Eine Liste kann jeder signieren: Für nichts bürgen {by}, solange Sie nicht angeben, dass Sie dieser Adresse vertrauen.',
    'others-not-compared': {
      one: 'Block {block} {ofChain}, den das Dokument auch nennt, wurde nicht mit dem Netzwerk verglichen.',
      several:
        'Block {block} {ofChain} (und {more} weitere), den das Dokument auch nennt, wurde nicht mit dem Netzwerk verglichen.',
    },
    'witness-not-checked': {
      authority:
        'Der Zeitstempel von {witnesses} (wie der Aussteller sagt) wurde nicht geprüft: Geben Sie das Zertifikat einer Stelle an, der Sie vertrauen.',
      calendar:
        'Dass Bitcoin einen Block dazu hat, sagt nur {witnesses} (wie der Aussteller angibt); geprüft wurde es nicht: Geben Sie den Header des Blocks an, oder laden Sie den Nachweis als .ots-Datei herunter und prüfen Sie ihn mit einem OpenTimestamps-Programm.',
    },
    'private-chain': {
      known: 'Die Zeit {ofChain} ist nur so vertrauenswürdig wie ihr Betreiber.',
      claimed: 'Der Aussteller sagt, {chain} sei privat: Ihre Zeit ist nur so vertrauenswürdig wie ihr Betreiber.',
    },
    'test-chain': '{Chain} ist ein Testnetz: Es kann neu gestartet werden, und seine Blöcke gehen dann verloren.',
    'unknown-chain':
      '{Chain} steht nicht in der Tabelle bekannter Chains: Ist sie privat, ist ihre Zeit nur so vertrauenswürdig wie ihr Betreiber.',
    rollup: '{Chain} ist ein Rollup: Ein einziger Sequencer ordnet die Blöcke, und ihre Zeiten sind sein Wort.',
    sidechain: '{Chain} ist eine Sidechain: Ihre Zeiten sind das Wort ihrer eigenen Validatoren.',
    'chain-ended':
      '{Chain} wird nicht mehr betrieben oder abgeschaltet: Knoten und Explorer gibt es vielleicht nicht mehr.',
    'times-contradict':
      'Block {block} {ofChain} trägt die Zeit {time}. Der Aussteller gibt aber an, den Eintrag erst danach erhalten zu haben ({received}): Eine der beiden Uhren ging falsch.',
    claims: 'Der Aussteller nennt das Netzwerk {networks} und den Zustand {states}. Das sind seine Angaben.',
    'no-file': 'Es wurde keine Datei verglichen: Der Nachweis gilt für jeden Inhalt mit dem Fingerabdruck {hash}.',
    'no-details':
      'Salt und Details fehlen: Der Nachweis gilt nur für den Fingerabdruck. Name, Code, Inhaber, Metadaten und Eingangszeit zeigt er nicht.',
    'words-unbound': {
      earlier:
        'Dieses Zertifikat hat eine ältere Version: Geprüft wurde nur der Nachweis darin. Glauben Sie nichts anderes davon.',
      later:
        'Dieses Zertifikat hat eine neuere Version: Geprüft wurde nur der Nachweis darin. Ein neueres Prüfprogramm vergleicht auch seinen Text.',
      resaved:
        'Dieses PDF ist nicht so, wie sein Dienst es schreibt: Ein anderes Programm hat es neu gespeichert oder verändert. Geprüft wurde nur der Nachweis darin, nicht der gedruckte Text: Glauben Sie nichts davon.',
    },
    'words-shown': {
      html: 'Die Seite führt ein Skript aus, das dieses Prüfprogramm nicht kennt. Ihr Text wurde verglichen, aber was sie zeigt, kann abweichen: Verlassen Sie sich auf dieses Ergebnis.',
      pdf: 'Einige Buchstaben des PDF wurden als Text verglichen, nicht in ihrer Form: Verlassen Sie sich auf dieses Ergebnis.',
    },
    original: {
      given:
        'Das ist das Original, nicht seine gestempelte Kopie (Fingerabdruck {copy}). Der Nachweis nennt den Fingerabdruck des Originals, der Zeitpunkt gilt also auch dafür. Dass die Kopie daraus entstand, sagt nur, wer sie gestempelt hat.',
      inside:
        'Die gestempelte Kopie beginnt mit dem unveränderten Original: Ihre ersten {bytes} Bytes haben den Fingerabdruck {original}, den der Nachweis nennt. Der Zeitpunkt gilt auch für das Original.',
      claimed:
        'Der Nachweis nennt ein Original mit dem Fingerabdruck {original}. Dass diese Datei daraus entstand, sagt nur, wer sie gestempelt hat.',
    },
    'words-own': 'Logo und Unterschriftszeile des Zertifikats stammen vom Aussteller: Nichts beweist sie.',
    list: 'Jeder Inhalt ist einzeln bewiesen. Dass die Liste vollständig ist, sowie Namen und Pfade der Dateien sind Angaben des Ausstellers.',
    'no-files': 'Das Manifest verzeichnet keine Dateien: Nichts ist bewiesen.',
    'named-only':
      'Die Datei nennt nur die Transaktion {transaction} und ihren Block ({chain}): Ein Zeitpunkt ist erst bewiesen, wenn sie dort gefunden werden.',
    'digest-only': 'Eine .ots-Datei gilt nur für den Fingerabdruck: Name, Code und andere Details sind nicht bewiesen.',
    'node-lacks-block':
      'Block {block} {ofChain} ist dort unbekannt: {hosts} (der neueste dort: {newest}). Der Knoten ist im Rückstand oder hat den Block verworfen, oder der Block gehört nicht zur Blockchain.',
    'nodes-disagree': {
      hashes:
        'Die Knoten widersprechen sich: Block {block} {ofChain} hat bei {hosts} den Hash des Nachweises, bei {others} einen anderen.',
      few: 'Nach Block {block} {ofChain} gefragt, hat nur {hosts} geantwortet; {needed} Knoten müssen übereinstimmen.',
    },
    'certificate-expired':
      'Ein Zertifikat hinter der Zeit von {authority} ist am {validUntil} abgelaufen: Wer seinen Schlüssel seitdem hatte, kann den Zeitstempel hergestellt haben.',
    'token-recorded':
      'Ein Zertifikat hinter der Zeit von {authority} ist am {validUntil} abgelaufen. Den Zeitstempel selbst gab es schon vorher: Block {block} {ofChain} mit der Zeit {time} hält ihn fest.',
    'revocation-unknown': {
      ever: 'Ob ein Zertifikat hinter der Zeit von {authority} widerrufen wurde, ist nicht geprüft: Das weiß nur die Stelle selbst.',
      before:
        'Ob ein Zertifikat hinter der Zeit von {authority} widerrufen wurde, bevor Block {block} {ofChain} mit der Zeit {time} den Zeitstempel festhielt, ist nicht geprüft: Das weiß nur die Stelle selbst.',
    },
    'bitcoin-place-unknown':
      'Ob Block {hash} zur Bitcoin-Blockchain gehört, wurde nicht geprüft: Für ihn spricht nur seine eigene Arbeit. Vergleichen Sie seinen Hash mit einem Knoten oder Explorer.',
    'finality-unknown':
      'Ob Block {block} {ofChain} endgültig ist, ist unbekannt: Ein Hash sagt das nicht, und bis dahin kann die Blockchain den Block ersetzen.',
    'not-final': {
      'not-yet': 'Block {block} {ofChain} ist noch nicht endgültig (Bestätigungen: {confirmations}, laut {host}).',
      unsaid:
        'Block {block} {ofChain} ist vielleicht nicht endgültig: Der Knoten sagt es nicht (Bestätigungen: {confirmations}, laut {host}).',
    },
    'not-recorded':
      'Der Smart Contract {contract} hatte die Wurzel bis dahin nicht festgehalten: Der Block enthält die Transaktion, aber sie schlug fehl, oder es ist ein anderer Contract. Andere Contracts sehen diesen Stempel nicht.',
    'genesis-unknown': '{host} zeigt seinen ersten Block nicht: Dass es ein Knoten {ofChain} ist, sagt nur er selbst.',
  },
  refusals: {
    malformed: 'Das ist kein Nachweis, oder er wurde nach dem Ausstellen geändert.',
    unsupported: {
      format: 'Das ist weder ein Nachweis noch ein Manifest von Tallystick.',
      version: 'Das hat eine neuere Version. Besorgen Sie ein neueres Prüfprogramm.',
      foreign: 'Diese .ots-Datei stammt nicht von Tallystick. Prüfen Sie sie mit den Programmen von OpenTimestamps.',
      other: 'Das enthält etwas, das dieses Prüfprogramm nicht kennt.',
    },
    'not-canonical-json': 'Die Details in diesem Nachweis haben keine Form, die sich vergleichen lässt.',
    rlp: 'Der Nachweis ist beschädigt oder gefälscht: Seine Transaktion oder sein Block ist nicht lesbar.',
    transaction: 'Der Nachweis ist beschädigt oder gefälscht: Seine Transaktion ist nicht signiert.',
    header: 'Der Nachweis ist beschädigt oder gefälscht: Sein Block hat nicht den Hash, den er nennt.',
    trie: 'Der Nachweis ist beschädigt oder gefälscht: Sein Block enthält nicht, was der Nachweis sagt.',
    tree: 'Der Nachweis ist beschädigt oder gefälscht: Sein Pfad passt nicht zu seinem Baum.',
    words: {
      words: 'Im Zertifikat steht „{found}“, im Nachweis aber „{expected}“.',
      added: 'Im Zertifikat steht „{found}“, im Nachweis aber nicht.',
      removed: 'Im Zertifikat fehlt „{expected}“, was im Nachweis steht.',
      'several-proofs': 'Das Zertifikat enthält mehr als einen Nachweis.',
      'hidden-proof': 'Das Zertifikat versteckt seinen Nachweis an einer Stelle, an der kein Zertifikat ihn hat.',
      structure: 'Das Zertifikat enthält etwas, das in keinem Zertifikat steht: {found}.',
    },
    digest: {
      file: 'Die Datei wurde geändert, oder der Nachweis gehört zu einer anderen: Sein Fingerabdruck ist {proven}, nicht {given}.',
      copy: 'Die gestempelte Kopie wurde geändert: Ihr Fingerabdruck ist nicht mehr {proven}. Ihre ersten {bytes} Bytes sind aber noch das Original, das der Nachweis nennt: {original}.',
      uncertified: 'Das Zertifikat enthält keinen Nachweis für eine Datei mit diesem Inhalt: {given}.',
      absent: 'Das Manifest verzeichnet keine Datei mit diesem Inhalt: {given}.',
      other: 'Die Aussage eines Zeugen betrifft etwas anderes.',
    },
    commitment: 'Der Nachweis ist beschädigt oder gefälscht: Seine Details sind nicht die festgehaltenen.',
    root: 'Der Nachweis ist beschädigt oder gefälscht: Sein Pfad führt nicht zur Wurzel.',
    anchor: 'Der Nachweis ist beschädigt oder gefälscht: Seine Transaktion oder sein Block widerspricht ihm.',
    block: {
      another: 'Block {block} {ofChain} hat einen anderen Hash, festgestellt durch {by}.',
      none: 'Kein Anker steht in dem Block, dem Sie vertrauen: {given}.',
      chains: 'Der Block {given} wird als Block zweier Chains angegeben.',
      bitcoin: 'Keine Aussage eines Kalenders führt zu dem Bitcoin-Block, dem Sie vertrauen: {given}.',
      order: 'Block {block} {ofChain} ist in falscher Reihenfolge datiert, festgestellt durch {by}.',
    },
    checkpoints: 'Die Liste der Checkpoints ist nicht gültig.',
    'block-time': {
      early: 'Der Block trägt die Zeit {time}, aber {chain} besteht erst seit {since}.',
      late: 'Der Nachweis trägt die Zeit {time}, die nach der Uhr dieses Geräts in der Zukunft liegt.',
    },
    token: 'Ein Zeitstempel ist gefälscht: Er ist nicht, was signiert wurde.',
    authority: 'Hinter einem Zeitstempel steht keine Stelle, der Sie vertrauen.',
  },
}
