import type { ProofDocument } from '../format.js'
import { type CertificateWords, fill } from './words/words.js'

/** Fingerprints that a certificate shows; the proof names more. */
const contentsShown = 20

/** Returns whether a proof is that of a purge. */
export function isDeletion({ kind, details }: ProofDocument): boolean {
  return kind === 'change' && details?.action === 'purged'
}

/** Returns the words for the certificate of a deletion, which replace the words about existence. */
export function deletionWords(words: CertificateWords, { details }: ProofDocument): CertificateWords {
  const { deletion, headline, subject, notes, steps } = words
  const kind = details?.subject === 'folder' ? 'folder' : 'file'
  return {
    ...words,
    title: deletion.title,
    kind: deletion.kind,
    headline: { ...headline, recorded: deletion.headline },
    subject: { ...subject, change: deletion.subject[kind] },
    notes: { ...notes, scope: deletion.scope, seal: deletion.seal },
    steps: {
      ...steps,
      intro: deletion.intro,
      browser: deletion.browser,
      digest: deletion.copies[kind],
      verify: deletion.verify,
    },
  }
}

interface Fact {
  label: string
  value: string
  isExact?: boolean
}

/**
 * States what was deleted: digests, counts and times, as recorded.
 *
 * @param timeText formats a time for people
 */
export function deletionFacts(
  { hash, details = {} }: ProofDocument,
  words: CertificateWords,
  timeText: (iso: string) => string,
): Fact[] {
  const { deletion } = words
  const kind = details.subject === 'folder' ? 'folder' : 'file'
  const text = (name: string) => (typeof details[name] === 'string' ? details[name] : '')
  const time = (name: string) => text(name) && fill(words.asStated, { value: timeText(text(name)) })
  const number = (name: string) => (typeof details[name] === 'number' ? String(details[name]) : '')
  const contents = Array.isArray(details.contents) ? details.contents : []
  const versions = Number(number('versions'))
  const rest = versions - contentsShown
  return [
    { label: deletion.labels.what, value: deletion.kinds[kind] },
    { label: deletion.labels.id, value: text('id'), isExact: true },
    { label: deletion.labels.files, value: number('files') },
    { label: deletion.labels.folders, value: number('folders') },
    ...contents.slice(0, contentsShown).map((content, at) => ({
      label: fill(deletion.labels[versions > 1 ? 'version' : 'content'], { number: versions - at }),
      value: String(content),
      isExact: true,
    })),
    { label: deletion.labels.more, value: rest > 0 ? fill(deletion.more, { count: rest }) : '' },
    { label: deletion.labels.account, value: text('userId'), isExact: true },
    { label: deletion.labels.requested, value: time('requestedAt') },
    { label: deletion.labels.deleted, value: time('at') },
    { label: deletion.labels.record, value: hash, isExact: true },
  ].filter(({ value }) => value !== '')
}
