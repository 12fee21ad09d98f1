import type { errors as en } from '../en/errors.js'
import type { TextsLike } from '../languages.js'

export const errors: TextsLike<typeof en> = {
  rate_limited: 'Das war zu oft. Warten Sie ein wenig und versuchen Sie es noch einmal.',
  unavailable:
    'Der Dienst kann das gerade nicht; nichts wurde geändert. Versuchen Sie es in ein paar Sekunden noch einmal.',
  internal: 'Im Dienst ist etwas schiefgegangen. Versuchen Sie es noch einmal.',
  session_missing: 'Sie sind nicht mehr angemeldet.',
  session_old: 'Dafür müssen Sie sich innerhalb des letzten Tages angemeldet haben. Melden Sie sich ab und wieder an.',
  login_failed: 'E-Mail-Adresse oder Passwort ist nicht richtig.',
  login_expired: 'Das hat zu lange gedauert. Melden Sie sich neu an.',
  email_unverified:
    'Ihre E-Mail-Adresse ist noch nicht bestätigt. Wir haben Ihnen die Mail gerade noch einmal geschickt.',
  registration_closed: 'Hier kann sich zurzeit niemand registrieren. Bitten Sie den Betreiber um ein Konto.',
  password_unfit: 'Das Passwort muss 10 bis 128 Zeichen haben und sollte keines sein, das jeder errät.',
  password_wrong: 'Das Passwort ist nicht richtig.',
  code_wrong: 'Der Code ist nicht richtig.',
  code_used: 'Dieser Code wurde schon benutzt. Warten Sie auf den nächsten.',
  link_invalid: 'Der Link ist benutzt oder zu alt. Fordern Sie einen neuen an.',
  passkey_refused: 'Der Passkey wurde nicht angenommen.',
  too_many_clients: 'Mehr Clients darf ein Konto nicht haben. Sperren Sie einen, der nicht benutzt wird.',
  client_not_found: 'Diesen Client gibt es nicht mehr.',
  webhook_not_found: 'Diesen Webhook gibt es nicht mehr.',
  webhook_disabled: 'Der Webhook ist ausgeschaltet. Schalten Sie ihn erst ein.',
  webhooks_too_many: 'Mehr Webhooks darf ein Konto nicht haben. Löschen Sie einen, der nicht benutzt wird.',
  delivery_not_found: 'Diese Zustellung gibt es nicht mehr; das Protokoll reicht 30 Tage zurück.',
  stamp_not_found: 'Diesen Stempel gibt es nicht.',
  stamp_exists: 'Das wurde schon gestempelt.',
  folder_not_found: 'Diesen Ordner gibt es nicht mehr.',
  folder_exists: 'Einen Ordner dieses Namens gibt es schon.',
  file_not_found: 'Diese Datei gibt es nicht mehr.',
  file_too_large: 'Die Datei ist zu groß für diesen Dienst.',
  storage_full: 'Für diese Datei ist kein Platz; nichts wurde behalten.',
  forbidden: 'Das dürfen Sie nicht.',
}
