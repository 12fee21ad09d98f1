import { oid, oneOf, pem, text, time, whole } from './forms.js'

/** The settings of others' protocols. */
export const protocolSettings = {
  TSA: {
    default: 'off',
    unit: 'off, accounts, open',
    meaning: 'Timestamping authority (RFC 3161) at /tsa: off, for accounts, or open to everyone as ANONYMOUS_ACCOUNT.',
    parse: oneOf('off', 'accounts', 'open'),
  },
  TSA_CERTIFICATE: {
    default: '',
    unit: 'PEM, or a file',
    meaning:
      "Certificate of the timestamping authority, followed by those of its issuers; by default, one that only this service's own test authority stands behind.",
    parse: pem(/-----BEGIN CERTIFICATE-----/),
  },
  TSA_KEY: {
    default: '',
    unit: 'PEM, or a file',
    secret: true,
    meaning: 'Private key of TSA_CERTIFICATE: RSA, or an elliptic curve (P-256, P-384, P-521).',
    parse: pem(/-----BEGIN [A-Z ]*PRIVATE KEY-----/),
  },
  TSA_POLICY: {
    default: '2.25.145005374188736773191733837919628326977',
    unit: 'object identifier',
    meaning: 'Policy that tokens name; the default says only that Tallystick made them.',
    parse: oid,
  },
  TSA_ACCURACY_MS: {
    default: '1s',
    unit: 'time, or milliseconds',
    meaning: 'How far the clock may be off, as every token states it. Synchronise the clock within that.',
    parse: time('ms', 1, 3_600_000),
  },
  OTS_CALENDAR: {
    default: 'off',
    unit: 'off, accounts, open',
    meaning: 'OpenTimestamps calendar at /digest: off, for accounts, or open to everyone as ANONYMOUS_ACCOUNT.',
    parse: oneOf('off', 'accounts', 'open'),
  },
  ANONYMOUS_ACCOUNT: {
    default: '',
    unit: 'e-mail address, or user ID',
    meaning: 'Account that owns the stamps of callers without a login.',
    parse: text(300),
  },
  ANONYMOUS_RATE_LIMIT: {
    default: '60',
    unit: 'requests per minute',
    meaning: 'Maximum stamps without a login per address (IPv6: per /64); 0 means no limit.',
    parse: whole(0, 100_000_000),
  },
} as const
