import { defineSettings, given, type PartOf } from '../base/settings/define.js'
import { oid, oneOf, pem, text, time, whole } from '../base/settings/forms.js'

const access = oneOf('off', 'accounts', 'open')

/** Callers that may use a protocol: none, accounts, or everyone. */
export type Access = ReturnType<typeof access>

/** The settings of others' protocols. */
export const protocolsSettings = defineSettings(
  {
    tsa: {
      name: 'TSA',
      default: 'off',
      unit: 'off, accounts, open',
      meaning:
        'Timestamping authority (RFC 3161) at /tsa: off, for accounts, or open to everyone as ANONYMOUS_ACCOUNT.',
      parse: access,
    },
    certificates: {
      name: 'TSA_CERTIFICATE',
      unit: 'PEM, or a file',
      meaning:
        "Certificate of the timestamping authority, followed by those of its issuers; by default, one issued by this service's own test authority.",
      parse: pem(/-----BEGIN CERTIFICATE-----/),
    },
    key: {
      name: 'TSA_KEY',
      unit: 'PEM, or a file',
      secret: true,
      meaning: 'Private key of TSA_CERTIFICATE: RSA, or an elliptic curve (P-256, P-384, P-521).',
      parse: pem(/-----BEGIN [A-Z ]*PRIVATE KEY-----/),
    },
    tsaPolicy: {
      name: 'TSA_POLICY',
      default: '2.25.145005374188736773191733837919628326977',
      unit: 'object identifier',
      meaning: 'Policy that tokens name; the default says only that Tallystick made them.',
      parse: oid,
    },
    tsaAccuracyMs: {
      name: 'TSA_ACCURACY_MS',
      default: '1s',
      unit: 'time, or milliseconds',
      meaning:
        'How far the clock may be off, as every token states it. Keep the clock synchronised to within this time.',
      parse: time('ms', 1, 3_600_000),
    },
    calendar: {
      name: 'OTS_CALENDAR',
      default: 'off',
      unit: 'off, accounts, open',
      meaning: 'OpenTimestamps calendar at /digest: off, for accounts, or open to everyone as ANONYMOUS_ACCOUNT.',
      parse: access,
    },
    anonymousAccount: {
      name: 'ANONYMOUS_ACCOUNT',
      unit: 'e-mail address, or user ID',
      meaning: 'Account that owns the stamps of callers without a login.',
      parse: text(300),
    },
    anonymousRateLimit: {
      name: 'ANONYMOUS_RATE_LIMIT',
      default: '60',
      unit: 'requests per minute',
      meaning: 'Maximum stamps without a login per address (IPv6: per /64); 0 means no limit.',
      parse: whole(0, 100_000_000),
    },
  },
  {
    rules: [
      {
        given: ['TSA_CERTIFICATE', 'TSA_KEY'],
        needs: ['TSA_CERTIFICATE', 'TSA_KEY'],
        problem: 'TSA_CERTIFICATE and TSA_KEY must be set together. Set the other one, or remove this one.',
      },
      ...(['TSA', 'OTS_CALENDAR'] as const).map((name) => ({
        given: [{ name, is: 'open' }],
        needs: ['ANONYMOUS_ACCOUNT'] as const,
        problem: `ANONYMOUS_ACCOUNT must be set with ${name}=open: the account that owns the stamps of everyone.`,
      })),
    ],
    derive: ({ certificates, key, ...others }) => ({
      protocols: { ...others, ...given('tsaKeys', certificates && key ? { certificates, key } : undefined) },
    }),
  },
)

export type ProtocolsConfig = PartOf<typeof protocolsSettings>
