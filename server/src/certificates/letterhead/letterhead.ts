import { type IssuerLook, plainLook } from '@tallystick/proof/certificate'
import type { CertificatesConfig } from '../settings.js'

/** All that the operator chooses of a certificate. */
export interface Letterhead {
  readonly look: IssuerLook
  /** PNG, as certificates carry it. */
  readonly logo?: Uint8Array
  /** Certificates state the block's time in this zone as well. */
  readonly timeZone: string
}

/** Certificates of an operator who has chosen nothing. */
export const plainLetterhead: Letterhead = { look: plainLook, timeZone: 'UTC' }

/** Returns the letterhead of an operator. */
export function letterheadOf(config: CertificatesConfig): Letterhead {
  const { certificateColor: color, certificateSignatureLine: signature, certificateLogo, certificateTimeZone } = config
  if (certificateLogo === undefined) return { look: { color, signature }, timeZone: certificateTimeZone }
  const { png, width, height } = certificateLogo
  return { look: { color, signature, logo: { width, height } }, logo: png, timeZone: certificateTimeZone }
}

/** Returns how far clocks of a zone were from UTC at a time, in minutes. */
export function offsetAt(timeZone: string, iso: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(new Date(iso))
  const shown = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(shown) ?? []
  return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes))
}
