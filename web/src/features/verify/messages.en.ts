/** Words of the pages on which documents are checked. */
export const verify = {
  title: 'Check a document',
  text: 'Did this document exist at the time somebody says, and is it unchanged since? You need no account to find out.',
  drop: {
    title: 'Drop the document here, and its proof if you have it',
    text: 'The document does not leave this browser. Without a proof, only its fingerprint is looked up here.',
    button: 'Choose files',
  },
  code: {
    label: 'Or type a code',
    hint: 'Ten characters, as on a certificate or in a link.',
    button: 'Look it up',
  },
  how: {
    title: 'What happens here',
    stays: {
      title: 'The document stays with you',
      text: 'Your browser computes its fingerprint. Files of any size will do, and nothing is uploaded.',
    },
    alone: {
      title: 'The proof speaks for itself',
      text: 'Your browser follows it from the document to the block of the chain. Nobody has to be believed on the way.',
    },
    offline: {
      title: 'It works without a network',
      text: 'With document and proof at hand you can cut the connection once this page is loaded.',
    },
  },
  hashing: 'The fingerprint of {{name}} is computed',
  looking: 'It is looked up',
  staysHere: 'The document stays in this browser.',
  again: 'Check something else',
  failed: 'It could not be checked',
  details: 'Details',
  pathDrawing: 'The document is joined with {{count}} others on the way to the root',
  verified: {
    document: 'This exact file existed on {{moment}}.',
    documentText: 'It has not been changed since, not by a single bit.',
    alone: 'A file with this fingerprint existed on {{moment}}.',
    aloneText: 'The proof holds. Whether it is about the file you mean, you see when you drop that file.',
    change: 'This change to a folder was recorded on {{moment}}.',
    changeText: 'The record has not been altered since.',
    publicText: 'The fingerprint is in a block of {{network}}.',
    privateText: 'The fingerprint is in a block of {{network}}, a private chain.',
  },
  waiting: {
    title: 'Not on the chain yet.',
    text: 'Document and proof fit together, but the transaction is in no block, so no time is proven. Get the proof anew in a minute.',
    textAlone:
      'The proof is in order, but its transaction is in no block, so no time is proven. Get it anew in a minute.',
  },
  refused: {
    document: {
      title: 'This is not the document that the proof is about.',
      text: 'The document was changed after it was stamped, be it by a single character, or the proof belongs to another document. Saving a file anew is enough to change it.',
    },
    notProof: {
      title: 'This is no proof, or a damaged one.',
      text: 'The file does not have the form of a Tallystick proof, or was altered since it was issued. Ask for the proof again.',
    },
    version: {
      title: 'This proof is of a newer kind.',
      text: 'This page knows only version 1. Take a newer version of this page, or of the command line.',
    },
    forged: {
      title: 'This proof does not hold.',
      text: 'It contradicts itself: it was damaged, or somebody made it up. It proves nothing.',
    },
  },
  grounds: {
    title: 'What this rests on',
    noFile: 'No document was compared: the proof is about whatever has this fingerprint.',
    noBlock: 'The transaction is signed, but in no block as far as this proof goes.',
    privateChain:
      '{{network}} is a private chain. The time is as good as the word of whoever runs it; a public chain would prove it to everybody.',
    compareBlock:
      'That the block belongs to {{network}} ({{chain}}) was not compared with the network here. Compare its hash below with any node or block explorer, and nobody has to be believed.',
    otherNetwork:
      'The proof is of another network ({{network}}, {{chain}}) than the one this service stamps on. It holds all the same: it needs no service.',
    noDetails: 'Name and particulars were erased from the proof: they are not proven, the fingerprint is.',
  },
  missing: {
    title: 'Do you have the document?',
    text: 'Drop it here to see whether it is the one. It stays in this browser.',
  },
  other: {
    title: 'Try another file',
    text: 'Perhaps there is an earlier version, as it was when it was stamped.',
  },
  unknown: {
    document: {
      title: 'Nobody has publicly stamped this document here',
      text: 'Its fingerprint is not known. Perhaps it was changed since, was stamped privately, or elsewhere. With a proof it can be checked all the same.',
    },
    code: {
      title: 'There is no public stamp with this code',
      text: '{{code}} is mistyped, or it was stamped privately. Who stamped it can give you the proof, which you can check here.',
    },
    proof: {
      title: 'Do you have its proof?',
      text: 'Drop it here: a file that ends in .json.',
      button: 'Choose the proof',
    },
  },
  stray: {
    ots: {
      title: 'This is an OpenTimestamps file',
      text: 'Here, proofs in JSON are checked: ask for that form, or check this one with the OpenTimestamps tools.',
    },
    manifest: {
      title: 'This is the manifest of a whole folder',
      text: 'It is checked together with the folder, on the command line: npx tallystick verify FOLDER MANIFEST',
    },
    two: {
      title: 'These are two documents',
      text: 'Drop one document, alone or together with its proof.',
    },
  },
  stations: {
    title: 'The way from the document to the chain',
    state: { ok: 'in order', open: 'open', fail: 'not in order', unseen: 'not looked at' },
    document: {
      name: 'Document',
      ok: 'It has the fingerprint that the proof names.',
      open: 'No document was compared.',
      fail: 'It does not have the fingerprint that the proof names, or the proof is damaged.',
      unseen: 'Not looked at.',
    },
    path: {
      name: 'Path',
      ok: 'The fingerprint is joined with those of others, pair by pair.',
      open: 'Not looked at.',
      fail: 'Fingerprint and particulars do not fit together.',
      unseen: 'Not looked at.',
    },
    root: {
      name: 'Root',
      ok: 'The path leads to one fingerprint for all of them.',
      open: 'Not looked at.',
      fail: 'The path does not lead to the root.',
      unseen: 'Not looked at.',
    },
    transaction: {
      name: 'Transaction',
      ok: 'A signed transaction carries the root.',
      open: 'Not looked at.',
      fail: 'The transaction does not carry the root.',
      unseen: 'Not looked at.',
    },
    block: {
      name: 'Block',
      ok: 'The transaction is in a block, and the block has a time.',
      open: 'The transaction is in no block yet.',
      fail: 'The transaction is not in the block.',
      unseen: 'Not looked at.',
    },
  },
  facts: {
    file: 'File',
    yourHash: 'Fingerprint of your file',
    hash: 'Fingerprint in the proof',
    commitment: 'Commitment to the particulars',
    leaf: 'Place in the tree',
    leafOf: '{{index}} of {{count}}',
    root: 'Root',
    transaction: 'Transaction',
    contract: 'Contract',
    notary: 'Signed by',
    network: 'Network',
    blockNumber: 'Block',
    blockHash: 'Hash of the block',
    blockTime: 'Time of the block',
    code: 'Code',
    filename: 'Name',
    owner: 'Stamped by',
    byHand: 'Check it without this page',
  },
  copy: { code: 'Copy the code', hash: 'Copy the fingerprint', command: 'Copy the command' },
  proof: {
    title: 'The proof',
    fromService: 'As this service keeps it. Save it: with it, the document can be checked without this service.',
    fromFile: 'From your file {{name}}.',
    download: 'Save the proof',
  },
  shared: {
    title: 'Stamp {{code}}',
    by: 'Stamped by {{owner}} · {{code}}',
    code: 'Code {{code}}',
    noneTitle: 'There is nothing to see here',
    other: 'Check a document',
  },
}
