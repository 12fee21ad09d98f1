import type { MailTemplate } from './mail-template.js'

/** Whom a letter is for. */
export interface Reader {
  name: string
  language: 'EN' | 'DE'
}

/** Asks for a click that shows that the address is its owner's. */
export function verificationLetter({ name, language }: Reader, url: string): MailTemplate {
  return {
    EN: {
      language,
      subject: 'Please confirm your e-mail address',
      paragraphs: [
        `Hello ${name}, with this link you confirm your address and come straight into Tallystick. It works for one hour.`,
        'If you did not register, please do nothing: without the link nobody gets in.',
      ],
      link: { label: 'Confirm and open Tallystick', url },
    },
    DE: {
      language,
      subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: [
        `Guten Tag ${name}, mit diesem Link bestätigen Sie Ihre Adresse und sind gleich in Tallystick. Er gilt eine Stunde.`,
        'Wenn Sie sich nicht registriert haben, tun Sie bitte nichts: Ohne den Link kommt niemand hinein.',
      ],
      link: { label: 'Bestätigen und Tallystick öffnen', url },
    },
  }[language]
}

/** Lets its reader choose a new password. */
export function resetLetter({ name, language }: Reader, url: string): MailTemplate {
  return {
    EN: {
      language,
      subject: 'Choose a new password',
      paragraphs: [
        `Hello ${name}, with this link you choose a new password. It works once, within one hour. Everybody who is logged in to your account will be logged out.`,
        'If you did not ask for it, please do nothing: your password stays as it is.',
      ],
      link: { label: 'Choose a new password', url },
    },
    DE: {
      language,
      subject: 'Neues Passwort wählen',
      paragraphs: [
        `Guten Tag ${name}, mit diesem Link wählen Sie ein neues Passwort. Er gilt einmal, eine Stunde lang. Wer in Ihrem Konto angemeldet ist, wird abgemeldet.`,
        'Wenn Sie das nicht wollten, tun Sie bitte nichts: Ihr Passwort bleibt, wie es ist.',
      ],
      link: { label: 'Neues Passwort wählen', url },
    },
  }[language]
}

/** Tells the owner of an address that somebody tried to register with it. */
export function registeredAlreadyLetter({ name, language }: Reader, url: string): MailTemplate {
  return {
    EN: {
      language,
      subject: 'You have an account already',
      paragraphs: [
        `Hello ${name}, somebody has just tried to register with your address. You have an account already: log in here. If you have forgotten your password, you can choose a new one there.`,
        'If it was not you, please do nothing: nothing has changed.',
      ],
      link: { label: 'Log in', url },
    },
    DE: {
      language,
      subject: 'Sie haben bereits ein Konto',
      paragraphs: [
        `Guten Tag ${name}, gerade wollte sich jemand mit Ihrer Adresse registrieren. Sie haben bereits ein Konto: Melden Sie sich hier an. Wenn Sie Ihr Passwort vergessen haben, können Sie dort ein neues wählen.`,
        'Wenn Sie das nicht waren, tun Sie bitte nichts: Es hat sich nichts geändert.',
      ],
      link: { label: 'Anmelden', url },
    },
  }[language]
}

/** Says when the account will be erased, and how to keep it. */
export function deletionLetter({ name, language }: Reader, deletionAt: Date, url: string): MailTemplate {
  const day = deletionAt.toLocaleDateString(language === 'DE' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return {
    EN: {
      language,
      subject: `Your account will be deleted on ${day}`,
      paragraphs: [
        `Hello ${name}, as you wished, your account will be deleted on ${day}, with all files, stamps and their details. Until then everything stays as it is, and you can take it back at any time.`,
        'Proofs that you have kept stay valid. To get those you have not, export your account before.',
      ],
      link: { label: 'Keep my account', url },
    },
    DE: {
      language,
      subject: `Ihr Konto wird am ${day} gelöscht`,
      paragraphs: [
        `Guten Tag ${name}, wie gewünscht wird Ihr Konto am ${day} gelöscht, mit allen Dateien, Stempeln und deren Angaben. Bis dahin bleibt alles, wie es ist, und Sie können es jederzeit zurücknehmen.`,
        'Beweise, die Sie aufbewahrt haben, bleiben gültig. Die anderen bekommen Sie, wenn Sie Ihr Konto vorher exportieren.',
      ],
      link: { label: 'Konto behalten', url },
    },
  }[language]
}
