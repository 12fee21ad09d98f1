import { defineSettings, exactlyWith, given, type PartOf } from '../base/settings/define.js'
import { diskReserve, identities, s3Url, text } from '../base/settings/forms.js'

/** The settings of where files are stored, and how. */
export const storageSettings = defineSettings(
  {
    place: {
      name: 'STORAGE_URL',
      unit: 's3://bucket/prefix?endpoint=…&region=…',
      meaning: 'S3 bucket for the files; by default, they are stored in DATA_DIR.',
      parse: s3Url,
    },
    accessKeyId: {
      name: 'S3_ACCESS_KEY_ID',
      unit: 'text',
      meaning: 'Access key ID for STORAGE_URL.',
      parse: text(200),
    },
    secretAccessKey: {
      name: 'S3_SECRET_ACCESS_KEY',
      unit: 'text',
      secret: true,
      meaning: 'Secret access key for STORAGE_URL.',
      parse: text(200),
    },
    /** Their checksums aren't verified yet. */
    ageIdentities: {
      name: 'AGE_IDENTITIES',
      unit: 'list of AGE-SECRET-KEY-1…',
      secret: true,
      meaning:
        'Identities for private files: the first encrypts new files, all of them decrypt; by default, one derived from MASTER_KEY.',
      parse: identities,
      unset: [],
    },
    diskReserve: {
      name: 'DISK_RESERVE',
      default: '2GiB',
      unit: 'size, bytes, or percent: 5%',
      meaning:
        'Space on the disk of DATA_DIR that uploads may not use, so that stamps and purging always have space; 0 turns it off.',
      parse: diskReserve,
    },
  },
  {
    rules: exactlyWith('STORAGE_URL', { S3_ACCESS_KEY_ID: '.', S3_SECRET_ACCESS_KEY: '.' }),
    derive: ({ place, accessKeyId, secretAccessKey, ...others }) => ({
      ...others,
      ...given('s3', place && accessKeyId && secretAccessKey ? { ...place, accessKeyId, secretAccessKey } : undefined),
    }),
  },
)

export type StorageConfig = PartOf<typeof storageSettings>
