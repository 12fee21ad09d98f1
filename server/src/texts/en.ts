import type { Texts } from './texts.js'

export const english: Texts = {
  firstClient: 'First client',
  mails: {
    verification: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Hello {name}, open this link to confirm your address and log in to Tallystick. It is valid for one hour.',
        'If you did not create an account, ignore this mail: no one can log in without the link.',
      ],
      link: 'Confirm and log in',
    },
    passwordReset: {
      subject: 'Choose a new password',
      paragraphs: [
        'Hello {name}, open this link to choose a new password. It works once and is valid for one hour. All sessions of your account will be logged out.',
        'If you did not request this, ignore this mail: your password stays the same.',
      ],
      link: 'Choose a new password',
    },
    alreadyRegistered: {
      subject: 'You already have an account',
      paragraphs: [
        'Hello {name}, someone has just tried to create an account with your address. You already have one: log in here. If you have forgotten your password, you can reset it there.',
        'If it was not you, ignore this mail: nothing has changed.',
      ],
      link: 'Log in',
    },
    deletion: {
      subject: 'Your account will be deleted on {day}',
      paragraphs: [
        'Hello {name}, as you requested, your account will be deleted on {day}, with all files, stamps and their details. Until then, nothing changes, and you can cancel the deletion at any time.',
        'Proofs you have saved stay valid. To get the others, export your data first.',
      ],
      link: 'Keep my account',
    },
    webhookGone: {
      subject: 'Your webhook at {host} was turned off',
      paragraphs: [
        'Hello {name}, {host} responded with 410 (Gone): it does not want any more deliveries. Your webhook was turned off.',
        'If you still need it, turn it on in the portal under Webhooks. There you can also see the responses and resend what failed.',
        'Your stamps and proofs are not affected.',
      ],
    },
    webhookFailing: {
      subject: 'Your webhook at {host} was turned off',
      paragraphs: [
        'Hello {name}, every delivery to {host} has failed for five days. Your webhook was turned off.',
        'If you still need it, turn it on in the portal under Webhooks. There you can also see the responses and resend what failed.',
        'Your stamps and proofs are not affected.',
      ],
    },
  },
  certificate: {
    title: 'Certificate of existence',
    headline: {
      proven: '{subject} with the fingerprint below existed no later than {time}.',
      waiting: 'This certificate proves nothing yet.',
    },
    clock: 'According to the clock of {network}. The fingerprint is recorded in its block {block}.',
    subject: { stamp: 'A document', file: 'A file', change: 'A record' },
    notes: {
      submitted:
        'The fingerprint was received and signed, but is not in a block of {network} yet. Request this certificate again in a few minutes.',
      confirmed:
        'The block is not final yet: the network may still drop it. Request this certificate again once the block is final.',
      private:
        '{network} is a private chain. Its operator can set its clock and rewrite it. This certificate convinces only people who trust the operator.',
      scope:
        'This certificate states that exactly this content existed at that time. It does not state who wrote it, who owns it, or whether it is true.',
      legal:
        'It is not a qualified electronic time stamp within the meaning of Article 42 of Regulation (EU) No 910/2014 (eIDAS). Its weight as evidence is for a court to decide.',
    },
    sections: {
      what: 'What is certified',
      where: 'Where it is recorded',
      check: 'How to verify it without this service',
    },
    labels: {
      name: 'Name',
      fingerprint: 'Fingerprint ({algorithm})',
      owner: 'Submitted by',
      received: 'Received',
      code: 'Code',
      network: 'Network',
      contract: 'Contract',
      notary: 'Signed by',
      transaction: 'Transaction ID',
      block: 'Block',
      blockHash: 'Block hash',
      blockTime: 'Block time',
      root: 'Root',
    },
    asStated: 'as stated by the submitter',
    privateNetwork: 'private chain',
    steps: {
      intro: 'You do not need this service. You need the document itself and the proof in this certificate.',
      pdf: 'Save the proof attached to this PDF: {file} (paper clip icon in most readers, or: pdfdetach -saveall CERTIFICATE.pdf).',
      html: 'Save the proof contained in this page: {file}.',
      digest: 'Compute the fingerprint of your document. It must match the one above: {command}',
      verify:
        'Let a program verify the proof from the document to the block. It works offline: npx tallystick verify DOCUMENT {file}. Or drop both onto the page {page}, where they stay in your browser.',
      block: 'Compare the block hash with block {block} on an explorer or node of {network}.',
      blockPrivate: 'Compare the block hash with block {block} on a node of {network} that you trust.',
      byHand:
        'By hand: the path in the proof leads from the fingerprint to the root. The root is the argument of the transaction, and the transaction is part of the block. The format is published with the software (docs/proof-format.md).',
    },
    deletion: {
      title: 'Certificate of deletion',
      headline: 'The deletion of {subject} was recorded no later than {time}.',
      subject: { folder: 'a folder', file: 'a file' },
      scope:
        'This certificate states that the service recorded this deletion at that time. It does not state that no copy is left elsewhere, for example in a backup.',
      intro: 'You do not need this service. You need the proof in this certificate.',
      copies: {
        folder: 'Each file deleted with the folder has a certificate of its own, which states its fingerprint.',
        file: 'To find out whether a file is a copy of the deleted one, compute its fingerprint and compare: {command}',
      },
      verify:
        'Drop the proof onto the page {page}. It is verified in your browser, from the record of the deletion to the block, also offline.',
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
    link: 'Look it up',
    page: 'page {page} of {pages}',
    download: 'Save the proof',
  },
}
