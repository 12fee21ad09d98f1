/** Words of the mailbox of a service without a mail server. */
export const mailbox = {
  title: 'Mailbox',
  text: 'No mail server is set up, so all mails are kept here for seven days. To send them instead, set SMTP_URL.',
  toLogin: 'Back to login',
  refresh: 'Refresh',
  loading: 'Loading mails',
  failed: 'The mails couldn’t be loaded',
  offTitle: 'No mailbox here',
  offText: 'This service sends its mails to their recipients.',
  emptyTitle: 'No mail yet',
  emptyText: 'When you create an account or reset your password, the mail appears here within seconds.',
  to: 'To {{to}}',
  open: 'Open link',
}
