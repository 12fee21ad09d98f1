/** Words of the pages that verify by themselves: the verifier's own, and certificates. */
export const en = {
  title: 'Verify a document',
  intro:
    'Drop the document and its proof. A certificate (PDF or page), a file ending in .json or .ots, and a manifest are proofs. Everything happens in this page; it needs no network and sends nothing.',
  drop: 'Drop the document and its proof here',
  dropDocument: 'Drop the document here',
  dropHint: 'It stays on this device. No network is used.',
  choose: 'Choose files',
  chooseDocument: 'Choose document',
  hashing: 'Computing the fingerprint of {name}: {percent} %',
  missingProof: 'Now the proof of {name}: its certificate, or the file ending in .json or .ots.',
  missingDocument: 'Now the document. The proof alone shows nothing about your file.',
  unreadable: '{name} couldn’t be read. It may have been moved or changed: choose it again.',
  again: 'Verify something else',
  quoted: '“{text}”',
  unknownChain: 'the chain with the number {number}',
  file: 'This file',
  record: 'This record',
  confirmed: {
    title: '{subject} existed on {time}, if the block hash you entered is the chain’s.',
    text: 'It has not changed since. The block is number {block} of {network}; that it is the chain’s, you compared yourself.',
  },
  consistent: {
    title: '{subject} fits this proof. Block {block} of {network} has not been compared with the network yet.',
    text: 'The proof names {time}. To confirm it, look up block {block} in an explorer or a node that you trust and compare its hash:',
  },
  consistentPrivate: 'Only its operator has this chain: ask for the hash of the block there.',
  waiting: {
    title: '{subject} fits this proof, but the proof is in no block yet.',
    text: 'No time is proven. Ask for the proof again in a few minutes.',
  },
  named: {
    title: '{subject} fits this proof, which only names a transaction.',
    text: 'An .ots file doesn’t contain the transaction or the block. The command line looks them up with a node: {command} verify DOCUMENT PROOF.ots --rpc URL',
  },
  refused: { title: 'This proof does not hold.' },
  reasons: {
    digest: 'The document was changed after it was recorded, or the proof belongs to another document.',
    malformed: 'This isn’t a proof, or it was changed after it was issued.',
    unsupported: 'This proof is of a newer version. Get a newer verifier.',
    words: 'The certificate’s words are not those of its proof: it was changed. Don’t believe anything it says.',
    block: 'The hash you entered is not that of the proof’s block. Compare the number of the block, too.',
    other: 'The proof contradicts itself: it is damaged or forged.',
  },
  changed: {
    words: 'It says “{found}”, but its proof says “{expected}”.',
    added: 'It says “{found}”, which its proof does not say.',
    removed: 'It no longer says “{expected}”, as its proof does.',
    'several-proofs': 'It contains more than one proof.',
    'hidden-proof': 'It hides its proof where no certificate has it.',
    structure: 'It contains something that no certificate does: {found}.',
  },
  unbound: {
    earlier:
      'This certificate was made before its words were bound: only the proof inside was checked. Rely on what is written here, not there.',
    later: 'This certificate is of a later version: only the proof inside was checked. Rely on what is written here.',
    resaved:
      'Another program has saved this PDF again, or changed it: only the proof inside was checked, not the printed words. Rely on what is written here, not there.',
  },
  otherScript: 'The certificate runs a script that this verifier doesn’t know. Rely on what is written here.',
  drawn: 'Some letters of the PDF were compared as text; their shapes were not.',
  privateChain: '{network} is a private chain: its operator can set its clock and rewrite it.',
  noDetails: 'The name and details were removed from the proof: the fingerprint counts, nothing else.',
  claims: 'Address, links and file hashes in a certificate are its issuer’s word.',
  hashLabel: 'Hash of block {block}',
  compare: 'Paste the hash that you found',
  compareButton: 'Compare',
  notHash: 'A block hash has 64 digits from 0 to 9 and a to f.',
  facts: {
    file: 'File',
    fingerprint: 'Fingerprint',
    proven: 'Fingerprint in the proof',
    name: 'Recorded name',
    network: 'Network',
    issuerName: 'The issuer calls it',
    block: 'Block',
    time: 'Block time',
    transaction: 'Transaction ID',
    code: 'Code',
  },
  details: 'Details',
  notes: 'Notes',
  own: 'A page that someone sends you could be forged as a whole, this part included. For certainty use a verifier that you got elsewhere.',
  ownWords: 'The words of this certificate are not those of its proof.',
} as const

/** The same texts in another language. */
export type Texts = Widened<typeof en>
type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }

