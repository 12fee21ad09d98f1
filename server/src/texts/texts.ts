/** Texts of a mail. */
interface MailTexts {
  subject: string
  paragraphs: readonly string[]
  /** Label of the button after the first paragraph. */
  link?: string
}

/** Title and description of a page, as link previews show them. */
interface PageTexts {
  title: string
  description: string
}

/** Everything the service writes to people in their language. Placeholders are in braces, see {@link fill}. */
export interface Texts {
  /** Name of a new account's first API client. */
  firstClient: string
  mails: {
    verification: MailTexts
    passwordReset: MailTexts
    alreadyRegistered: MailTexts
    emailChange: MailTexts
    emailTaken: MailTexts
    emailKept: MailTexts
    emailChanged: MailTexts
    emailRestored: MailTexts
    receipt: MailTexts
    deletion: MailTexts
    webhookGone: MailTexts
    webhookFailing: MailTexts
  }
  pages: {
    front: PageTexts
    verify: PageTexts
    /** Of a public stamp or file: `{name}`, `{time}`, `{host}`. `received`: not in a block yet. */
    shared: { confirmed: string; received: string }
    docs: PageTexts
    /** Shortcuts of the installed portal. */
    installed: { stamp: string; verify: string }
    missing: PageTexts
    badge: { time: string; received: string; by: string; verify: string }
  }
}

/** Replaces the placeholders of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
