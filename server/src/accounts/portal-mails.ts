import type { MailTemplate } from './mail-template.js'

/** Whom a letter is for. */
export interface MailRecipient {
  name: string
  language: 'EN' | 'DE'
}

/** Asks for a click that shows that the address is its owner's. */
export function verificationMail({ name, language }: MailRecipient, url: string): MailTemplate {
  return {
    EN: {
      language,
      subject: 'Confirm your e-mail address',
      paragraphs: [
        `Hello ${name}, open this link to confirm your address and log in to Tallystick. It is valid for one hour.`,
        'If you did not create an account, ignore this mail: no one can log in without the link.',
      ],
      link: { label: 'Confirm and log in', url },
    },
    DE: {
      language,
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: [
        `Guten Tag ${name}, mit diesem Link bestätigen Sie Ihre Adresse und melden sich bei Tallystick an. Er gilt eine Stunde.`,
        'Wenn Sie kein Konto erstellt haben, ignorieren Sie diese Mail: Ohne den Link kann sich niemand anmelden.',
      ],
      link: { label: 'Bestätigen und anmelden', url },
    },
  }[language]
}

/** Lets its reader choose a new password. */
export function passwordResetMail({ name, language }: MailRecipient, url: string): MailTemplate {
  return {
    EN: {
      language,
      subject: 'Choose a new password',
      paragraphs: [
        `Hello ${name}, open this link to choose a new password. It works once and is valid for one hour. All sessions of your account will be logged out.`,
        'If you did not request this, ignore this mail: your password stays the same.',
      ],
      link: { label: 'Choose a new password', url },
    },
    DE: {
      language,
      subject: 'Wählen Sie ein neues Passwort',
      paragraphs: [
        `Guten Tag ${name}, mit diesem Link wählen Sie ein neues Passwort. Er gilt eine Stunde und nur einmal. Alle Sitzungen Ihres Kontos werden abgemeldet.`,
        'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Mail: Ihr Passwort bleibt unverändert.',
      ],
      link: { label: 'Neues Passwort wählen', url },
    },
  }[language]
}

/** Tells the owner of an address that somebody tried to register with it. */
export function alreadyRegisteredMail({ name, language }: MailRecipient, url: string): MailTemplate {
  return {
    EN: {
      language,
      subject: 'You already have an account',
      paragraphs: [
        `Hello ${name}, someone has just tried to create an account with your address. You already have one: log in here. If you have forgotten your password, you can reset it there.`,
        'If it was not you, ignore this mail: nothing has changed.',
      ],
      link: { label: 'Log in', url },
    },
    DE: {
      language,
      subject: 'Sie haben bereits ein Konto',
      paragraphs: [
        `Guten Tag ${name}, gerade wollte jemand mit Ihrer Adresse ein Konto erstellen. Sie haben bereits eines: Melden Sie sich hier an. Wenn Sie Ihr Passwort vergessen haben, können Sie es dort zurücksetzen.`,
        'Wenn Sie das nicht waren, ignorieren Sie diese Mail: Es hat sich nichts geändert.',
      ],
      link: { label: 'Anmelden', url },
    },
  }[language]
}

/** Says when the account will be erased, and how to keep it. */
export function deletionMail({ name, language }: MailRecipient, deletionAt: Date, url: string): MailTemplate {
  const day = deletionAt.toLocaleDateString(language === 'DE' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return {
    EN: {
      language,
      subject: `Your account will be deleted on ${day}`,
      paragraphs: [
        `Hello ${name}, as you requested, your account will be deleted on ${day}, with all files, stamps and their details. Until then, nothing changes, and you can cancel the deletion at any time.`,
        'Proofs you have saved stay valid. To get the others, export your data first.',
      ],
      link: { label: 'Keep my account', url },
    },
    DE: {
      language,
      subject: `Ihr Konto wird am ${day} gelöscht`,
      paragraphs: [
        `Guten Tag ${name}, wie gewünscht wird Ihr Konto am ${day} gelöscht, mit allen Dateien, Stempeln und deren Details. Bis dahin ändert sich nichts, und Sie können die Löschung jederzeit zurücknehmen.`,
        'Gespeicherte Beweise bleiben gültig. Um die anderen zu erhalten, exportieren Sie vorher Ihre Daten.',
      ],
      link: { label: 'Konto behalten', url },
    },
  }[language]
}
