/** Texts of a certificate. */
export interface CertificateTexts {
  title: string
  headline: { proven: string; waiting: string }
  clock: string
  subject: { stamp: string; file: string; change: string }
  notes: { submitted: string; confirmed: string; private: string; scope: string; legal: string }
  sections: { what: string; where: string; check: string }
  labels: {
    name: string
    fingerprint: string
    owner: string
    received: string
    code: string
    network: string
    contract: string
    notary: string
    transaction: string
    block: string
    blockHash: string
    blockTime: string
    root: string
  }
  asStated: string
  privateNetwork: string
  steps: {
    intro: string
    pdf: string
    html: string
    digest: string
    verify: string
    block: string
    blockPrivate: string
    byHand: string
  }
  /** For the certificate of a deletion, in place of the texts above. */
  deletion: {
    title: string
    headline: string
    subject: { folder: string; file: string }
    scope: string
    intro: string
    copies: { folder: string; file: string }
    verify: string
    kinds: { folder: string; file: string }
    labels: {
      what: string
      id: string
      files: string
      folders: string
      content: string
      version: string
      more: string
      account: string
      requested: string
      deleted: string
      record: string
    }
    more: string
  }
  link: string
  page: string
  download: string
}

/** Texts of a mail. */
export interface MailTexts {
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
  certificate: CertificateTexts
}

/** Replaces the placeholders of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
