import type { Words } from './words.js'

/** The words for findings in English. */
export const englishWords: Words = {
  moment: '{year}-{month}-{day} {clock} UTC',
  thousands: ',',
  quoted: '“{text}”',
  lastOfList: '{others} and {last}',
  chain: {
    named: '{name}',
    private: 'the private chain with the number {number}',
    unknown: 'the chain with the number {number}',
  },
  ofChain: {
    named: 'of {name}',
    private: 'of the private chain with the number {number}',
    unknown: 'of the chain with the number {number}',
  },
  sources: {
    'block-hash': 'the block hash you gave',
    node: 'the node at {name}',
    'public-node': 'the public node {name}',
    'issuer-node': 'the issuer’s own record at {name}',
    checkpoints: 'the checkpoints signed by {name}',
    authority: 'the timestamping authority {name}',
    'bitcoin-header': 'the Bitcoin header you gave, {name}',
  },
  certified: '{source}, certified by {certifier}',
  clocks: {
    chain: 'by the clock {ofChain}',
    claimed: 'by the clock {ofChain}, if this hash is one {ofChain}',
    operator: 'by the word of the operator {ofChain}',
    authority: 'by its clock',
    bitcoin: 'by the clock of Bitcoin’s miners',
  },
  subjects: {
    file: 'this file',
    original: 'the original in it',
    documents: 'the {files} documents with the fingerprints in this certificate',
    digest: 'a file with the fingerprint {hash}',
    change: 'this change to a folder',
    folder: 'the {files} files of {folder}',
    'only-file': 'the only file of {folder}',
  },
  existed: { one: 'existed', many: 'existed' },
  fits: { one: 'fits this proof', many: 'fit this manifest', documents: 'fit their proofs' },
  times: {
    at: 'not later than {latest}',
    between: 'at a moment between {earliest} and {latest}',
    folder: 'not later than {latest}, the first not later than {earliest}',
  },
  headlines: {
    confirmed: 'Confirmed by {by}: {subject} {existed} {when}, {clock}.',
    stated: 'Stated: {subject} {existed} {when}, by the word of {host}, which issued the proof.',
    operator: 'Stated: {subject} {existed} {when}, {clock}. It was compared with {by}.',
    compared: {
      one: 'Consistent: {subject} {fits}. Block {block} {ofChain} has not been compared with the network yet.',
      several: 'Consistent: {subject} {fits}. The {blocks} blocks have not all been compared with the network yet.',
    },
    waiting: {
      all: 'Consistent: {subject} {fits}. Its transaction is not in a block yet: no time is proven.',
      some: 'Consistent: {subject} {fits}. The transactions of {waiting} of {files} files are not in a block yet: no time is proven for them.',
    },
    named:
      'Consistent: {subject} {fits}. The .ots file only names its transaction and block: no time is proven until a node shows them.',
    empty: 'Consistent: the manifest of {folder} lists no files. Nothing is proven.',
    refused: 'Refused: {reason}',
  },
  folder: {
    same: {
      'only-file': '{name} contains the only file of the manifest and no others{except}.',
      folder: '{name} contains all {files} files of the manifest and no others{except}.',
      empty: '{name} contains no files, as the manifest says{except}.',
    },
    except: ', except {left} created by the operating system',
    different: 'Refused: the folder differs from its manifest: {counts}.',
    unreadable: 'Incomplete: not everything in the folder could be read: {counts}.',
    problems: {
      changed: '{count} changed',
      missing: '{count} missing',
      extra: '{count} extra',
      moved: '{count} renamed or moved',
      link: '{count} symbolic links',
      special: '{count} neither file nor folder',
      unreadable: '{count} unreadable',
    },
  },
  caveats: {
    'not-in-block': {
      alone: 'The transaction is signed, but this proof has no block for it: no time is proven yet.',
      beside: 'The transaction is signed, but this proof has no block for it.',
      some: 'The transactions of {waiting} of {files} files are signed, but the manifest has no block for them: no time is proven for these files yet.',
    },
    'not-compared': {
      one: 'Block {block} {ofChain} has not been compared with the network: whether it is part of that chain is open.',
      several:
        'Block {block} {ofChain} (and {more} more) has not been compared with the network: whether it is part of that chain is open.',
    },
    'between-checkpoints': {
      after:
        'No checkpoint lists block {block} {ofChain}. If it is part of that chain, it was made not earlier than {after}.',
      before:
        'No checkpoint lists block {block} {ofChain}. If it is part of that chain, it was made not later than {before}.',
      both: 'No checkpoint lists block {block} {ofChain}. If it is part of that chain, it was made between {after} and {before}.',
    },
    'signer-not-pinned': 'Anyone can sign a list: {by} vouch for nothing until you say that you trust this address.',
    'others-not-compared': {
      one: 'Block {block} {ofChain}, which the document also names, has not been compared with the network.',
      several:
        'Block {block} {ofChain} (and {more} more), which the document also names, has not been compared with the network.',
    },
    'witness-not-checked': {
      authority:
        'The timestamp of {witnesses} (as the issuer says) has not been checked: give the certificate of an authority that you trust.',
      calendar:
        'That Bitcoin has a block about this is by the word of {witnesses} (as the issuer says), and has not been checked: give the header of the block, or take the proof as an .ots file and verify it with an OpenTimestamps client.',
    },
    'private-chain': {
      known: 'The time {ofChain} is only as trustworthy as its operator.',
      claimed: 'The issuer says that {chain} is private: its time is only as trustworthy as its operator.',
    },
    'test-chain': '{Chain} is a test network: it may be restarted, and its blocks be lost.',
    'unknown-chain':
      '{Chain} is not in the table of known chains: if it is private, its time is only as trustworthy as the operator.',
    rollup: '{Chain} is a rollup: one sequencer orders its blocks, and their times are its word.',
    sidechain: '{Chain} is a sidechain: its times are the word of validators of its own.',
    'chain-ended': '{Chain} is no longer run, or is being shut down: its nodes and explorers may be gone.',
    'times-contradict':
      'Block {block} {ofChain} is dated {time}, before the issuer received the entry ({received}, as it says): one of the two clocks was wrong.',
    claims: 'The issuer calls the network {networks} and the state {states}. These are claims.',
    'no-file': 'No file was compared: the proof is about any content with the fingerprint {hash}.',
    'no-details':
      'Salt and details are absent: the proof covers the fingerprint alone. It cannot show the name, the code, the owner, the metadata, or when the service received it.',
    'words-unbound': {
      earlier:
        'This certificate is of an earlier version: only the proof inside was checked. Believe no other word of it.',
      later:
        'This certificate is of a later version: only the proof inside was checked. A newer verifier compares its words, too.',
      resaved:
        'This PDF is not as its service writes one: another program has saved it again, or changed it. Only the proof inside was checked. Its printed words were not: believe none of them.',
    },
    'words-shown': {
      html: 'The page runs a script that this verifier does not know. Its words were compared, but what it shows may differ: rely on this verdict.',
      pdf: 'Some letters of the PDF were compared as text, not as they are drawn: rely on this verdict.',
    },
    original: {
      given:
        'This is the original, not its stamped copy (fingerprint {copy}). The proof names the original’s fingerprint, so the time holds for it, too. That the copy was made from it is the word of the person who stamped it.',
      inside:
        'The stamped copy begins with the original, unchanged: its first {bytes} bytes have the fingerprint {original}, which the proof names. The time holds for the original, too.',
      claimed:
        'The proof names an original with the fingerprint {original}. That this file was made from it is the word of the person who stamped it.',
    },
    'words-own': 'The certificate’s logo and the line for its signature are the issuer’s own: nothing proves them.',
    list: 'Each content is proven separately. That the list is complete, and the files’ names and paths, are claims of the issuer.',
    'no-files': 'The manifest lists no files: nothing is proven.',
    'named-only':
      'The file only names transaction {transaction} on {chain} and its block: no time is proven until they are found there.',
    'digest-only':
      'An .ots file covers the fingerprint alone: the name, code and other details of the entry are not proven.',
    'node-lacks-block':
      'Block {block} {ofChain} is unknown to {hosts} (the latest there: {newest}): the node is behind or has pruned the block, or the block is not part of the chain.',
    'nodes-disagree': {
      hashes: 'The nodes disagree: block {block} {ofChain} has the proof’s hash for {hosts}, but another for {others}.',
      few: 'Only {hosts} answered about block {block} {ofChain}; {needed} nodes have to agree.',
    },
    'certificate-expired':
      'A certificate behind the time of {authority} expired at {validUntil}: anyone who has had its key since could have made the token.',
    'token-recorded':
      'A certificate behind the time of {authority} expired at {validUntil}. The token itself existed before: block {block} {ofChain}, dated {time}, records it.',
    'revocation-unknown': {
      ever: 'Whether a certificate behind the time of {authority} was revoked has not been checked: only the authority can say.',
      before:
        'Whether a certificate behind the time of {authority} was revoked before block {block} {ofChain}, dated {time}, recorded the token, has not been checked: only the authority can say.',
    },
    'bitcoin-place-unknown':
      'Whether block {hash} is part of Bitcoin’s chain has not been checked: only its own work speaks for it. Compare its hash with a node or an explorer.',
    'finality-unknown':
      'Whether block {block} {ofChain} is final is unknown: a hash does not say so, and until it is, the chain can replace the block.',
    'not-final': {
      'not-yet': 'Block {block} {ofChain} is not final yet (confirmations: {confirmations}, according to {host}).',
      unsaid:
        'Block {block} {ofChain} may not be final: the node does not report finality (confirmations: {confirmations}, according to {host}).',
    },
    'not-recorded':
      'The contract {contract} had not recorded the root by then: the block contains the transaction, but it failed, or the contract is another one. Contracts do not see this stamp.',
    'genesis-unknown': '{host} does not show its first block: that it is a node {ofChain} is its own word.',
  },
  refusals: {
    malformed: 'this is no proof, or it was changed after it was issued.',
    unsupported: {
      format: 'this is neither a proof nor a manifest of Tallystick.',
      version: 'this is of a newer version. Get a newer verifier.',
      foreign: 'this .ots file was not made by Tallystick. Verify it with OpenTimestamps tools.',
      other: 'this contains something that this verifier does not know.',
    },
    'not-canonical-json': 'the details in this proof are not in a form that can be compared.',
    rlp: 'the proof is damaged or forged: its transaction or block cannot be read.',
    transaction: 'the proof is damaged or forged: its transaction is not a signed one.',
    header: 'the proof is damaged or forged: its block does not have the hash that it names.',
    trie: 'the proof is damaged or forged: its block does not hold what the proof says.',
    tree: 'the proof is damaged or forged: its path does not fit its tree.',
    words: {
      words: 'the certificate says “{found}”, but its proof says “{expected}”.',
      added: 'the certificate says “{found}”, which its proof does not say.',
      removed: 'the certificate no longer says “{expected}”, as its proof does.',
      'several-proofs': 'the certificate contains more than one proof.',
      'hidden-proof': 'the certificate hides its proof where no certificate has it.',
      structure: 'the certificate contains something that no certificate does: {found}.',
    },
    digest: {
      file: 'the file was changed, or the proof is for a different file: its fingerprint is {proven}, not {given}.',
      copy: 'the stamped copy was changed: its fingerprint is no longer {proven}. But its first {bytes} bytes are still the original, which the proof names: {original}.',
      uncertified: 'the certificate has no proof of a file with this content: {given}.',
      absent: 'the manifest lists no file with this content: {given}.',
      other: 'the statement of a witness is about something else.',
    },
    commitment: 'the proof is damaged or forged: its details are not those that were recorded.',
    root: 'the proof is damaged or forged: its path does not lead to the root.',
    anchor: 'the proof is damaged or forged: its transaction or block contradicts it.',
    block: {
      another: 'block {block} {ofChain} has another hash, according to {by}.',
      none: 'no anchor is in the block you trust: {given}.',
      chains: 'the block {given} is given as one of two chains.',
      bitcoin: 'no calendar’s statement leads to the Bitcoin block you trust: {given}.',
      order: 'block {block} {ofChain} is dated out of order, according to {by}.',
    },
    checkpoints: 'the list of checkpoints does not hold.',
    'block-time': {
      early: 'the block is dated {time}, but {chain} has existed only since {since}.',
      late: 'the proof is dated {time}, which is in the future by this device’s clock.',
    },
    token: 'a timestamp token is forged: it is not what its signer signed.',
    authority: 'no trusted authority stands behind a timestamp token.',
  },
}
