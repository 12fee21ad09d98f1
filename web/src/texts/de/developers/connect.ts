import type { connect as en } from '../../en/developers/connect.js'
import type { TextsLike } from '../../languages.js'

export const connect: TextsLike<typeof en> = {
  title: 'Gerät verbinden',
  text: 'Geben Sie den Code ein, den Ihr Programm zeigt. Sie sehen, was sich verbinden möchte, und entscheiden dann.',
  code: 'Code',
  codeHint: 'Acht Buchstaben in zwei Vierergruppen',
  next: 'Weiter',
  looking: 'Das Gerät wird gesucht',
  failed: 'Das Gerät konnte nicht gefunden werden',
  unknown:
    'Mit diesem Code wartet kein Gerät. Codes gelten 10 Minuten und nur einmal. Prüfen Sie den Code, oder starten Sie die Anmeldung in Ihrem Programm neu.',
  compare: 'Zeigt Ihr Programm diesen Code?',
  asked: 'Angefragt',
  device: 'Es nennt sich',
  account: 'Ihr Konto',
  beware:
    'Verbinden Sie nur, was Sie gerade selbst gestartet haben. Hat Ihnen jemand diesen Link oder Code geschickt, lehnen Sie ab.',
  means: 'Was das Verbinden bedeutet',
  can: 'Das Gerät kann, was API-Clients können: in Ihrem Namen stempeln, Ihre Ordner und Dateien sehen, ändern und löschen und Webhooks verwalten.',
  cannot: 'Es kann Ihr Passwort nicht sehen, Ihre Anmeldung nicht ändern und Ihr Konto nicht löschen.',
  stays: 'Es bleibt verbunden, bis Sie seinen API-Client „{{name}}“ unter {{link}} widerrufen.',
  access: 'API-Zugang',
  approve: 'Verbinden',
  deny: 'Ablehnen',
  notApproved: 'Das Gerät konnte nicht verbunden werden',
  notDenied: 'Das Gerät konnte nicht abgelehnt werden',
  approved: '„{{name}}“ darf sich jetzt verbinden',
  approvedText:
    'Kehren Sie zu Ihrem Terminal zurück. Die Anmeldung ist dort in wenigen Sekunden fertig, und Sie können diese Seite schließen.',
  denied: '„{{name}}“ wurde abgelehnt',
  deniedText: 'Das Gerät hat keinen Zugriff auf Ihr Konto. Sie können diese Seite schließen.',
  other: 'Anderen Code eingeben',
}
