/*
 * Questions that not every node answers. Asking is the caller's: nothing here knows a network.
 */

/** A node's answer, or its words of refusal: it does not know the method, or no longer has what was asked for. */
export type NodeAnswer = { readonly result: unknown } | { readonly refusal: string }

/** Asks a node over JSON-RPC. Rejects when the node does not answer. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<NodeAnswer>
