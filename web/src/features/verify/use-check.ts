import type { KnownBlock } from '@tallystick/proof'
import { useEffect, useRef, useState } from 'react'
import { prepareHashing } from '../../hashing/workers.js'
import { type CheckState, check, confirmBy, digestLike, type Run } from './check-given.js'
import { prepareChecking } from './checking/checker.js'
import { publicProof } from './lookup.js'
import { prepareMany } from './many/load.js'
import { type Evidence, type Given, sortFiles } from './sort-files.js'

const nothing: Given = { documents: [], evidence: null }

/** The blocks that the visitor had evidence compared with. They stay known when the document is added later. */
interface Compared {
  evidence: Evidence | null
  known: readonly KnownBlock[]
}

/** Checks dropped documents and folders in this browser. Asks the service only for what it alone knows. */
export function useCheck() {
  const [state, setState] = useState<CheckState>({ step: 'idle' })
  const given = useRef(nothing)
  const compared = useRef<Compared>({ evidence: null, known: [] })
  const running = useRef(new AbortController())
  useEffect(() => {
    prepareHashing()
    prepareChecking()
    prepareMany()
  }, [])

  const begin = () => {
    running.current.abort()
    running.current = new AbortController()
    return running.current.signal
  }
  const run = async (work: (run: Run) => Promise<CheckState>) => {
    const signal = begin()
    const show = (next: CheckState) => {
      if (!signal.aborted) setState(next)
    }
    show(await work({ signal, show }).catch((error: unknown): CheckState => ({ step: 'failed', error })))
  }
  const knownOf = (evidence: Evidence | null) => (evidence === compared.current.evidence ? compared.current.known : [])
  const confirm = async (known: readonly KnownBlock[]) => {
    if (state.step === 'judged' || state.step === 'folder') compared.current = { evidence: state.evidence, known }
    else if (state.step !== 'many') return
    await run((run) => confirmBy(known, state, run))
  }

  return {
    state,
    /** Adds dropped files to the earlier input and checks all of it. */
    takeFiles: (files: readonly File[]) =>
      run(async (run) => {
        run.show({ step: 'reading' })
        const sorted = await sortFiles(files, given.current, (file, hash) => digestLike(file, hash, run))
        run.signal.throwIfAborted()
        given.current = sorted
        return check(sorted, knownOf(sorted.evidence), run)
      }),
    /** Checks a file as the document, whatever it carries. */
    takeDocument: (document: File) =>
      run((run) => {
        given.current = { documents: [document], evidence: null }
        return check(given.current, [], run)
      }),
    /** Checks a typed code, or the one in the address. */
    takeCode: (code: string) =>
      run(async (run) => {
        run.show({ step: 'looking' })
        const json = await publicProof(code)
        const [document = null] = given.current.documents
        if (!json) return { step: 'unknown', what: 'code', document, code, digest: null }
        given.current = { documents: given.current.documents, evidence: { form: 'json', json, file: null } }
        return check(given.current, [], run)
      }),
    /** Compares the blocks of what was checked with blocks that someone else knows, and with those known before. */
    confirm: (known: readonly KnownBlock[]) => {
      const before = state.step === 'many' ? state.result.known : 'evidence' in state ? knownOf(state.evidence) : []
      return confirm([...before, ...known])
    },
    /** Forgets all comparisons. */
    unconfirm: () => confirm([]),
    reset: () => {
      begin()
      given.current = nothing
      setState({ step: 'idle' })
    },
  }
}
