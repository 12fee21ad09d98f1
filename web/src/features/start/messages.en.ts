/** Words of the start page. */
export const start = {
  title: 'Good day, {{name}}',
  text: 'What you stamp can be proven to have existed, unchanged, ever after.',
  emptyTitle: 'A stamp proves that a document existed',
  emptyText:
    'The document gets a fingerprint, and the fingerprint is written onto a blockchain, where nobody can change or backdate it. The document itself stays with you.',
  verify: 'Check a document',
}
