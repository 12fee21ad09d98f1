import { login } from '../account/login.js'
import { errors } from '../errors.js'
import { common } from '../general.js'
import { refusals } from '../refusals.js'

export const navigation = {
  start: 'Start',
  stamps: 'Stamps',
  files: 'Folders and files',
  access: 'API access',
  webhooks: 'Webhooks',
  network: 'Network',
  operator: 'Operator',
  profile: 'Profile',
  account: 'Data and account',
  security: 'Login and security',
  verify: 'Verify a document',
  docs: 'API reference',
  palette: 'Search and go to',
  control: 'Ctrl',
}

export type NavKey = keyof typeof navigation

/** Texts of the login and of the frame around every page. */
export const texts = { common, errors: { ...errors, ...refusals }, navigation, login }
