import { type AnchorChain, isPrivateChain, privateGrounds } from './grounds.js'

/** What has to be believed about an .ots file that was followed from itself alone. */
export function otsGrounds(anchor: AnchorChain & { readonly transactionId: string }): string[] {
  return [
    `The file only names the transaction ${anchor.transactionId} on ${anchor.chain} and its block: no time is proven until they are found there.`,
    ...otsChainGrounds(anchor),
  ]
}

/** What an .ots file leaves open, whatever was found on the chain. */
export function otsChainGrounds(anchor: AnchorChain): string[] {
  const { chain } = anchor
  const isKnown = isPrivateChain(anchor) || chain === 'eip155:1'
  const unknown = `An .ots file does not say whose chain ${chain} is: if it is a private one, the time is as good as the word of whoever runs it.`
  return [
    ...(isKnown ? privateGrounds(anchor) : [unknown]),
    'An .ots file is about the digest alone: no name, code or other particulars of the entry are proven.',
  ]
}
