import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sha256 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import type { ProofDocument } from '../src/format.js'
import { hashInputs } from '../src/ots/hash-inputs.js'

const vectors = new URL('../vectors/witnesses-valid.json', import.meta.url)
const witnessed = Object.entries<ProofDocument>(JSON.parse(readFileSync(vectors, 'utf8')))

test.each(witnessed)(
  'each input contains the hash before it, from the digest to the witnessed root: %s',
  (_, proof) => {
    for (const witness of proof.witnesses ?? []) {
      let before = proof.hash
      for (const input of hashInputs(proof, witness)) {
        expect(toHex(input)).toContain(before)
        before = toHex(sha256(input))
      }
      expect(before).toBe(witness.root)
    }
  },
)
