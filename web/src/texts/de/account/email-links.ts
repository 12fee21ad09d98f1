import type { emailLinks as en } from '../../en/account/email-links.js'
import type { TextsLike } from '../../languages.js'

export const emailLinks: TextsLike<typeof en> = {
  newEmail: {
    title: 'Neue Adresse bestätigen',
    text: 'Ihr Konto bekommt diese Adresse, und Sie melden sich von da an mit ihr an.',
    submit: 'Adresse bestätigen',
    failed: 'Die Adresse konnte nicht bestätigt werden',
    askAgain: 'Im Portal können Sie unter „Anmeldung und Sicherheit“ einen neuen Link anfordern.',
    doneTitle: 'Adresse geändert',
    done: 'Sie melden sich ab jetzt mit {{email}} an.',
    open: 'Portal öffnen',
  },
  oldEmail: {
    title: 'Ihre Adresse wurde geändert',
    text: 'Wenn Sie das nicht waren, machen Sie es rückgängig: Ihr Konto bekommt die Adresse zurück, an die dieser Link ging. Alle Sitzungen werden abgemeldet, und das Passwort gilt nicht mehr: Sie wählen danach ein neues.',
    submit: 'Änderung rückgängig machen',
    failed: 'Die Änderung konnte nicht rückgängig gemacht werden',
    late: 'Wenn die Änderung länger als eine Woche zurückliegt, wenden Sie sich an den Betreiber dieses Dienstes.',
    doneTitle: 'Sie haben Ihre Adresse zurück',
    done: 'Alle Sitzungen sind abgemeldet. Wählen Sie jetzt ein neues Passwort für {{email}}: Wir senden Ihnen einen Link.',
    sent: 'Der Link an {{email}} ist unterwegs. Prüfen Sie nach der Anmeldung Ihre Passkeys und API-Clients.',
  },
}
