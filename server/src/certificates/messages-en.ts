import type { Messages } from './wording.js'

export const english: Messages = {
  title: 'Certificate of existence',
  locale: 'en-GB',
  html: 'en',
  headline: {
    proven: '{subject} with the fingerprint below existed at the latest on {time}.',
    waiting: 'This certificate proves nothing yet.',
  },
  clock: 'By the clock of {network}, in whose block {block} the fingerprint is recorded.',
  subject: { stamp: 'A document', file: 'A file', change: 'A record' },
  notes: {
    submitted:
      'The fingerprint was received and signed, but is in no block of {network} yet. Ask for this certificate again in a few minutes.',
    confirmed:
      'The block is not final yet: until it is, the network may still drop it. Ask for this certificate again when it is final.',
    private:
      '{network} is a private chain. Whoever runs it can set its clock and write it anew, so this certificate convinces only those who trust its operator.',
    scope:
      'The certificate says that exactly this content existed at that time. It does not say who wrote it, who owns it, or whether it is true.',
    legal:
      'It is not a qualified electronic time stamp within the meaning of Article 42 of Regulation (EU) No 910/2014 (eIDAS). What weight it has as evidence is for whoever has to judge it.',
  },
  sections: { what: 'What is certified', where: 'Where it is recorded', check: 'How to check it without us' },
  labels: {
    name: 'Name',
    fingerprint: 'Fingerprint ({algorithm})',
    owner: 'Submitted by',
    received: 'Received',
    code: 'Code',
    network: 'Network',
    contract: 'Contract',
    notary: 'Signed by',
    transaction: 'Transaction',
    block: 'Block',
    blockHash: 'Block hash',
    blockTime: 'Block time',
    place: 'Place',
    root: 'Common fingerprint',
  },
  asStated: 'as stated by the submitter',
  privateNetwork: 'private chain',
  place: '{place} of {size} that share the transaction',
  steps: {
    intro:
      'Nothing here needs this service. You need the document itself, and the proof that comes with this certificate.',
    pdf: 'Take the proof out of this PDF: it is attached as {file} (paper clip in most readers, or: pdfdetach -saveall CERTIFICATE.pdf).',
    html: 'Save the proof that is inside this page: {file}.',
    digest: 'Compute the fingerprint of your document; it must be the one above: {command}',
    verify:
      'Let a program follow the proof from the document to the block. It works without a network: npx tallystick verify DOCUMENT {file}. Or drop both on the page {page}, where they stay in your browser.',
    block: 'Compare the block hash with what an explorer or a node of {network} says about block {block}.',
    blockPrivate: 'Compare the block hash with what a node of {network} that you trust says about block {block}.',
    byHand:
      'By hand: the fingerprint leads along the path in the proof to the common fingerprint, that one is the argument of the transaction, and the transaction is part of the block. The format is published with the software (docs/proof-format.md).',
  },
  link: 'Look it up',
  page: 'page {page} of {pages}',
  download: 'Save the proof',
}