export const de: Texts = {
  title: 'Dokument prüfen',
  intro:
    'Legen Sie das Dokument und seinen Beweis ab. Beweise sind ein Zertifikat (PDF oder Seite), eine Datei mit der Endung .json oder .ots und ein Manifest. Alles geschieht in dieser Seite; sie braucht kein Netz und sendet nichts.',
  drop: 'Dokument und Beweis hier ablegen',
  dropDocument: 'Dokument hier ablegen',
  dropHint: 'Es bleibt auf diesem Gerät. Es wird kein Netz benutzt.',
  choose: 'Dateien wählen',
  chooseDocument: 'Dokument wählen',
  hashing: 'Fingerabdruck von {name} wird berechnet: {percent} %',
  missingProof: 'Jetzt der Beweis zu {name}: das Zertifikat oder die Datei mit der Endung .json oder .ots.',
  missingDocument: 'Jetzt das Dokument. Der Beweis allein sagt nichts über Ihre Datei.',
  unreadable:
    '{name} ließ sich nicht lesen. Vielleicht wurde die Datei verschoben oder geändert: Wählen Sie sie noch einmal.',
  again: 'Etwas anderes prüfen',
  quoted: '„{text}“',
  unknownChain: 'Chain Nummer {number}',
  file: 'Diese Datei',
  record: 'Dieser Eintrag',
  confirmed: {
    title: '{subject} existierte am {time}, wenn der eingegebene Block-Hash der der Chain ist.',
    text: 'Seitdem ist sie unverändert. Es ist Block {block} von {network}; dass er zur Chain gehört, haben Sie selbst verglichen.',
  },
  consistent: {
    title:
      '{subject} passt zu diesem Beweis. Block {block} von {network} wurde noch nicht mit dem Netzwerk verglichen.',
    text: 'Der Beweis nennt den {time}. Um das zu bestätigen, schlagen Sie Block {block} in einem Explorer oder Knoten nach, dem Sie vertrauen, und vergleichen Sie den Hash:',
  },
  consistentPrivate: 'Diese Chain hat nur ihr Betreiber: Fragen Sie dort nach dem Hash des Blocks.',
  waiting: {
    title: '{subject} passt zu diesem Beweis, aber er steht noch in keinem Block.',
    text: 'Ein Zeitpunkt ist nicht bewiesen. Rufen Sie den Beweis in einigen Minuten noch einmal ab.',
  },
  named: {
    title: '{subject} passt zu diesem Beweis, der eine Transaktion nur nennt.',
    text: 'Eine .ots-Datei enthält weder Transaktion noch Block. Das Programm schlägt sie mit einem Knoten nach: {command} verify DOKUMENT BEWEIS.ots --rpc URL',
  },
  refused: { title: 'Dieser Beweis gilt nicht.' },
  reasons: {
    digest: 'Das Dokument wurde nach dem Festhalten geändert, oder der Beweis gehört zu einem anderen Dokument.',
    malformed: 'Das ist kein Beweis, oder er wurde nach dem Ausstellen geändert.',
    unsupported: 'Dieser Beweis hat eine neuere Version. Besorgen Sie ein neueres Prüfprogramm.',
    words: 'Der Text des Zertifikats ist nicht der seines Beweises: Es wurde geändert. Glauben Sie nichts davon.',
    block: 'Der eingegebene Hash ist nicht der des Blocks im Beweis. Vergleichen Sie auch die Nummer des Blocks.',
    other: 'Der Beweis widerspricht sich: Er ist beschädigt oder gefälscht.',
  },
  changed: {
    words: 'Dort steht „{found}“, im Beweis aber „{expected}“.',
    added: 'Dort steht „{found}“, im Beweis aber nicht.',
    removed: 'Dort fehlt „{expected}“, was im Beweis steht.',
    'several-proofs': 'Es enthält mehr als einen Beweis.',
    'hidden-proof': 'Es versteckt seinen Beweis an einer Stelle, an der kein Zertifikat ihn hat.',
    structure: 'Es enthält etwas, das in keinem Zertifikat steht: {found}.',
  },
  unbound: {
    earlier:
      'Dieses Zertifikat ist älter als die Bindung seines Textes: Geprüft wurde nur der Beweis darin. Verlassen Sie sich auf das, was hier steht, nicht auf das dort.',
    later:
      'Dieses Zertifikat hat eine neuere Version: Geprüft wurde nur der Beweis darin. Verlassen Sie sich auf das, was hier steht.',
    resaved:
      'Ein anderes Programm hat dieses PDF neu gespeichert oder verändert: Geprüft wurde nur der Beweis darin, nicht der gedruckte Text. Verlassen Sie sich auf das, was hier steht, nicht auf das dort.',
  },
  otherScript:
    'Das Zertifikat führt ein Skript aus, das dieses Prüfprogramm nicht kennt. Verlassen Sie sich auf das, was hier steht.',
  drawn: 'Einige Buchstaben des PDF wurden als Text verglichen, nicht ihre Form.',
  privateChain: '{network} ist eine private Chain: Ihr Betreiber kann ihre Uhr stellen und sie neu schreiben.',
  noDetails: 'Name und Details wurden aus dem Beweis entfernt: Es gilt der Fingerabdruck, sonst nichts.',
  claims: 'Adresse, Links und Datei-Hashes in einem Zertifikat sind Angaben des Ausstellers.',
  hashLabel: 'Hash von Block {block}',
  compare: 'Den gefundenen Hash einfügen',
  compareButton: 'Vergleichen',
  notHash: 'Ein Block-Hash hat 64 Stellen aus 0 bis 9 und a bis f.',
  facts: {
    file: 'Datei',
    fingerprint: 'Fingerabdruck',
    proven: 'Fingerabdruck im Beweis',
    name: 'Festgehaltener Name',
    network: 'Netzwerk',
    issuerName: 'Vom Aussteller genannt',
    block: 'Block',
    time: 'Blockzeit',
    transaction: 'Transaktions-ID',
    code: 'Code',
  },
  details: 'Details',
  notes: 'Hinweise',
  own: 'Eine zugesandte Seite kann als Ganzes gefälscht sein, auch dieser Teil. Sicher ist ein Prüfprogramm, das Sie anderswo herhaben.',
  ownWords: 'Der Text dieses Zertifikats ist nicht der seines Beweises.',
}
