import type { CertificateWords } from './words.js'

export const english: CertificateWords = {
  day: '{day}\u00a0{month}\u00a0{year}',
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  title: 'Certificate',
  kind: 'Certificate of existence and integrity',
  headline: {
    recorded: '{subject} with the fingerprint below is recorded in a block dated {time}.',
    waiting: 'This certificate proves nothing yet.',
  },
  local: '{time} local time (UTC{offset})',
  clock: 'It is block {block} {ofNetwork}. The time holds if the chain has this block: compare the block hash below.',
  subject: { stamp: 'A document', file: 'A file', change: 'A record' },
  notes: {
    submitted:
      'The fingerprint was received and signed, but is not in a block {ofNetwork} yet. Request this certificate again in a few minutes.',
    confirmed:
      'The block is not final yet: the network may still drop it. Request this certificate again once the block is final.',
    contradicted:
      'The times contradict each other: the block is dated {time}, but the service says it received the fingerprint later, on {received}. One of the two clocks was wrong.',
    private:
      '{network} is a private chain. Its operator can set its clock and rewrite it. This certificate convinces only people who trust the operator.',
    unknown:
      'No verifier knows {network} by name. If it is private, its operator can set its clock and rewrite it, and this certificate convinces only people who trust the operator.',
    scope:
      'This certificate is about exactly this content and its time. It does not state who wrote it, who owns it, or whether it is true.',
    withoutDetails:
      'This certificate leaves out the details, which the owner has not published. It does not prove the name, code or owner, or when the service received the fingerprint.',
    seal: 'The notches of the seal follow from the fingerprint: another document has another seal. The proof is attached: keep the file, not only the paper.',
    look: 'The logo and the line for the signature are the issuer’s own: no proof covers them.',
    legal:
      'Not a qualified electronic time stamp within the meaning of Article 42 of Regulation (EU) No 910/2014 (eIDAS). Its weight as evidence is for a court to decide.',
  },
  pictures: { seal: 'Seal of the fingerprint {fingerprint}…', logo: 'Logo of the issuer' },
  scan: 'Scan to verify',
  signature: 'Place, date, signature',
  sections: {
    drop: 'Check your document',
    what: 'What is certified',
    where: 'Where it is recorded',
    check: 'How to verify',
  },
  labels: {
    name: 'Name',
    fingerprint: 'Fingerprint ({algorithm})',
    original: 'Fingerprint of the original (as stated)',
    owner: 'Stamped by',
    received: 'Received',
    code: 'Code',
    network: 'Blockchain',
    issuerNetwork: 'The issuer calls it',
    contract: 'Contract',
    notary: 'Signed by',
    transaction: 'Transaction ID',
    block: 'Block',
    blockHash: 'Block hash',
    blockTime: 'Block time',
    root: 'Root',
  },
  asStated: '{value} (as stated by the service)',
  quoted: '“{text}”',
  privateNetwork: 'private chain',
  network: { named: '{name}', unknown: 'the chain with the number {number}' },
  ofNetwork: { named: 'of {name}', unknown: 'of the chain with the number {number}' },
  numbered: 'Number {number}',
  steps: {
    intro:
      'You need the document itself and this certificate as a file. You don’t need an account, and you don’t need this service.',
    browser:
      'In a browser: open {base}/verify and drop the document and this certificate there. Neither leaves your computer. The page says whether they fit, and what is still only someone’s word.',
    get: 'Without this service: get the verifier from {base}/verifier or from anyone who has it. tallystick.html is a page that works offline, tallystick.mjs a program for Node 20.19 or newer; nothing has to be installed. Their SHA-256 are below; anyone can build the same bytes from the published sources.',
    verify:
      'Disconnect from the internet, open tallystick.html and drop both there. Or run: {command} verify DOCUMENT CERTIFICATE. Both also compare these words with the proof inside.',
    digest: 'By hand, if you like: the fingerprint of your document must match the one in this certificate. {command}',
    block:
      'Compare the block: its hash in this certificate must be that of block {block} in an explorer or on a node {ofNetwork}. For this step, trust no one’s word but the network’s.',
    blockPrivate:
      'Compare the block: its hash in this certificate must be that of block {block} on a node {ofNetwork} that you trust.',
    byHand:
      'The path in the proof leads from the fingerprint to the root. The root is the argument of the transaction, and the transaction is part of the block. The format is described at {base}/proof-format.',
  },
  deletion: {
    title: 'Certificate of deletion',
    kind: 'Certificate of deletion',
    headline: 'The deletion of {subject} is recorded in a block dated {time}.',
    subject: { folder: 'a folder', file: 'a file' },
    scope:
      'This certificate states that the service recorded this deletion at that time. It does not state that no copy is left elsewhere, for example in a backup.',
    intro: 'You need this certificate as a file. You don’t need an account, and you don’t need this service.',
    browser:
      'In a browser: open {base}/verify and drop this certificate there. It does not leave your computer. The page says what it proves, and what is still only someone’s word.',
    copies: {
      folder: 'Each file deleted with the folder has a certificate of its own, which states its fingerprint.',
      file: 'To find out whether a file is a copy of the deleted one, compute its fingerprint and compare: {command}',
    },
    verify:
      'Disconnect from the internet, open tallystick.html and drop this certificate there. The page verifies the proof from the record of the deletion to the block, and compares these words with it.',
    seal: 'The notches of the seal follow from the fingerprint of this record: another record has another seal. The proof is attached: keep the file, not only the paper.',
    kinds: { folder: 'A folder', file: 'A file' },
    labels: {
      what: 'What was deleted',
      id: 'ID',
      files: 'Files in it',
      folders: 'Subfolders in it',
      content: 'Fingerprint (SHA-256)',
      version: 'Version {number}, fingerprint (SHA-256)',
      more: 'Further versions',
      account: 'Account ID',
      requested: 'Requested on',
      deleted: 'Deleted on',
      record: 'Fingerprint of this record (SHA-256)',
    },
    more: '{count}, in the proof',
  },
  combined: {
    thousands: ',',
    moment: '{year}-{month}-{day} {clock}',
    title: { one: 'Certificate for one document', many: 'Certificate for {count} documents' },
    subject: {
      one: 'A document with the fingerprint in the table is',
      many: '{count} documents with the fingerprints in the table are',
    },
    headline: {
      one: '{subject} recorded in a block dated {time}.',
      several: '{subject} recorded in blocks dated from {first} to {last}.',
    },
    clock: 'The times hold if the chain has these blocks: compare the block hashes below.',
    notRecorded:
      'The fingerprints were received and signed, but are not in a block yet. Request this certificate again in a few minutes.',
    waiting: 'Not in a block yet: {count} of {all}. Request this certificate again in a few minutes.',
    confirmed:
      'Not final yet: {count} of {all}. The network may still drop their blocks. Request this certificate again once they are final.',
    contradicted:
      'Times that contradict each other: {count} of {all}. The block is dated before the time at which the service says it received the fingerprint. One of the two clocks was wrong.',
    scope:
      'This certificate is about exactly these contents and their times. It does not state who wrote them, who owns them, or whether they are true.',
    seal: 'The notches of the seal follow from all fingerprints in the table: other documents have another seal. The proofs are attached: keep the file, not only the paper.',
    withoutDetails:
      'Details left out, because the owner has not published them: {count} of {all}. For these, it does not prove the name, code or owner, or when the service received the fingerprint.',
    labels: {
      documents: 'Documents',
      firstTime: 'First block time',
      lastTime: 'Last block time',
      number: 'No.',
      name: 'Name (as stated)',
      time: 'Block time (UTC)',
    },
    notInBlock: 'not in a block yet',
    steps: {
      intro:
        'You need the documents themselves and this certificate as a file. You don’t need an account, and you don’t need this service.',
      browser:
        'In a browser: open {base}/verify and drop the documents and this certificate there. Nothing leaves your computer. The page says which of them fit, and what is still only someone’s word.',
      verify:
        'Disconnect from the internet, open tallystick.html and drop a document and this certificate there. Or put the documents into a folder and run: {command} verify FOLDER CERTIFICATE. Both also compare these words with the proofs inside.',
      blocks: 'Compare the block hashes with the same blocks on an explorer or node {ofNetworks}.',
      blocksPrivate: 'Compare the block hashes with the same blocks on a node {ofNetworks} that you trust.',
      digest: 'By hand, if you like: the fingerprints of your documents must match those in the table. {command}',
    },
  },
  page: 'page {page} of {pages}',
  download: 'Save the proof',
  noScript: 'Scripts are off. Verify the document as described at the end of this page.',
}
