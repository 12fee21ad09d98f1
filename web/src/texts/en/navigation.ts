/** Words of the main navigation. */
export const navigation = {
  start: 'Start',
  stamps: 'Stamps',
  files: 'Folders and files',
  access: 'API access',
  webhooks: 'Webhooks',
  network: 'Network',
  profile: 'Profile',
  account: 'Data and account',
  security: 'Login and security',
  verify: 'Verify a document',
  docs: 'API reference',
}

export type NavKey = keyof typeof navigation
