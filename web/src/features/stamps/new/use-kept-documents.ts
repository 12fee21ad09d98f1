import { useEffect } from 'react'
import { takeKeptDocuments } from '../../../session/kept-documents.js'
import { run } from './run.js'

/** Adds the documents that someone dropped on the front page before they logged in. */
export function useKeptDocuments(): void {
  useEffect(() => {
    const kept = takeKeptDocuments()
    if (kept.length > 0) run.addHashes(kept, (hash) => hash)
  }, [])
}
