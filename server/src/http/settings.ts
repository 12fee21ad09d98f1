import { defineSettings, type PartOf } from '../base/settings/define.js'
import { flag, networks, origins, text, time, url, whole } from '../base/settings/forms.js'

/** The settings of the HTTP server. */
export const httpSettings = defineSettings(
  {
    trustProxy: {
      name: 'TRUST_PROXY',
      unit: 'list of addresses or networks',
      meaning: 'Proxies (10.0.0.0/8, …) whose X-Forwarded-For, -Host and -Proto headers are trusted.',
      parse: networks,
      unset: [],
    },
    corsOrigins: {
      name: 'CORS_ORIGINS',
      unit: 'list of origins, or *',
      meaning:
        'Origins (https://app.example, …) whose web pages may use the API, with a token; the portal stays closed to them. By default, none.',
      parse: origins,
      unset: [],
    },
    securityContact: {
      name: 'SECURITY_CONTACT',
      unit: 'mailto:… or https://…',
      meaning: 'Where to report a vulnerability, in /.well-known/security.txt; without it, the file does not exist.',
      parse: url('mailto:', 'https:'),
    },
    operatorName: {
      name: 'OPERATOR_NAME',
      unit: 'text',
      meaning: 'Who runs the service, shown on its public pages.',
      parse: text(100),
    },
    imprintUrl: {
      name: 'IMPRINT_URL',
      unit: 'https://…',
      meaning: 'Page with the imprint, linked on every public page.',
      parse: url('https:', 'http:'),
    },
    privacyUrl: {
      name: 'PRIVACY_URL',
      unit: 'https://…',
      meaning: 'Page with the privacy notice, linked on every public page.',
      parse: url('https:', 'http:'),
    },
    embedOrigins: {
      name: 'EMBED_ORIGINS',
      unit: 'list of origins, or *',
      meaning:
        'Origins (https://www.example, …) whose web pages may show the badges of public stamps and the verify widget in a frame. By default, none.',
      parse: origins,
      unset: [],
    },
    offlinePages: {
      name: 'OFFLINE_PAGES',
      default: 'true',
      unit: 'true, false',
      meaning:
        'Whether browsers keep the pages that verify, so that they open without a network, and offer the installed portal to apps that share files. After false, browsers forget what they kept.',
      parse: flag,
    },
    hstsSubdomains: {
      name: 'HSTS_SUBDOMAINS',
      default: 'false',
      unit: 'true, false',
      meaning:
        'Whether browsers ask all subdomains of an https PUBLIC_URL by TLS alone for a year, too. Only when no other service needs http there.',
      parse: flag,
    },
    account: {
      name: 'RATE_LIMIT_ACCOUNT',
      default: '0',
      unit: 'requests per minute',
      meaning: 'Maximum requests per account; 0 means no limit.',
      parse: whole(0, 100_000_000),
    },
    address: {
      name: 'RATE_LIMIT_ADDRESS',
      default: '0',
      unit: 'requests per minute',
      meaning: 'Maximum requests per address (IPv6: per /64); 0 means no limit.',
      parse: whole(0, 100_000_000),
    },
    readMs: {
      name: 'READ_SECONDS',
      default: '60s',
      unit: 'time, or seconds',
      meaning:
        'How long a client may read nothing of an answer (download, export, event stream) before its connection is closed.',
      parse: time('s', 1, 3600),
      scale: 1000,
    },
  },
  { derive: ({ account, address, ...others }) => ({ ...others, rateLimit: { account, address } }) },
)

export type HttpConfig = PartOf<typeof httpSettings>
