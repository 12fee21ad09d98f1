/** Words of the pages that the links in mails about a change of address open. */
export const emailLinks = {
  newEmail: {
    title: 'Confirm your new address',
    text: 'Your account gets this address, and you log in with it from then on.',
    submit: 'Confirm address',
    failed: 'The address couldn’t be confirmed',
    askAgain: 'In the portal, you can ask for a new link under Login and security.',
    doneTitle: 'Address changed',
    done: 'You log in with {{email}} from now on.',
    open: 'Open the portal',
  },
  oldEmail: {
    title: 'Your address was changed',
    text: 'If it wasn’t you, undo it: your account gets back the address that this link was sent to. Everyone is logged out, and the password no longer works: you then choose a new one.',
    submit: 'Undo the change',
    failed: 'The change couldn’t be undone',
    late: 'If the change was more than a week ago, ask the operator of this service.',
    doneTitle: 'You have your address back',
    done: 'Everyone is logged out. Choose a new password for {{email}} now: we’ll send you a link.',
    sent: 'The link is on its way to {{email}}. After you log in, check your passkeys and API clients.',
  },
}
