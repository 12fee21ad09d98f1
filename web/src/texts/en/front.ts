/** Words of the front page, for strangers. */
export const front = {
  title: 'Prove that a document existed, exactly as it is',
  lede: 'Tallystick records a document’s fingerprint on a blockchain. Later, anyone can check when it existed and that nothing in it has changed. The document stays with you.',
  offline: {
    title: 'You are offline',
    text: 'This page needs the service. Verifying works without a network: open it and drop the document with its proof.',
  },
  drop: {
    title: 'Has this document been stamped?',
    hint: 'Drop to look up the fingerprint. Nothing is uploaded.',
    text: 'Drop it here. Your browser computes its fingerprint and looks that up. Nothing is uploaded.',
    button: 'Choose documents',
    code: 'Or a code of ten characters',
    lookUp: 'Look up',
    proof: 'Have a proof, too? Verify both together',
  },
  looking: 'Looking up',
  results: {
    title_one: 'One document',
    title_other: '{{count, number}} documents',
    found: 'Stamped: see when',
    unknown: 'No public stamp here',
    unreadable: 'Couldn’t be read',
    stamp_one: 'Log in to stamp it',
    stamp_other: 'Log in to stamp {{count, number}} documents',
    kept: 'Fingerprint and name are kept in this tab until you are logged in. A private stamp wouldn’t be found here.',
    again: 'Look up something else',
    failed: 'The lookup couldn’t be completed',
  },
  stick: {
    yours: 'Your half: the document.',
    yoursText: 'Only you have it.',
    public: 'The public half: its fingerprint in a block.',
    publicText: 'No one can change or backdate it. The notches fit only if both belong together.',
  },
  how: {
    title: 'How it works',
    drop: {
      title: 'Drop a document',
      text: 'Any file, any size, or a whole folder. Your browser computes the fingerprint; the document isn’t uploaded.',
    },
    block: {
      title: 'The fingerprint goes into a block',
      text: 'With many others, in one transaction. From then on it has a time, and soon no one can undo it.',
    },
    proof: {
      title: 'Keep the proof',
      text: 'A certificate to print and send. It’s valid without this service, even when the service is gone.',
    },
  },
  network: {
    title: 'Network',
    chain: 'Blockchain',
    state: 'State',
    ready: 'In step with the network, ready to stamp',
    problem: 'Not ready to stamp right now. Proofs can be verified.',
    asking: 'Asking…',
    operator: 'Operated by',
  },
}
