import type { account as en } from '../en/account.js'
import type { TextsLike } from '../languages.js'

export const account: TextsLike<typeof en> = {
  loading: 'Ihr Konto wird geladen',
  failed: 'Ihr Konto konnte nicht geladen werden',
  profile: {
    title: 'Profil',
    text: 'Wer Sie für diesen Dienst sind, und wie er mit Ihnen spricht.',
    about: {
      title: 'Über Sie',
      text: 'Ihren Namen sehen andere neben Ihren öffentlichen Stempeln und Ordnern.',
    },
    name: 'Name',
    nameMissing: 'Bitte geben Sie einen Namen an; es darf jeder sein, den Sie mögen.',
    email: 'E-Mail-Adresse',
    emailConfirmed: 'Bestätigt. Mit ihr melden Sie sich an.',
    emailOpen: 'Noch nicht bestätigt.',
    bio: 'In Ihren Worten',
    bioHint: 'Ein paar Sätze, wenn Sie mögen.',
    bioLeft_one: 'noch {{count}} Zeichen',
    bioLeft_other: 'noch {{count}} Zeichen',
    bioLong: 'Das ist um {{over}} Zeichen zu lang. Bitte kürzen Sie es auf 500.',
    language: 'Sprache',
    languageHint: 'Dieses Portals, der Mails und der Urkunden als PDF.',
    saved: 'Ihr Profil ist gespeichert',
    notSaved: 'Ihr Profil wurde nicht gespeichert',
    wallet: {
      title: 'Wallet-Adresse',
      text: 'Eine Adresse von Ihnen auf der Blockchain. Sie steht in Ihrem Profil; nie wird etwas dorthin gesendet oder von dort genommen.',
      label: 'Adresse',
      fits: 'Diese Adresse ist richtig geschrieben: Die Prüfbuchstaben stimmen.',
      unchecked:
        'Diese Adresse hat die richtige Form. Die Buchstaben sind alle groß oder alle klein, deshalb lässt sich kein Tippfehler erkennen: Vergleichen Sie sie noch einmal. Die Prüfbuchstaben kommen beim Speichern dazu.',
      missing: 'Bitte geben Sie eine Adresse an. Jedes Konto hat eine.',
      prefix: 'Eine Adresse beginnt mit 0x.',
      letters:
        'Nach 0x hat eine Adresse nur die Ziffern 0 bis 9 und die Buchstaben a bis f. „{{wrong}}“ gehört nicht dazu.',
      short: 'Nach 0x hat eine Adresse 40 Zeichen. Hier sind es {{count}}: Es fehlt etwas.',
      long: 'Nach 0x hat eine Adresse 40 Zeichen. Hier sind es {{count}}: Es ist etwas zu viel.',
      checksum:
        'Ein Zeichen stimmt nicht. Große und kleine Buchstaben dienen in einer Adresse als Probe gegen Tippfehler, und hier geht sie nicht auf. Kopieren Sie die Adresse noch einmal von dort, wo Sie sie haben.',
    },
  },
  own: {
    title: 'Daten und Konto',
    text: 'Was dieser Dienst für Sie aufhebt: Nehmen Sie es mit, oder lassen Sie es löschen.',
    since: 'Konto seit',
    id: 'Kontonummer',
    copyId: 'Kontonummer kopieren',
    facts: 'Ihr Konto',
    login: 'Passwort, Passkeys und wo Sie angemeldet sind, finden Sie unter',
    loginLink: 'Anmeldung und Sicherheit',
  },
  archive: {
    title: 'Alles mitnehmen',
    text: 'Ein Archiv (ZIP) mit allem, was Ihnen gehört: Stempel, Ordner, Dateien und alle Beweise. Beweise gelten ohne diesen Dienst; mehr brauchen Sie also nicht, sollte es ihn einmal nicht mehr geben.',
    start: 'Alles herunterladen',
    underway: 'Ihr Archiv wird erstellt und heruntergeladen',
    sofar: 'bisher {{size}}',
    stop: 'Anhalten',
    stopped: 'Das Herunterladen wurde angehalten',
    done: 'Ihr Archiv ist heruntergeladen',
    doneText: '{{name}}, {{size}}',
    failed: 'Das Archiv konnte nicht heruntergeladen werden',
    again: 'Noch einmal herunterladen',
  },
  removal: {
    title: 'Konto löschen',
    text: 'Sie haben 14 Tage Bedenkzeit. Bis dahin geht alles wie bisher, und ein Klick nimmt es zurück.',
    start: 'Konto löschen …',
    now: 'Von jetzt an, 14 Tage lang: Nichts ändert sich. Ein Hinweis oben auf jeder Seite und eine Mail erinnern Sie daran.',
    later:
      'Danach: Ihre Dateien, Ordner und Stempel, Ihr Name und Ihre Adresse, alle Anmeldungen, API-Zugänge und Webhooks werden für immer gelöscht.',
    stays:
      'Was bleibt: namenlose Fingerabdrücke auf der Blockchain, die nichts über Sie verraten. Beweise, die Sie heruntergeladen haben, bleiben gültig.',
    first: 'Laden Sie vorher alles herunter, wenn Sie Beweise behalten möchten.',
    noPassword:
      'Ihr Konto hat noch kein Passwort, und zum Löschen wird eines gebraucht. Setzen Sie es über „Vergessen?“ auf der Anmeldeseite.',
    submit: 'In 14 Tagen löschen',
    failed: 'Die Löschung wurde nicht vorgemerkt',
    pending: 'Ihr Konto wird am {{date}} gelöscht.',
    pendingText: 'Bis dahin geht alles wie bisher.',
  },
}
