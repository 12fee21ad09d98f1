import type { navigation as en } from '../../en/pages/portal.js'
import type { TextsLike } from '../../languages.js'
import { login } from '../account/login.js'
import { errors } from '../errors.js'
import { common } from '../general.js'
import { refusals } from '../refusals.js'

export const navigation: TextsLike<typeof en> = {
  start: 'Start',
  stamps: 'Stempel',
  files: 'Ordner und Dateien',
  access: 'API-Zugang',
  webhooks: 'Webhooks',
  network: 'Netzwerk',
  operator: 'Betrieb',
  profile: 'Profil',
  account: 'Daten und Konto',
  security: 'Anmeldung und Sicherheit',
  verify: 'Dokument prüfen',
  docs: 'API-Referenz',
  palette: 'Suchen und öffnen',
  control: 'Strg',
}

/** Texts of the login and of the frame around every page. */
export const texts = { common, errors: { ...errors, ...refusals }, navigation, login }
