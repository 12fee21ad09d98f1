import { isLoopback } from '../base/loopback.js'
import { defineSettings, type PartOf } from '../base/settings/define.js'
import { longToken, mailbox, oneOf, size, smtpUrl, time, whole, wordList } from '../base/settings/forms.js'
import type { GroundConfig } from '../base/settings/ground.js'
import type { NetworkKind } from './clients/client.js'

/** The settings of how accounts are made, and of mails. */
export const accountsSettings = defineSettings(
  {
    registration: {
      name: 'REGISTRATION',
      default: 'open',
      unit: 'open, closed',
      meaning:
        'Whether anyone can create an account in the portal. When closed, use `tallystick admin account create`.',
      parse: oneOf('open', 'closed'),
    },
    guessLimit: {
      name: 'GUESS_LIMIT',
      default: '30',
      unit: 'failures per minute',
      meaning:
        'Maximum failed logins, token requests and new device logins per address (IPv6: per /64); 0 means no limit.',
      parse: whole(0, 100_000_000),
    },
    sessionMaxMs: {
      name: 'SESSION_MAX',
      default: '90d',
      unit: 'time, or seconds',
      meaning: 'Longest time that a login to the portal lasts, however often it is used.',
      parse: time('s', 300, 366 * 86_400),
      scale: 1000,
    },
    secondFactor: {
      name: 'SECOND_FACTOR',
      default: 'optional',
      unit: 'optional, required',
      meaning:
        'Whether a login to the portal needs an authenticator app. When required, an account without one can only set it up.',
      parse: oneOf('optional', 'required'),
    },
    requestLogDays: {
      name: 'REQUEST_LOG_DAYS',
      default: '7d',
      unit: 'time, or days',
      meaning: 'How long the log of requests by API clients is kept for their owners; 0 turns it off and erases it.',
      parse: time('d', 0, 3650),
    },
    passwordWords: {
      name: 'PASSWORD_WORDS',
      unit: 'list of words',
      meaning:
        'Words that are guessed first here, such as the name of your organisation: they do not count towards the length of a new password.',
      parse: wordList,
      unset: [],
    },
    smtpUrl: {
      name: 'SMTP_URL',
      unit: 'smtp(s)://user:password@host:port',
      secret: true,
      meaning: 'Mail server; without it and without DATABASE_URL, mails stay in a mailbox of the portal.',
      parse: smtpUrl,
    },
    mailFrom: {
      name: 'MAIL_FROM',
      default: 'Tallystick <tallystick@localhost>',
      unit: 'name <address>',
      meaning: 'Sender of the mails.',
      parse: mailbox,
    },
    mailboxToken: {
      name: 'MAILBOX_TOKEN',
      unit: 'text, 16 characters or more',
      secret: true,
      meaning: "Opens the portal's mailbox from elsewhere; without it, the mailbox shows mails to this machine alone.",
      parse: longToken,
    },
  },
  {
    rulesAcross: [
      {
        given: [{ name: 'HOST', fits: (host) => !isLoopback(host as string) }],
        needsOne: ['SMTP_URL', 'MAILBOX_TOKEN', 'DATABASE_URL'],
        problem:
          'Other machines reach this HOST, and without a mail server all mails, links for new passwords included, wait in the mailbox of the portal. Set SMTP_URL to send them, or MAILBOX_TOKEN to a secret that opens the mailbox, or HOST=127.0.0.1.',
      },
    ],
  },
)

const none = '; 0 means no limit.'

/** The limits of an account that has none of its own. */
export const quotaSettings = defineSettings(
  {
    storageBytes: {
      name: 'QUOTA_STORAGE',
      default: '50GiB',
      unit: 'size, or bytes',
      meaning: `Maximum size of what an account can store: files, all versions and the bin included, metadata and logs${none}`,
      parse: size(0),
    },
    unfinishedBytes: {
      name: 'QUOTA_UNFINISHED',
      default: '25GiB',
      unit: 'size, or bytes',
      meaning: `Maximum size of an account's unfinished resumable uploads, by their announced sizes${none}`,
      parse: size(0),
    },
    stampsPerDay: {
      name: 'QUOTA_STAMPS',
      default: '1000000',
      unit: 'stamps per day',
      meaning: `Maximum stamps per account and day, from midnight to midnight UTC${none}`,
      parse: whole(0, Number.MAX_SAFE_INTEGER),
    },
    bulkItems: {
      name: 'QUOTA_BULK_ITEMS',
      default: '200000',
      unit: 'items',
      meaning: `Maximum items of an account's multi-stamp requests that a process works on at once${none}`,
      parse: whole(0, Number.MAX_SAFE_INTEGER),
    },
  },
  { derive: (quotas) => ({ quotas }) },
)

/** The most that one account may use; 0 means no limit. */
export type Limits = PartOf<typeof quotaSettings>['quotas']

export type AccountsConfig = PartOf<typeof accountsSettings> & PartOf<typeof quotaSettings>

/** The settings that accounts read: their own, and three of other rooms. */
export type AccountsNeeds = GroundConfig &
  AccountsConfig & { networkKind: NetworkKind; webhooks: { logDays: number }; sealsCopies: boolean }
