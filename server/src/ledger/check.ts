import { type CheckContext, type Finding, finding } from '../base/finding.js'
import { embeddedChainId } from '../base/settings/config.js'
import type { Chain } from '../chain/chain.js'
import { hexOf } from '../chain/hex.js'
import { chainAt } from '../chain/nodes.js'
import { signerOf } from '../chain/sign.js'
import { anvilPath } from '../embedded/chain.js'
import { checkedChainId, checkedGas, checkFinalizedTag, checkPinned, checkSigners, StartError } from './ledger.js'
import type { LedgerConfig } from './settings.js'
import * as sql from './sql.js'

/** Tests each node as the start would, whether all are of the chain that the database belongs to, and the contract. */
export async function checkLedger(context: CheckContext<LedgerConfig>): Promise<Finding[]> {
  const { config, database } = context
  const pinned = (await database?.query<sql.NetworkRow>(sql.readNetwork))?.[0]
  const { rpcUrls, contractAddress: contract, signerKey } = config
  if (!rpcUrls || !signerKey) return [await finding('chain', () => embeddedChain(context, pinned))]
  const findings: Finding[] = []
  const reached: { chain: Chain; chainId: number }[] = []
  for (const url of rpcUrls) {
    const one = await finding(`node ${new URL(url).host}`, async () => {
      const chain = chainAt([url], config)
      const chainId = await checkedChainId(chain, { expectedChainId: config.chainId })
      checkPinned(pinned, chainId, { contract })
      const other = reached.find((node) => node.chainId !== chainId)
      if (other)
        throw new StartError(
          `It is a node of chain ${chainId}, another is of chain ${other.chainId}. Use nodes of one chain.`,
        )
      const text = await headOf(chain, chainId)
      if (config.finality === 'finalized') await checkFinalizedTag(chain)
      reached.push({ chain, chainId })
      return text
    })
    findings.push(one)
  }
  const [first] = reached
  if (!first) return findings
  const signer = signerOf(signerKey)
  const accepts = await finding('contract', async () => {
    checkSigners([signer], first.chainId)
    const gas = await checkedGas(first.chain, { contract, signers: [signer] })
    return `${hexOf(contract as Uint8Array)} accepts roots, each for about ${gas} gas`
  })
  return [...findings, accepts]
}

/** Follows the node of a running service; without one, looks for the program that the service will start. */
async function embeddedChain(
  { config, embedded }: CheckContext<LedgerConfig>,
  pinned: sql.NetworkRow | undefined,
): Promise<string> {
  checkPinned(pinned, embeddedChainId, { contract: undefined })
  anvilPath()
  if (embedded?.rpcUrl === undefined) return 'embedded; it starts with the service'
  const chain = chainAt([embedded.rpcUrl], config)
  return `embedded and running: ${await headOf(chain, await checkedChainId(chain, { expectedChainId: embeddedChainId }))}`
}

async function headOf(chain: Chain, chainId: number): Promise<string> {
  const head = await chain.block('latest')
  if (!head) throw new StartError('It has no latest block. Check that it is in sync.')
  return `chain ${chainId}, block ${head.number} of ${new Date(head.timestamp * 1000).toISOString()}`
}
