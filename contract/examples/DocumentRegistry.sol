// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.8.18 <0.9.0;

import {INotary} from "./INotary.sol";

/// @notice Registers documents that one of the pinned notaries has stamped.
contract DocumentRegistry {
    error UnknownNotary(address notary);
    error NotStamped(bytes digest);
    error AlreadyRegistered(bytes digest);

    event Registered(bytes digest, uint64 stampedAt, address indexed by);

    /// @notice The Notary contract; pinned, because any contract could claim that everything is stamped.
    INotary public immutable notaryContract;

    /// @notice Addresses whose stamps count.
    mapping(address notary => bool) public isPinned;

    /// @notice Unix seconds by which a registered document was stamped; 0 means not registered.
    mapping(bytes digest => uint64 time) public stampedAt;

    constructor(INotary contract_, address[] memory notaries) {
        notaryContract = contract_;
        for (uint256 i = 0; i < notaries.length; i++) isPinned[notaries[i]] = true;
    }

    /// @notice Registers the document with this digest. All arguments are members of its proof document.
    function register(
        address notary,
        bytes calldata digest,
        bytes32 commitment,
        uint256 index,
        uint256 size,
        bytes32[] calldata path
    ) external {
        if (!isPinned[notary]) revert UnknownNotary(notary);
        if (stampedAt[digest] != 0) revert AlreadyRegistered(digest);
        uint64 time = notaryContract.verify(notary, digest, commitment, index, size, path);
        if (time == 0) revert NotStamped(digest);
        stampedAt[digest] = time;
        emit Registered(digest, time, msg.sender);
    }
}
