import type { navigation as en } from '../en/navigation.js'
import type { TextsLike } from '../languages.js'

export const navigation: TextsLike<typeof en> = {
  start: 'Start',
  stamps: 'Stempel',
  files: 'Ordner und Dateien',
  access: 'API-Zugang',
  webhooks: 'Webhooks',
  network: 'Netzwerk',
  profile: 'Profil',
  account: 'Daten und Konto',
  security: 'Anmeldung und Sicherheit',
  verify: 'Dokument prüfen',
  docs: 'API-Referenz',
}
