/** Words of the main navigation. */
export const navigation = {
  start: 'Start',
  network: 'Network',
  security: 'Login and security',
  verify: 'Check a document',
  docs: 'API reference',
}

export type NavKey = keyof typeof navigation
