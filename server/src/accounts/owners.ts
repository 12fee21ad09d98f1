import type { Queryable } from '../base/database/db.js'
import { defaultLanguage, type Language } from '../texts/languages.js'
import { type Owner, openAccountNamed } from './sql.js'

/** Reads the public data of owners of stamps and files. */
export async function ownersByIds(db: Queryable, ids: readonly string[]): Promise<Owner[]> {
  return db.query<Owner>(
    'SELECT id, name, username, email_verified AS "emailVerified" FROM accounts WHERE id = ANY($1::uuid[])',
    [ids],
  )
}

/** Reads the account's language for mails, portal and certificates. */
export async function languageOf(db: Queryable, id: string): Promise<Language> {
  const [row] = await db.query<{ language: Language }>('SELECT language FROM accounts WHERE id = $1', [id])
  return row?.language ?? defaultLanguage
}

/** Data of an account shown beside its stamps and files. */
export interface OwnerInfo {
  name: string
  username: string
  email: string
  profilePicture: string
}

export async function ownerInfo(db: Queryable, id: string): Promise<OwnerInfo | undefined> {
  const [owner] = await db.query<OwnerInfo>(
    'SELECT name, username, email, profile_picture AS "profilePicture" FROM accounts WHERE id = $1',
    [id],
  )
  return owner
}

/** Returns whether there is an open account with this e-mail address or ID. */
export async function isOpenAccount(db: Queryable, name: string): Promise<boolean> {
  return (await openAccountNamed(db, name)) !== undefined
}
