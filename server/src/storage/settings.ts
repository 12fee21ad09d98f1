import { defineSettings, exactlyWith, given, onlyWith, type PartOf } from '../base/settings/define.js'
import { diskReserve, identities, s3Encryption, s3Url, text } from '../base/settings/forms.js'

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
      meaning:
        'Access key ID for STORAGE_URL; by default, the role of the machine or pod, or what else the AWS SDK finds in its environment.',
      parse: text(200),
    },
    secretAccessKey: {
      name: 'S3_SECRET_ACCESS_KEY',
      unit: 'text',
      secret: true,
      meaning: 'Secret access key for STORAGE_URL.',
      parse: text(200),
    },
    sessionToken: {
      name: 'S3_SESSION_TOKEN',
      unit: 'text',
      secret: true,
      meaning: 'Session token of a temporary S3_ACCESS_KEY_ID.',
      parse: text(4000),
    },
    encryption: {
      name: 'S3_ENCRYPTION',
      unit: 'AES256, aws:kms, or a KMS key',
      meaning:
        "Server-side encryption that is asked for with each object: the bucket's key (AES256), the account's KMS key (aws:kms), or the ID or ARN of one; by default, what the bucket is set to.",
      parse: s3Encryption,
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
    rules: [
      ...onlyWith('STORAGE_URL', ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_SESSION_TOKEN', 'S3_ENCRYPTION']),
      ...exactlyWith('S3_ACCESS_KEY_ID', { S3_SECRET_ACCESS_KEY: '.' }),
      ...onlyWith('S3_ACCESS_KEY_ID', ['S3_SESSION_TOKEN']),
    ],
    derive: ({ place, accessKeyId, secretAccessKey, sessionToken, encryption, ...others }) => {
      const credentials =
        accessKeyId && secretAccessKey
          ? { accessKeyId, secretAccessKey, ...given('sessionToken', sessionToken) }
          : undefined
      const s3 = place && { ...place, ...given('credentials', credentials), ...given('encryption', encryption) }
      return { ...others, ...given('s3', s3) }
    },
  },
)

export type StorageConfig = PartOf<typeof storageSettings>
