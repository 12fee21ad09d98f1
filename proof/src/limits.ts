/*
 * The most that a verifier reads, as listed in docs/proof-format.md. What services issue stays far below; anything above is refused
 * before it can exhaust time, memory or stack.
 */

/** Bytes of a file with a proof in it: JSON, a certificate, or an .ots file. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024
/** Bytes of a proof's JSON, in a file of its own or in a certificate. */
export const MAX_PROOF_BYTES = 4 * 1024 * 1024
/** Bytes of a manifest: the most that fits into one JavaScript string. */
export const MAX_MANIFEST_BYTES = 500_000_000

/** Values in the JSON of a proof. The longest metadata that a stamp can have makes 33,000. */
export const MAX_PROOF_VALUES = 100_000
/** Values in a manifest. Each of its 100,000 files takes at most fifty, with a batch and a block of its own. */
export const MAX_MANIFEST_VALUES = 10_000_000
/** Bytes of a single text or number in JSON, with the white space around it. */
export const MAX_VALUE_BYTES = 1024 * 1024
/** Arrays and objects inside each other in JSON. */
export const MAX_DEPTH = 256

/** Blocks of a list of checkpoints, and values in its JSON. */
export const MAX_CHECKPOINTS = 100_000
export const MAX_CHECKPOINT_VALUES = 5 * MAX_CHECKPOINTS

/** Anchors and witnesses of a proof, anchors of a batch, and transactions that an .ots file names. */
export const MAX_ANCHORS = 16
/** Bytes of a witness's statement. A token with its certificates has two to six kilobytes, an .ots file less than one. */
export const MAX_WITNESS_BYTES = 64 * 1024
/** Bytes of a transaction, a header, or a node of a trie. Nodes of a network pass on no longer transaction. */
export const MAX_CHAIN_BYTES = 128 * 1024
/** Byte strings and lists in the RLP of a transaction or a header. */
export const MAX_RLP_ITEMS = 10_000
/** The same in a node of a trie: 17 members, of which 16 may be nodes themselves. */
export const MAX_NODE_ITEMS = 17 * 18

/** Steps of an .ots file, over all its branches. The longest that this package writes has 3,300. */
export const MAX_OTS_STEPS = 10_000
/** Bytes that all steps of an .ots file together start from. */
export const MAX_OTS_BYTES = 4 * 1024 * 1024
/** Attestations in an .ots file, of any kind. */
export const MAX_OTS_ATTESTATIONS = 1000

/** Attachments of a PDF that are looked at. */
export const MAX_ATTACHMENTS = 50
/** Bytes of all attachments that begin like JSON, decompressed. */
export const MAX_ATTACHED_BYTES = 16 * 1024 * 1024

/** Bytes of a combined certificate: its proofs compressed, and some pages. */
export const MAX_COMBINED_BYTES = 128 * 1024 * 1024
/** The same as for other PDFs, of a combined certificate. */
export const MAX_COMBINED_ATTACHMENTS = 10_000
export const MAX_COMBINED_ATTACHED_BYTES = 256 * 1024 * 1024
