import { Type } from 'typebox'
import type { Queryable } from '../base/database/db.js'
import { apiError } from '../http/errors.js'
import { languageSchema } from '../texts/language-schema.js'
import type { Language } from '../texts/languages.js'
import { isName } from './account.js'
import { type Account, accountById, updateProfile } from './sql.js'
import { parseAddress } from './wallet.js'

/** Body of `PUT /profile`: at least one field. `null` is invalid; an empty `bio` clears it. */
export const profileChange = Type.Object(
  {
    bio: Type.Optional(
      Type.String({
        maxLength: 500,
        pattern: '^[^\\u0000]*$',
        description: 'Short biography, up to 500 characters. An empty string clears it.',
      }),
    ),
    walletAddress: Type.Optional(
      Type.String({
        description:
          'Personal wallet address: 0x and 40 hex digits, in one case or with a valid EIP-55 checksum. Returned with checksum.',
      }),
    ),
    name: Type.Optional(
      Type.String({ maxLength: 200, description: 'Your name; others see it with your public folders.' }),
    ),
    language: Type.Optional(languageSchema({ description: 'Language of mails, portal and certificates.' })),
    receipts: Type.Optional(Type.Boolean({ description: 'Whether you get a mail when a run is final.' })),
  },
  { title: 'ProfileChange', additionalProperties: false, minProperties: 1 },
)

/** See {@link profileChange}. */
export interface ProfileChange {
  name?: string
  bio?: string
  walletAddress?: string
  language?: Language
  receipts?: boolean
}

/** Data of `GET /profile`. */
export type Profile = Pick<
  Account,
  'name' | 'username' | 'email' | 'emailVerified' | 'profilePicture' | 'bio' | 'walletAddress' | 'language' | 'receipts'
> & { _id: string }

/** Reads the profile of a session's account. */
export async function readProfile(db: Queryable, accountId: string): Promise<Profile> {
  const account = await accountById(db, accountId)
  if (account === undefined) throw apiError('token_invalid')
  const { id, name, username, email, emailVerified, profilePicture, bio, walletAddress, language, receipts } = account
  return { _id: id, name, username, email, emailVerified, profilePicture, bio, walletAddress, language, receipts }
}

/**
 * Changes the given fields of a profile.
 *
 * @throws {ApiError} 400 when the name is empty or the wallet address is malformed or has a wrong checksum
 */
export async function changeProfile(db: Queryable, accountId: string, change: ProfileChange): Promise<void> {
  const name = change.name?.trim() ?? null
  if (name !== null && !isName(name)) {
    throw apiError('invalid', {
      field: 'name',
      problem: 'expected 1 to 200 characters without control characters',
    })
  }
  let walletAddress: string | null = null
  if (change.walletAddress !== undefined) {
    const read = parseAddress(change.walletAddress)
    if ('fault' in read) {
      const problem =
        read.fault === 'form'
          ? 'expected 0x and 40 hex digits'
          : 'the EIP-55 checksum is wrong; write it in lower case, or with the right checksum'
      throw apiError('invalid', { field: 'walletAddress', problem })
    }
    walletAddress = read.address
  }
  const { bio = null, language = null, receipts = null } = change
  await updateProfile(db, accountId, { name, bio, walletAddress, language, receipts })
}
