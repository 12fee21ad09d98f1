/** How a sentence names a chain that we have a name for, and any other. */
export interface ChainWords {
  named: string
  unknown: string
}

/** Texts of a certificate. Placeholders are in braces, see {@link fill}. */
export interface CertificateWords {
  /** How the language writes a day: placeholders `day`, `month`, `year`. */
  day: string
  months: readonly string[]
  /** Begins the certificate's name. */
  title: string
  /** Says what it is a certificate of. */
  kind: string
  headline: { recorded: string; waiting: string }
  /** The block's time in the issuer's time zone. */
  local: string
  clock: string
  subject: { stamp: string; file: string; change: string }
  notes: {
    submitted: string
    confirmed: string
    contradicted: string
    private: string
    unknown: string
    scope: string
    withoutDetails: string
    seal: string
    look: string
    legal: string
  }
  /** Texts of pictures, for those who don't see them. */
  pictures: { seal: string; logo: string }
  scan: string
  signature: string
  sections: { drop: string; what: string; where: string; check: string }
  labels: {
    name: string
    fingerprint: string
    /** Of the document that a stamped copy was made from. */
    original: string
    owner: string
    received: string
    code: string
    network: string
    issuerNetwork: string
    contract: string
    notary: string
    transaction: string
    block: string
    blockHash: string
    blockTime: string
    root: string
  }
  /** Marks a fact that only the service states: the proof shows that it has said so since, not that it was true. */
  asStated: string
  /** How the language quotes what someone else says. */
  quoted: string
  privateNetwork: string
  /** A chain within a sentence, by its name in our table or by its number. */
  network: ChainWords
  /** The same after a noun: whose block or node it is. */
  ofNetwork: ChainWords
  /** A chain that we have no name for, in a list of facts. */
  numbered: string
  steps: {
    intro: string
    browser: string
    get: string
    verify: string
    digest: string
    block: string
    blockPrivate: string
    byHand: string
  }
  /** For the certificate of a deletion, in place of the texts above. */
  deletion: {
    title: string
    kind: string
    headline: string
    subject: { folder: string; file: string }
    scope: string
    intro: string
    browser: string
    copies: { folder: string; file: string }
    verify: string
    seal: string
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
  /** For the certificate of several proofs, beside or in place of the texts above. */
  combined: {
    /** Between groups of three digits. */
    thousands: string
    /** A time in the table: placeholders `day`, `month`, `year`, `clock`. */
    moment: string
    title: { one: string; many: string }
    subject: { one: string; many: string }
    /** With all times equal, and with several. */
    headline: { one: string; several: string }
    clock: string
    notRecorded: string
    waiting: string
    confirmed: string
    contradicted: string
    scope: string
    seal: string
    withoutDetails: string
    labels: { documents: string; firstTime: string; lastTime: string; number: string; name: string; time: string }
    notInBlock: string
    steps: { intro: string; browser: string; verify: string; blocks: string; blocksPrivate: string; digest: string }
  }
  page: string
  download: string
  noScript: string
}

/** Replaces the placeholders of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
