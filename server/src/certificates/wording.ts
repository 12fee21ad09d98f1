/** The texts of a certificate, with `{…}` placeholders. */
export interface Messages {
  title: string
  /** For `Intl`. */
  locale: string
  html: string
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
    place: string
    root: string
  }
  asStated: string
  privateNetwork: string
  place: string
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
  link: string
  page: string
  download: string
}
