import { isReadableColor, isSignatureLine, lookLimits, plainLook } from '@tallystick/proof/certificate'
import { defineSettings, type PartOf } from '../base/settings/define.js'
import { flag, text } from '../base/settings/forms.js'
import { readLogo } from './letterhead/read-logo.js'

/** The settings of certificates. */
export const certificatesSettings = defineSettings(
  {
    certificateKeyFile: {
      name: 'CERTIFICATE_KEY_FILE',
      unit: 'PEM file',
      meaning:
        'Private key and certificate (its own first, then those of its issuers) that sign PDF certificates; by default, PDFs are not signed.',
      parse: text(4096),
    },
    sealsCopies: {
      name: 'SEAL_COPIES',
      default: 'false',
      unit: 'true, false',
      meaning:
        'Whether the key of CERTIFICATE_KEY_FILE also seals stamped copies of PDFs, for accounts that want it. It then signs digests of documents that the service never sees.',
      parse: flag,
    },
    certificateLogo: {
      name: 'CERTIFICATE_LOGO_FILE',
      unit: 'PNG file',
      meaning: `Logo at the top of certificates, in a frame of 60 × 16 mm: at most ${lookLimits.logoBytesMax / 1024} KiB and ${lookLimits.logoSideMax} × ${lookLimits.logoSideMax} pixels, 8 bits per channel, not interlaced.`,
      parse: readLogo,
    },
    certificateColor: {
      name: 'CERTIFICATE_COLOR',
      default: plainLook.color,
      unit: '# and six hex digits',
      meaning: 'Colour of the seal on certificates. Its contrast to white must be 4.5 to 1 at least.',
      parse: readableColor,
    },
    certificateSignatureLine: {
      name: 'CERTIFICATE_SIGNATURE_LINE',
      unset: '',
      unit: 'text',
      meaning: `Certificates end with a line to sign on, for this name: at most ${lookLimits.signatureMax} Latin letters, digits and common signs. By default, they have none.`,
      parse: signatureLine,
    },
    certificateTimeZone: {
      name: 'CERTIFICATE_TIME_ZONE',
      default: 'UTC',
      unit: 'name such as Europe/Berlin',
      meaning: 'Certificates state the time of the block in this time zone, too.',
      parse: timeZone,
    },
  },
  {
    rules: [
      {
        given: [{ name: 'SEAL_COPIES', is: true }],
        needs: ['CERTIFICATE_KEY_FILE'],
        problem: 'CERTIFICATE_KEY_FILE must be set with SEAL_COPIES=true: the key that seals copies.',
      },
    ],
  },
)

export type CertificatesConfig = PartOf<typeof certificatesSettings>

function readableColor(text: string): string {
  const color = text.toLowerCase()
  if (!isReadableColor(color))
    throw new Error(`a color such as ${plainLook.color}, dark enough for white paper (4.5 to 1)`)
  return color
}

function signatureLine(text: string): string {
  if (!isSignatureLine(text))
    throw new Error(`at most ${lookLimits.signatureMax} Latin letters, digits and common signs`)
  return text
}

function timeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw new Error('the name of a time zone such as Europe/Berlin')
  }
}
