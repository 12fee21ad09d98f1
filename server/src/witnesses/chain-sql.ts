import { ageMs } from '../base/database/leases.js'

/** A tree that the second chain has not witnessed yet. */
export interface OpenTree {
  tree_id: string
  root: Buffer
}

export const openTrees = `
SELECT s.tree_id, t.root FROM witness_statements s JOIN witness_trees t ON t.id = s.tree_id
 WHERE s.kind = 'chain' AND s.witness = $1 AND s.statement IS NULL ORDER BY s.tree_id LIMIT $2`

/** A version of a transaction that carries the root of a tree. */
export interface TreeTransaction {
  tree_id: string
  address: Buffer
  nonce: number
  hash: Buffer
  raw: Buffer
  max_fee_per_gas: number
  max_priority_fee_per_gas: number
  age_ms: number
}

/** In the order in which they were signed. */
export const transactionsOf = `
SELECT n.tree_id, t.address, t.nonce, t.hash, t.raw, t.max_fee_per_gas, t.max_priority_fee_per_gas,
       ${ageMs('t.created_at')} AS age_ms
  FROM witness_nonces n JOIN witness_transactions t USING (chain_id, address, nonce)
 WHERE n.chain_id = $1 AND n.tree_id = ANY($2::uuid[]) ORDER BY t.nonce, t.created_at`

export const lastNonce = 'SELECT max(nonce) AS nonce FROM witness_nonces WHERE chain_id = $1 AND address = $2'

/** The newest version of a nonce's transaction; null when the nonce was never used but a later one was. */
export const transactionAt = `
SELECT (SELECT t.raw FROM witness_transactions t WHERE t.chain_id = $1 AND t.address = $2 AND t.nonce = $3
         ORDER BY t.created_at DESC LIMIT 1) AS raw
 WHERE EXISTS (SELECT FROM witness_nonces n WHERE n.chain_id = $1 AND n.address = $2 AND n.nonce > $3)`

/** Fails when another process has used the nonce. */
export const insertNonce = 'INSERT INTO witness_nonces (chain_id, address, nonce, tree_id) VALUES ($1, $2, $3, $4)'

export const insertTransaction = `
INSERT INTO witness_transactions (hash, chain_id, address, nonce, raw, max_fee_per_gas, max_priority_fee_per_gas)
VALUES ($1, $2, $3, $4, $5, $6, $7)`

export const keepFailures = `
UPDATE witness_statements SET failure = $3 WHERE kind = 'chain' AND witness = $1 AND tree_id = ANY($2::uuid[]) AND statement IS NULL`
