"""The most that a verifier reads."""

# Of a file, and of the JSON in it. A file longer than FILE_BYTES is read as a manifest.
FILE_BYTES = 16 * 1024 * 1024
PROOF_BYTES = 4 * 1024 * 1024
PROOF_VALUES = 100_000
MANIFEST_BYTES = 500_000_000
MANIFEST_VALUES = 10_000_000

# Of a single value with its white space, and of arrays and objects inside each other.
VALUE_BYTES = 1024 * 1024
DEPTH = 256

# Of what chains write.
ANCHORS = 16
WITNESS_BYTES = 64 * 1024
CHAIN_BYTES = 128 * 1024
RLP_ITEMS = 10_000
NODE_ITEMS = 306
RLP_DEPTH = 32
