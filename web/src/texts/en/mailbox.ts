/** Words of the mailbox for trying out. */
export const mailbox = {
  title: 'Mailbox',
  text: 'No mail server is set up, so mails to everybody are kept here for seven days. Set SMTP_URL, and they are sent instead.',
  toLogin: 'Back to the login',
  refresh: 'Look again',
  loading: 'The mails are loaded',
  failed: 'The mails could not be loaded',
  offTitle: 'There is no mailbox here',
  offText: 'Mails of this service are sent to those they are for.',
  emptyTitle: 'No mail yet',
  emptyText: 'When you register or forget your password, the mail appears here within seconds.',
  to: 'To {{to}}',
  open: 'Open the link',
}
