// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice Records when a notary (any sender) first anchored a Merkle root. No owner, no proxy, no way to change a time.
contract Notary {
    // ---------------------------------------------------------------- events

    /// @notice A notary anchored a root for the first time; emitted once per pair.
    event Anchored(address indexed notary, bytes32 indexed root);

    // --------------------------------------------------------------- storage

    /// @notice Unix seconds of the block in which a notary first anchored a root; 0 means never.
    mapping(address notary => mapping(bytes32 root => uint64 time)) public anchoredAt;

    // ----------------------------------------------------------------- logic

    /// @notice Anchors a root. Repeating it changes nothing and does not revert, so a retried transaction is harmless.
    function anchor(bytes32 root) external {
        if (anchoredAt[msg.sender][root] != 0) return;
        anchoredAt[msg.sender][root] = uint64(block.timestamp);
        emit Anchored(msg.sender, root);
    }

    /// @notice Returns when `notary` anchored the tree with this entry at `index` of `size`; 0, not a revert, if unproven.
    function verify(
        address notary,
        bytes calldata digest,
        bytes32 commitment,
        uint256 index,
        uint256 size,
        bytes32[] calldata path
    ) external view returns (uint64 time) {
        if (digest.length != 32 && digest.length != 48 && digest.length != 64) return 0;
        if (index >= size) return 0;
        bytes32 node = sha256(abi.encodePacked(bytes1(0x00), digest, commitment));
        uint256 used;
        // RFC 9162 §2.1.3.2: `last` is the last node of the level. If its index is even, it moves up without a sibling.
        for (uint256 last = size - 1; last > 0; (index, last) = (index >> 1, last >> 1)) {
            if (index % 2 == 0 && index == last) continue;
            if (used == path.length) return 0;
            bytes32 sibling = path[used++];
            node = index % 2 == 1 ? hashNode(sibling, node) : hashNode(node, sibling);
        }
        return used == path.length ? anchoredAt[notary][node] : 0;
    }

    /// @notice Returns the parent of two nodes. Its first byte keeps it from being mistaken for a leaf.
    function hashNode(bytes32 left, bytes32 right) private pure returns (bytes32) {
        return sha256(abi.encodePacked(bytes1(0x01), left, right));
    }
}
