import type { account as en } from '../en/account.js'
import type { TextsLike } from '../languages.js'

export const account: TextsLike<typeof en> = {
  loading: 'Ihr Konto wird geladen',
  failed: 'Ihr Konto konnte nicht geladen werden',
  profile: {
    title: 'Profil',
    text: 'Ihr Name, Ihre Sprache und Ihre Adresse auf der Blockchain.',
    about: {
      title: 'Über Sie',
      text: 'Andere sehen Ihren Namen bei Ihren öffentlichen Stempeln und Ordnern.',
    },
    name: 'Name',
    nameMissing: 'Geben Sie einen Namen ein. Sie können ihn frei wählen.',
    email: 'E-Mail-Adresse',
    emailConfirmed: 'Bestätigt. Damit melden Sie sich an.',
    emailOpen: 'Noch nicht bestätigt.',
    bio: 'Kurzbeschreibung',
    bioHint: 'Ein paar Sätze, wenn Sie mögen.',
    bioLeft_one: 'noch {{count}} Zeichen',
    bioLeft_other: 'noch {{count}} Zeichen',
    bioLong: 'Um {{over}} Zeichen zu lang. Erlaubt sind 500 Zeichen.',
    language: 'Sprache',
    languageHint: 'Für dieses Portal, Mails und PDF-Zertifikate.',
    saved: 'Profil gespeichert',
    notSaved: 'Ihr Profil konnte nicht gespeichert werden',
    wallet: {
      title: 'Wallet-Adresse',
      text: 'Ihre Adresse auf der Blockchain. Sie steht in Ihrem Profil. Es wird nie etwas dorthin gesendet oder von dort abgebucht.',
      label: 'Adresse',
      fits: 'Gültige Adresse (Prüfsumme stimmt)',
      unchecked:
        'Das Format stimmt. Weil alle Buchstaben groß oder alle klein sind, lassen sich Tippfehler nicht erkennen: Vergleichen Sie die Adresse noch einmal. Die Prüfsumme wird beim Speichern ergänzt.',
      missing: 'Geben Sie eine Adresse ein. Jedes Konto hat eine.',
      prefix: 'Eine Adresse beginnt mit 0x.',
      letters:
        'Nach 0x folgen in einer Adresse nur die Ziffern 0–9 und die Buchstaben a–f. „{{wrong}}“ ist nicht erlaubt.',
      short: 'Nach 0x hat eine Adresse 40 Zeichen. Diese hat {{count}}: Es fehlen welche.',
      long: 'Nach 0x hat eine Adresse 40 Zeichen. Diese hat {{count}}: Das sind zu viele.',
      checksum:
        'Die Prüfsumme stimmt nicht, ein Zeichen ist also falsch. Kopieren Sie die Adresse noch einmal von der Quelle.',
    },
  },
  own: {
    title: 'Daten und Konto',
    text: 'Alles, was dieser Dienst für Sie aufbewahrt. Laden Sie es herunter oder löschen Sie Ihr Konto.',
    since: 'Konto seit',
    id: 'Konto-ID',
    copyId: 'Konto-ID kopieren',
    facts: 'Ihr Konto',
    login: 'Passwort, Passkeys und Sitzungen finden Sie unter',
    loginLink: 'Anmeldung und Sicherheit',
  },
  archive: {
    title: 'Daten exportieren',
    text: 'Ein ZIP-Archiv mit all Ihren Stempeln, Ordnern, Dateien und Beweisen. Die Beweise gelten auch ohne diesen Dienst. Mehr als das Archiv brauchen Sie nicht.',
    start: 'Alles herunterladen',
    underway: 'Ihr Archiv wird erstellt und heruntergeladen',
    sofar: 'bisher {{size}}',
    stop: 'Abbrechen',
    stopped: 'Download abgebrochen',
    done: 'Archiv heruntergeladen',
    doneText: '{{name}}, {{size}}',
    failed: 'Das Archiv konnte nicht heruntergeladen werden',
    again: 'Erneut herunterladen',
  },
  removal: {
    title: 'Konto löschen',
    text: 'Sie haben 14 Tage Bedenkzeit. Bis dahin funktioniert alles wie gewohnt, und ein Klick nimmt die Löschung zurück.',
    start: 'Konto löschen …',
    now: '14 Tage lang ändert sich nichts. Ein Hinweis oben auf jeder Seite und eine Mail erinnern Sie daran.',
    later:
      'Danach werden Ihre Dateien, Ordner, Stempel, Ihr Name, Ihre Adresse, Anmeldungen, API-Clients und Webhooks endgültig gelöscht.',
    stays:
      'Auf der Blockchain bleiben anonyme Fingerabdrücke, die nichts über Sie verraten. Heruntergeladene Beweise bleiben gültig.',
    first: 'Laden Sie vorher alles herunter, wenn Sie Ihre Beweise behalten möchten.',
    noPassword:
      'Ihr Konto hat noch kein Passwort, zum Löschen ist aber eines nötig. Legen Sie es über „Passwort vergessen?“ auf der Anmeldeseite fest.',
    submit: 'In 14 Tagen löschen',
    failed: 'Die Löschung konnte nicht vorgemerkt werden',
    pending: 'Ihr Konto wird am {{date}} gelöscht.',
    pendingText: 'Bis dahin funktioniert alles wie gewohnt.',
  },
}
