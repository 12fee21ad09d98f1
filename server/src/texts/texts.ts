/** Texts of a mail. */
interface MailTexts {
  subject: string
  paragraphs: readonly string[]
  /** Label of the button after the first paragraph. */
  link?: string
}

/** Everything the service writes to people in their language. Placeholders are in braces, see {@link fill}. */
export interface Texts {
  /** Name of a new account's first API client. */
  firstClient: string
  mails: {
    verification: MailTexts
    passwordReset: MailTexts
    alreadyRegistered: MailTexts
    deletion: MailTexts
    webhookGone: MailTexts
    webhookFailing: MailTexts
  }
}

/** Replaces the placeholders of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
