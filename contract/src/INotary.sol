// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.8.0 <0.9.0;

/// @notice Interface of the Notary contract, for contracts that require a stamp.
interface INotary {
    /// @notice A notary anchored a root for the first time; emitted once per pair.
    event Anchored(address indexed notary, bytes32 indexed root);

    /// @notice Anchors a root as the sender's. Repeating it changes nothing and does not revert.
    function anchor(bytes32 root) external;

    /// @notice Returns the Unix seconds of the block in which `notary` first anchored `root`; 0 means never.
    function anchoredAt(address notary, bytes32 root) external view returns (uint64 time);

    /// @notice Returns when `notary` anchored a tree with this entry; 0, not a revert, if unproven.
    /// @dev `index` and `size` only steer the path: one path verifies for many of them. Never treat them as facts.
    function verify(
        address notary,
        bytes calldata digest,
        bytes32 commitment,
        uint256 index,
        uint256 size,
        bytes32[] calldata path
    ) external view returns (uint64 time);
}
