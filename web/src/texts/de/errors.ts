import type { errors as en } from '../en/errors.js'
import type { TextsLike } from '../languages.js'

export const errors: TextsLike<typeof en> = {
  rate_limited: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
  unavailable:
    'Der Dienst ist gerade nicht verfügbar. Es wurde nichts geändert. Versuchen Sie es in ein paar Sekunden erneut.',
  internal: 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
  session_missing: 'Sie sind nicht mehr angemeldet.',
  session_old: 'Dafür ist eine neue Anmeldung nötig. Melden Sie sich ab und wieder an.',
  step_up_required: 'Es wurde nichts geändert, weil Sie nicht bestätigt haben, dass Sie es sind.',
  step_up_refused: 'Der Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten.',
  login_failed: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  login_expired: 'Die Anmeldung hat zu lange gedauert. Melden Sie sich erneut an.',
  email_unverified: 'Ihre E-Mail-Adresse ist noch nicht bestätigt. Wir haben Ihnen die Mail gerade erneut gesendet.',
  second_factor_required:
    'Dieser Dienst verlangt eine Authenticator-App, und Ihr Konto hat keine. Richten Sie eine ein.',
  passkey_unverified:
    'Dieser Passkey hat nicht nach Fingerabdruck, Gesicht oder PIN gefragt; dieser Dienst verlangt das. Verwenden Sie einen anderen oder melden Sie sich mit dem Passwort an.',
  registration_closed: 'Die Registrierung ist geschlossen. Bitten Sie den Betreiber um ein Konto.',
  password_unfit: 'Wählen Sie ein Passwort mit 10 bis 128 Zeichen, das schwer zu erraten ist.',
  password_common:
    'Wählen Sie ein Passwort, das andere nicht verwenden: Dieses gehört zu den häufigsten und wird zuerst ausprobiert.',
  password_obvious:
    'Wählen Sie ein Passwort, das auch ohne den Namen dieses Dienstes oder Ihrer Organisation mindestens 10 Zeichen hat.',
  password_wrong: 'Das Passwort ist falsch.',
  code_wrong: 'Der Code ist falsch.',
  code_used: 'Dieser Code wurde schon verwendet. Warten Sie auf den nächsten.',
  link_invalid: 'Der Link ist abgelaufen oder wurde schon verwendet. Fordern Sie einen neuen an.',
  passkey_refused: 'Der Passkey wurde nicht akzeptiert.',
  too_many_clients: 'Sie haben die Höchstzahl an API-Clients erreicht. Widerrufen Sie einen, den Sie nicht verwenden.',
  client_not_found: 'Diesen Client gibt es nicht mehr.',
  webhook_not_found: 'Diesen Webhook gibt es nicht mehr.',
  webhook_disabled: 'Der Webhook ist ausgeschaltet. Schalten Sie ihn zuerst ein.',
  webhooks_too_many: 'Sie haben die Höchstzahl an Webhooks erreicht. Löschen Sie einen, den Sie nicht verwenden.',
  delivery_not_found: 'Diese Zustellung steht nicht mehr im Protokoll.',
  end_user_not_found: 'Diesen Endnutzer gibt es nicht, oder er wurde gelöscht.',
  user_not_enrolled: 'Dieser Endnutzer ist nicht eingetragen.',
  stamp_not_found: 'Diesen Stempel gibt es nicht.',
  stamp_exists: 'Dieses Dokument ist schon gestempelt.',
  hash_is_public: 'Von diesem Dokument gibt es schon einen öffentlichen Stempel.',
  stamp_stays_public: 'Ein öffentlicher Stempel kann nicht wieder privat werden.',
  folder_not_found: 'Diesen Ordner gibt es nicht mehr.',
  folder_exists: 'Ein Ordner mit diesem Namen ist schon vorhanden.',
  file_not_found: 'Diese Datei gibt es nicht mehr.',
  file_too_large: 'Die Datei ist für diesen Dienst zu groß.',
  content_damaged:
    'Diese Datei ist im Speicher des Dienstes beschädigt. Der Betreiber kann sie aus einer Sicherung wiederherstellen.',
  upload_damaged: 'Ein Teil dieses Uploads wurde beschädigt. Laden Sie die Datei noch einmal hoch.',
  storage_full: 'Für diese Datei reicht der Speicherplatz nicht. Sie wurde nicht gespeichert.',
  disk_low:
    'Diesem Dienst geht der Speicherplatz aus, deshalb nimmt er gerade keine Dateien an. Ihre Datei wurde nicht gespeichert. Stempeln geht weiterhin. Versuchen Sie es später erneut.',
  disk_full:
    'Der Speicherplatz dieses Dienstes ist erschöpft, er nimmt zurzeit nichts Neues auf. Nichts wurde geändert. Löschen geht weiterhin. Versuchen Sie es später noch einmal.',
  storage_quota:
    'Die Datei passt nicht mehr in den Speicher Ihres Kontos und wurde nicht gespeichert. Löschen Sie Dateien endgültig oder bitten Sie den Betreiber um mehr. „Daten und Konto“ zeigt, was Sie nutzen.',
  unfinished_quota:
    'Ihre unfertigen Uploads brauchen zu viel Platz. Schließen Sie einige ab oder brechen Sie sie ab. Nach 24 Stunden laufen sie ab.',
  stamp_quota:
    'Sie haben alle Stempel gemacht, die Ihrem Konto heute zustehen. Es wurde nichts gestempelt. Versuchen Sie es nach Mitternacht (UTC) erneut oder bitten Sie den Betreiber um mehr.',
  bulk_quota: 'Ihr Konto macht schon viele Stempel. Warten Sie, bis sie fertig sind, und versuchen Sie es dann erneut.',
  forbidden: 'Das dürfen Sie nicht.',
}
