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
  lookUp: 'To confirm it, look up the block in an explorer or a node that you trust, and compare its hash.',
  lookUpPrivate: 'Only its operator has this chain: ask for the hash of the block there.',
  named:
    'The command looks up the transaction and the block with a node: {command} verify DOCUMENT PROOF.ots --rpc URL',
  compare: 'Paste the hash that you found',
  compareButton: 'Compare',
  notHash: 'A block hash has 64 digits from 0 to 9 and a to f.',
  facts: {
    file: 'File',
    fingerprint: 'Fingerprint',
    name: 'Name',
    owner: 'Owner',
    received: 'Received',
    network: 'Network',
    issuerName: 'The issuer calls it',
    block: 'Block',
    time: 'Block time',
    transaction: 'Transaction ID',
    code: 'Code',
  },
  yourTime: '{time} your time ({zone})',
  details: 'Details',
  stated: 'Stated by the service',
  statedText: 'The proof shows that the service has said this since then. Whether it was right, the proof can’t show.',
  notes: 'Good to know',
  own: 'A page that someone sends you could be forged as a whole, this part included. For certainty use a verifier that you got elsewhere.',
} as const

/** The same texts in another language. */
export type Texts = Widened<typeof en>
type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }

export const de: Texts = {
  title: 'Dokument prüfen',
  intro:
    'Legen Sie das Dokument und seinen Nachweis ab. Nachweise sind ein Zertifikat (PDF oder Seite), eine Datei mit der Endung .json oder .ots und ein Manifest. Alles geschieht auf dieser Seite; sie braucht kein Netz und sendet nichts.',
  drop: 'Dokument und Nachweis hier ablegen',
  dropDocument: 'Dokument hier ablegen',
  dropHint: 'Es bleibt auf diesem Gerät. Dafür ist kein Netz nötig.',
  choose: 'Dateien wählen',
  chooseDocument: 'Dokument wählen',
  hashing: 'Fingerabdruck von {name} wird berechnet: {percent} %',
  missingProof: 'Jetzt der Nachweis zu {name}: das Zertifikat oder die Datei mit der Endung .json oder .ots.',
  missingDocument: 'Jetzt das Dokument. Der Nachweis allein sagt nichts über Ihre Datei.',
  unreadable:
    '{name} ließ sich nicht lesen. Vielleicht wurde die Datei verschoben oder geändert: Wählen Sie sie noch einmal.',
  again: 'Etwas anderes prüfen',
  quoted: '„{text}“',
  lookUp:
    'Um das zu bestätigen, schlagen Sie den Block in einem Explorer oder Knoten nach, dem Sie vertrauen, und vergleichen Sie den Hash.',
  lookUpPrivate: 'Diese Chain hat nur ihr Betreiber: Fragen Sie dort nach dem Hash des Blocks.',
  named:
    'Der Befehl schlägt Transaktion und Block mit einem Knoten nach: {command} verify DOKUMENT NACHWEIS.ots --rpc URL',
  compare: 'Den gefundenen Hash einfügen',
  compareButton: 'Vergleichen',
  notHash: 'Ein Block-Hash hat 64 Stellen aus 0 bis 9 und a bis f.',
  facts: {
    file: 'Datei',
    fingerprint: 'Fingerabdruck',
    name: 'Name',
    owner: 'Inhaber',
    received: 'Eingegangen',
    network: 'Netzwerk',
    issuerName: 'Vom Aussteller genannt',
    block: 'Block',
    time: 'Blockzeit',
    transaction: 'Transaktions-ID',
    code: 'Code',
  },
  yourTime: 'Ihre Ortszeit: {time} ({zone})',
  details: 'Details',
  stated: 'Angaben des Dienstes',
  statedText: 'Der Nachweis zeigt, dass der Dienst dies seitdem angibt. Ob es stimmt, kann er nicht zeigen.',
  notes: 'Gut zu wissen',
  own: 'Eine zugesandte Seite kann als Ganzes gefälscht sein, auch dieser Teil. Sicher gehen Sie mit einem Prüfprogramm aus anderer Quelle.',
}
