import { createContext, use } from 'react'
import type { ApiDocument } from './model/document.js'

/** The visitor's login, kept in memory only. */
export interface Login {
  token: string
  /** Null for a token that was typed in. */
  clientId: string | null
}

interface Shared {
  document: ApiDocument
  login: Login | null
  setLogin(login: Login | null): void
  /** The language of code, kept from one operation to the next. */
  language: CodeLanguage
  setLanguage(language: CodeLanguage): void
}

/** A language of code. */
export type CodeLanguage = 'curl' | 'TypeScript' | 'Python'

export const SharedContext = createContext<Shared | null>(null)

/** Returns what all parts of the reference share. */
export function useShared(): Shared {
  const shared = use(SharedContext)
  if (shared === null) throw new Error('outside of the reference')
  return shared
}
