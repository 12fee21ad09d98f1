import { keccak256, toHex, utf8 } from '@tallystick/proof'

/** What there is to say about an address as it is typed. */
export type AddressVerdict =
  | { kind: 'fits' | 'unchecked' | 'missing' | 'prefix' | 'checksum' }
  | { kind: 'short' | 'long'; count: number }
  | { kind: 'letters'; wrong: string }

const digitsInAddress = 40

/** Reads an EVM address as a person types it. Upper and lower case of its letters are its checksum (EIP-55). */
export function readAddress(typed: string): AddressVerdict {
  const text = typed.trim()
  if (text === '') return { kind: 'missing' }
  if (!text.startsWith('0x')) return { kind: 'prefix' }
  const digits = text.slice(2)
  const wrong = /[^0-9a-fA-F]/u.exec(digits)?.[0]
  if (wrong !== undefined) return { kind: 'letters', wrong }
  if (digits.length < digitsInAddress) return { kind: 'short', count: digits.length }
  if (digits.length > digitsInAddress) return { kind: 'long', count: digits.length }
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return { kind: 'unchecked' }
  return { kind: withChecksum(digits) === digits ? 'fits' : 'checksum' }
}

/** Whether an address of this kind can be saved. */
export function isUsable({ kind }: AddressVerdict): boolean {
  return kind === 'fits' || kind === 'unchecked'
}

/** A letter is upper case where the keccak-256 of the lower-case text has a nibble of 8 or more. */
function withChecksum(digits: string): string {
  const lower = digits.toLowerCase()
  const hash = toHex(keccak256(utf8(lower)))
  return [...lower]
    .map((letter, at) => (Number.parseInt(hash.charAt(at), 16) >= 8 ? letter.toUpperCase() : letter))
    .join('')
}
