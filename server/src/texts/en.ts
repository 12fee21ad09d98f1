import type { Texts } from './texts.js'

export const english: Texts = {
  firstClient: 'First client',
  mails: {
    verification: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Hello, open this link to confirm your address and log in to Tallystick. It is valid for one hour.',
        'If you did not create an account, ignore this mail: no one can log in without the link.',
      ],
      link: 'Confirm and log in',
    },
    passwordReset: {
      subject: 'Choose a new password',
      paragraphs: [
        'Hello, open this link to choose a new password. It works once and is valid for one hour. All sessions of your account will be logged out.',
        'If you did not request this, ignore this mail: your password stays the same.',
      ],
      link: 'Choose a new password',
    },
    alreadyRegistered: {
      subject: 'You already have an account',
      paragraphs: [
        'Hello, someone has just tried to create an account with your address. You already have one: log in here. If you have forgotten your password, you can reset it there.',
        'If it was not you, ignore this mail: nothing has changed.',
      ],
      link: 'Log in',
    },
    emailChange: {
      subject: 'Confirm your new e-mail address',
      paragraphs: [
        'Hello, open this link to use this address for your Tallystick account. It is valid for one hour. Until you confirm, nothing changes.',
        'If you did not ask for this, ignore this mail: without the link, no account gets your address.',
      ],
      link: 'Confirm the new address',
    },
    emailTaken: {
      subject: 'Your address already has an account',
      paragraphs: [
        'Hello, someone has just tried to use your address for another Tallystick account. It already belongs to an account, so nothing has changed.',
        'If it was you: log in to the account with this address, and change its address or delete it first. If it was not you, ignore this mail.',
      ],
      link: 'Log in',
    },
    emailKept: {
      subject: 'Your address is reserved until {day}',
      paragraphs: [
        'Hello, someone has just tried to use your address for a Tallystick account. Until recently, it belonged to another account, which can have it back until {day}. After that day, any account can use it.',
        'If it was not you, ignore this mail: nothing has changed.',
      ],
    },
    emailChanged: {
      subject: 'The e-mail address of your account was changed',
      paragraphs: [
        'Hello, your Tallystick account now has another e-mail address, which was confirmed. If it was not you, undo the change here by {day}: the account gets this address back, all sessions are logged out, and you choose a new password.',
        'If it was you, there is nothing to do. Mails of this account no longer come here.',
      ],
      link: 'Undo the change',
    },
    emailRestored: {
      subject: 'The change of your e-mail address was undone',
      paragraphs: [
        'Hello, the account that had this address has its former one again: its owner undid the change with the link that we sent there. All sessions were logged out, and the password no longer works.',
        'If you are the owner and did not do this, someone can read the mails of your former address. Secure that mailbox first, then set a new password in the portal with “Forgot password?”.',
      ],
    },
    receipt: {
      subject: 'Your stamps are final: {run}',
      paragraphs: [
        'Hello {name}, the stamps of your run “{run}” are final: nothing can replace them any more.',
        'Documents stamped: {stamped}. Without a stamp: {failed}. Begun on {time} (UTC), recorded on {network}.',
        'You get this mail because you asked for it in your profile, where you can also turn it off.',
      ],
      link: 'Show the run',
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
  pages: {
    front: {
      title: 'Tallystick: prove that a document existed, exactly as it is',
      description:
        'Records a document’s fingerprint on a blockchain. Later, anyone can check when it existed and that nothing in it has changed. The document stays with you.',
    },
    verify: {
      title: 'Verify a document · Tallystick',
      description:
        'Find out whether a document existed at a certain time, and whether it is unchanged. In your browser, without an account.',
    },
    shared: {
      confirmed: 'Stamped. It existed by {time}, as stated by {host}. Open the link to check that with your own copy.',
      received: 'Received on {time}, as stated by {host}. Open the link to check it with your own copy.',
    },
    docs: {
      title: 'API reference · Tallystick',
      description: 'Every operation of this service, with code to copy and to try.',
    },
    installed: { stamp: 'Stamp documents', verify: 'Verify a document' },
    missing: { title: 'Page not found · Tallystick', description: 'There is no page at this address.' },
    badge: {
      time: 'Existed by {time}, as stated by {host}',
      received: 'Received on {time}, as stated by {host}',
      by: 'Stamped by {owner}',
      verify: 'Check it',
    },
  },
}
