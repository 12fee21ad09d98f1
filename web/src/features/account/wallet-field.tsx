import { keccak256, toHex, utf8 } from '@tallystick/proof'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { Field, Input } from '../../ui/forms/field.jsx'

/** Field for a wallet address, checked while typing. */
export function WalletField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('account')
  const verdict = readAddress(value)
  const words = t(`profile.wallet.${verdict.kind}`, { ...verdict })
  const hint =
    verdict.kind === 'fits' ? (
      <span className="flex items-start gap-1.5 text-moss">
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {words}
      </span>
    ) : (
      words
    )
  const isRight = isUsable(verdict)
  return (
    <Field
      label={t('profile.wallet.label')}
      className="max-w-2xl"
      hint={isRight ? hint : undefined}
      error={isRight ? undefined : words}
    >
      <Input
        value={value}
        onValueChange={onChange}
        spellCheck="false"
        autoCapitalize="off"
        autoComplete="off"
        className="font-mono text-sm"
      />
    </Field>
  )
}

/** Result of checking an address as it is typed. */
type AddressVerdict =
  | { kind: 'fits' | 'unchecked' | 'missing' | 'prefix' | 'checksum' }
  | { kind: 'short' | 'long'; count: number }
  | { kind: 'letters'; wrong: string }

const digitsInAddress = 40

/** Checks an EVM address as typed. The case of its letters is its checksum (EIP-55). */
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

/** Whether an address with this verdict can be saved. */
export function isUsable({ kind }: AddressVerdict): boolean {
  return kind === 'fits' || kind === 'unchecked'
}

/** EIP-55: a letter is upper case where the Keccak-256 of the lower-case digits has a nibble of 8 or more. */
function withChecksum(digits: string): string {
  const lower = digits.toLowerCase()
  const hash = toHex(keccak256(utf8(lower)))
  return [...lower]
    .map((letter, at) => (Number.parseInt(hash.charAt(at), 16) >= 8 ? letter.toUpperCase() : letter))
    .join('')
}
