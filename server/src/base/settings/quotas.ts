import { diskReserve, size, whole } from './forms.js'

const none = '; 0 means no limit.'

/** Quotas of an account, and space kept free on the disk. */
export const quotaSettings = {
  DISK_RESERVE: {
    default: '2GiB',
    unit: 'size, bytes, or percent: 5%',
    meaning:
      'Space on the disk of DATA_DIR that uploads may not use, so that stamps and purging always have room; 0 turns it off.',
    parse: diskReserve,
  },
  QUOTA_STORAGE: {
    default: '50GiB',
    unit: 'size, or bytes',
    meaning: `Maximum size of the files that an account can store, all versions and the bin included${none}`,
    parse: size(0),
  },
  QUOTA_UNFINISHED: {
    default: '25GiB',
    unit: 'size, or bytes',
    meaning: `Maximum size of an account's unfinished resumable uploads, by their announced sizes${none}`,
    parse: size(0),
  },
  QUOTA_STAMPS: {
    default: '1000000',
    unit: 'stamps per day',
    meaning: `Maximum stamps of an account in a day, from midnight to midnight UTC${none}`,
    parse: whole(0, Number.MAX_SAFE_INTEGER),
  },
  QUOTA_BULK_ITEMS: {
    default: '200000',
    unit: 'items',
    meaning: `Maximum items of an account's multi-stamp requests that a process works on at once${none}`,
    parse: whole(0, Number.MAX_SAFE_INTEGER),
  },
}
