/** The groups of operations, in the order of the reference. */
export const tags = [
  { name: 'Authentication', description: 'Tokens for a client ID and secret key; refreshing and revoking them.' },
  { name: 'Stamping v1', description: 'Stamp hashes, one by one or many at once; find and list stamps; publish them.' },
  { name: 'Stamping v2', description: 'Stamp hashes with free-form metadata; webhooks report their outcome.' },
  { name: 'Proofs', description: 'Proofs of stamps, files, folders and deletions. They verify without this service.' },
  { name: 'Events', description: 'Changes to stamps, as a stream.' },
  { name: 'Webhooks', description: 'Receivers of events, their deliveries, and resending failed ones.' },
  { name: 'Folders', description: 'Folders, public or private; the bin; search; what was deleted permanently.' },
  { name: 'Files', description: 'Upload, download, versions and details of files; resumable uploads (tus 1.0).' },
  { name: 'Pages', description: 'What is public about a stamp or file, without a login.' },
  { name: 'Profile', description: 'Biography, wallet address and language.' },
  { name: 'Account', description: 'The account: API clients, portal sessions, usage, export and deletion.' },
  { name: 'Network', description: 'The chain, the contract, the signing account and the witnesses.' },
  { name: 'Protocols', description: 'RFC 3161 timestamps and the OpenTimestamps calendar.' },
] as const
