import type { KnownBlock } from '@tallystick/proof'
import { useState } from 'react'
import type { BlockAnchor } from '../../checking/anchors.js'
import { blockHere } from './lookup.js'

/** How asking goes. `missing`: the node doesn't have a block. */
export type Asking = 'idle' | 'asking' | 'missing' | { error: unknown }

/** Asks the service's own node for blocks of the chain that this service uses: the word of the issuer, and called so. */
export function useAskHere(blocks: readonly BlockAnchor[], onKnown: (known: readonly KnownBlock[]) => void) {
  const [state, setState] = useState<Asking>('idle')
  const ask = async () => {
    setState('asking')
    try {
      const known: KnownBlock[] = []
      for (const { blockNumber = 0 } of blocks) {
        const found = await blockHere(blockNumber)
        if (!found) return setState('missing')
        const source = { kind: 'issuer-node', name: location.host } as const
        known.push({ chain: found.blockchainId, number: found.number, hash: found.hash.toLowerCase(), source })
      }
      setState('idle')
      onKnown(known)
    } catch (error) {
      setState({ error })
    }
  }
  return { state, ask }
}
