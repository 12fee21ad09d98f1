import { type ProofDocument, savedAs, verifierCommand } from '@tallystick/proof'
import { statementsIn } from './statements.js'

/** Returns the command that verifies a document. */
export function verifyCommand(document: string, proofFile: string): string {
  return `${verifierCommand()} verify ${quoted(document)} ${quoted(proofFile)}`
}

/** Files that the reader brought; null what the service supplied, or no one. */
interface Brought {
  document: File | null
  carrier: File | null
}

/**
 * Returns the command that verifies a document by a proof, with the names that the files have on the reader's disk, as far as known.
 * @param placeholder for a document without a name
 */
export function verifyCommandOf(proof: ProofDocument, { document, carrier }: Brought, placeholder: string): string {
  const name = statementsIn(proof).name?.split('/').at(-1)
  return verifyCommand(document?.name ?? (name || placeholder), carrier?.name ?? savedAs(proof, 'json'))
}

/** Quotes a text as one word of a shell command. */
function quoted(text: string): string {
  return /^[\w.,@%+=-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
