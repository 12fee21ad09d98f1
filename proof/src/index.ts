/*
 * Entry point of @tallystick/proof: everything to read and verify proofs, manifests and .ots files. Trees are in
 * @tallystick/proof/merkle, transactions and blocks in @tallystick/proof/ethereum.
 */

// Proofs
export { ANCHOR_SELECTOR, anchorChecks, type CheckableAnchor, timeText } from './anchor.js'
export { anchoredAtSlot, checkAnchoredAt } from './anchored-at.js'
// Chains, and blocks known from outside of a proof
export type { Caveat, CaveatCode, CaveatFacts } from './caveats.js'
// Files that carry any of these
export type { Binding } from './certificate/binding.js'
export { readPage, scriptHash } from './certificate/page-words.js'
export { readPdf } from './certificate/pdf-words.js'
export { isPublished, verifierCommand } from './certificate/program.js'
// Hashes and commitments
export { commitment, commitmentOfText } from './commitment.js'
export { equalBytes, fromHex, keccak256, type Sha256, sha256, utf8 } from './encoding/hash.js'
export { canonicalize, type JsonValue } from './encoding/jcs.js'
export { toHex } from './encoding/to-hex.js'
export { ProofError, type ProofErrorCode, proofErrorCodes, type RefusalFacts } from './errors.js'
export {
  type CombinedEvidence,
  EVIDENCE_HEAD_BYTES,
  type Evidence,
  evidenceIn,
  jsonIn,
  maxEvidenceBytes,
  noEvidence,
  type ProofEvidence,
  problemAtStart,
  readingCertificates,
  type SingleEvidence,
  singleEvidence,
} from './evidence.js'
export {
  type CheckName,
  type Clock,
  checkNames,
  type Finding,
  type FindingFailure,
  type FoundTime,
  type ManifestFinding,
  type NamedAnchor,
  type OtsAnchor,
  type OtsFinding,
  type Outcome,
  outcomes,
  type ProofCheck,
  type ProofFinding,
} from './finding.js'
export {
  type ProofAnchor,
  type ProofDocument,
  type ProofKind,
  type ProofRecord,
  type ProofState,
  type ProofWitness,
  parseProof,
  type WitnessKind,
  withChecksum,
} from './format.js'
// A node's word about a block
export { type GatheredEvidence, gatherEvidence, type OwnTransaction } from './gather-evidence.js'
export { judge, type Surroundings } from './judge.js'
export { MAX_CHECKPOINTS } from './limits.js'
// Manifests and the folders they describe
export {
  compareFolder,
  comparisonOutcome,
  type ExpectedFile,
  type FolderComparison,
  type FolderEntry,
  type FolderProblem,
  isSystemFile,
} from './manifest/compare-folder.js'
export {
  BlockTable,
  expandAnchor,
  type ManifestBatch,
  type ManifestDocument,
  type ManifestFile,
  withManifestChecksum,
} from './manifest/document.js'
export { fileOfContent, proofFromManifest } from './manifest/file-proof.js'
export { foldPath, lookalikes, pathProblem } from './manifest/path.js'
export { checkedManifest, confirmManifest, verifyManifest } from './manifest/verify.js'
// Many documents and their proofs
export {
  type ArchiveEntry,
  archiveEntries,
  entryRange,
  type ReadBytes,
  unpacked,
} from './many/archive.js'
export { type BriefBlock, briefsOf, type JudgeOne, type ProofBrief } from './many/brief.js'
export { csvLine, csvStart, csvTable } from './many/csv.js'
export { type GivenDocument, type GivenProof, type GivenStart, type Pairing, pairProofs } from './many/pair.js'
export { proofsIn } from './many/proofs-in.js'
export {
  type Row,
  type RowOriginal,
  type RowVerdict,
  rowsOf,
  rowVerdicts,
  type Totals,
  totalsOf,
  type Unread,
} from './many/rows.js'
export { type HashDigits, longDigests, type ReadFile, startsToFind, tellApart } from './many/sort.js'
export { inOneDirection } from './names/one-direction.js'
export { portableName, portableNameBytesMax } from './names/portable-name.js'
export { proofEndings, proofFileName, savedAs } from './names/proof-file-name.js'
// Stamped copies and their originals
export { ORIGINAL_TAIL_BYTES, originalLength, originalMarker } from './original/marker.js'
export { type FileStart, originalOf } from './original/original.js'
export { type BitcoinHeader, bitcoinTimes, readBitcoinHeader } from './ots/bitcoin.js'
// OpenTimestamps files
export { anchorFromBlock, checkOtsHeaders } from './ots/block.js'
export { encodeOts, readOts } from './ots/codec.js'
export { exportOts, exportOtsTimestamp, readAttestation } from './ots/export.js'
export { hashInputs } from './ots/hash-inputs.js'
export { type CalendarPromise, keptPromise, pendingTimestamp, readPromise } from './ots/pending.js'
export { type FoundAnchor, type VerifyOtsOptions, verifyOts } from './ots/verify.js'
export { rootedAnchors } from './record.js'
export type { Chain, ChainKind } from './trust/chain.js'
export { type AnchorChain, blockName, chainName, isPrivateChain, knownChains, mayBePrivate } from './trust/chains.js'
export {
  type Checkpoint,
  type CheckpointDocument,
  checkpointsIn,
  knownByCheckpoints,
  readCheckpoints,
  signCheckpoints,
  type UnsignedCheckpoints,
} from './trust/checkpoints.js'
export { type KnownBlock, knownByHash } from './trust/known-blocks.js'
export type { AuthorityWitness, CheckedToken, KnownTime } from './trust/known-times.js'
export { receivedAt } from './trust/receipt-time.js'
export type { Source } from './trust/source.js'
export { type StatedTime, type TimeBounds, timeProblem } from './trust/stated-times.js'
export { type VerifyOptions, verifyProof } from './verify.js'
export { witnessLeaf } from './witness-leaf.js'
// Findings in words
export { germanWords } from './words/de.js'
export { englishWords } from './words/en.js'
export { fill, momentText } from './words/fill.js'
export { germanManyWords } from './words/many/de.js'
export { englishManyWords } from './words/many/en.js'
export {
  caveatsOfRows,
  sayReason,
  sayTotals,
  sourcesOfRow,
  timeOfRow,
  type WordsForMany,
} from './words/many/say.js'
export type { LookUp, ManyWords } from './words/many/words.js'
export { say, sayCaveat, sayOriginal, sayRefusal } from './words/say.js'
export { sayFolder } from './words/say-folder.js'
export type { Words } from './words/words.js'
