// Generated from docs/openapi.json by sdk/test/openapi.test.ts. Do not edit.

export interface paths {
    "/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with client ID and secret key
         * @description No body. Too many failed attempts per minute from an address are 429 with Retry-After.
         */
        post: operations["authenticate"];
        /**
         * Log out
         * @description Revokes the token and its login. Takes effect everywhere within 5 seconds.
         */
        delete: operations["logout"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authenticate/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh a token
         * @description A refresh token works once. Reusing it revokes its whole family, including access tokens.
         */
        post: operations["refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with client ID and secret key
         * @description No body. Too many failed attempts per minute from an address are 429 with Retry-After.
         */
        post: operations["authenticateV2"];
        /**
         * Log out
         * @description Revokes the token and its login. Takes effect everywhere within 5 seconds.
         */
        delete: operations["logoutV2"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/authenticate/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh a token
         * @description A refresh token works once. Reusing it revokes its whole family, including access tokens.
         */
        post: operations["refreshV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the profile
         * @description The fields of `PUT /profile`, and who you are.
         */
        get: operations["getProfile"];
        /**
         * Update the profile
         * @description All fields are optional; at least one is required.
         */
        put: operations["updateProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account
         * @description Name, e-mail address, language, what protects the login, and when it will be deleted, if it will.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Delete the account in 14 days
         * @description Until then, nothing changes and the deletion can be cancelled. Then all data of the account is erased; proofs saved elsewhere stay valid. Requires a portal session and the password.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the deletion of the account
         * @description Requires a portal session.
         */
        post: operations["restoreAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List portal sessions
         * @description Most recently used first. Requires a portal session.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all other portal sessions
         * @description Requires a portal session.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a portal session
         * @description Its tokens stop working everywhere within 5 seconds. Requires a portal session.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the e-mail address
         * @description Sends a link to the new address, valid for one hour. Nothing changes until it is confirmed; then the old address gets a link that undoes the change, for seven days. The answer is the same for an address that has an account: only its owner learns that, by mail. A further request replaces the one before. Requires a step-up (`POST /account/step-up`).
         */
        post: operations["changeEmail"];
        /**
         * Cancel a change of the e-mail address
         * @description The link that was sent to the new address no longer works. Requires a portal session.
         */
        delete: operations["cancelEmailChange"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API clients
         * @description Newest first, including revoked ones, without secret keys.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Create an API client
         * @description Requires a step-up (`POST /account/step-up`).
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/clients/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API client
         * @description Permanently, with all its tokens. Takes effect everywhere within 5 seconds. Requires a step-up (`POST /account/step-up`).
         */
        delete: operations["revokeClient"];
        options?: never;
        head?: never;
        /**
         * Rename an API client
         * @description The name is for people: ID and secret key stay.
         */
        patch: operations["renameClient"];
        trace?: never;
    };
    "/account/clients/{clientId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret key of an API client
         * @description The old key and its tokens stop working at once. Requires a step-up (`POST /account/step-up`).
         */
        post: operations["rotateClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/clients/{clientId}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the secret key of an API client
         * @description Requires a portal session and the password.
         */
        post: operations["revealClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/clients/{clientId}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests of an API client
         * @description The request log, newest first, written some seconds after the answer: no content, no IDs of paths, no query, no address. How long items are kept is a setting of the service. `count` of the list is exact up to 10,000.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a device login
         * @description For programs without a browser (RFC 8628). Show the person `userCode` and `verificationUri`, and poll `POST /account/devices/token` meanwhile. Up to 30 a minute per address; then 429 with Retry-After.
         */
        post: operations["requestDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/devices/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the API client of a device login
         * @description Poll with `interval` seconds in between, while the answer is `authorization_pending`; after `slow_down`, with 5 seconds more. Once approved, the answer has the client, exactly once: if it is lost, start again. The client is named after the device.
         */
        post: operations["takeDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/devices/{userCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a device waiting to be connected
         * @description Requires a portal session.
         */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/devices/{userCode}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect a device
         * @description It gets an API client of the account, which stays until it is revoked. Requires a portal session and a step-up (`POST /account/step-up`).
         */
        post: operations["approveDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/devices/{userCode}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse a device
         * @description Its request ends. Requires a portal session.
         */
        post: operations["denyDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Step up: prove with the password or a code that a token is yours
         * @description Give the account's password, or a 6-digit code of its authenticator app. For ten minutes, this token may then do what outlives it, such as creating an API client. Ten wrong attempts in 15 minutes lock it for the account.
         */
        post: operations["stepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/browsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List known browsers
         * @description Browsers in which the account has logged in to the portal, last used first. Wrong passwords elsewhere do not lock them out. A new password or second factor forgets them all. Requires a portal session.
         */
        get: operations["listBrowsers"];
        put?: never;
        post?: never;
        /**
         * Forget all browsers
         * @description Requires a portal session.
         */
        delete: operations["forgetBrowsers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/browsers/{browserId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget a browser
         * @description The next login there counts as one in a new browser. Its session goes on. Requires a portal session.
         */
        delete: operations["forgetBrowser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the account uses, and its limits
         * @description Stored bytes, unfinished uploads, stamps of today and multi-stamp items under way, each with its limit.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/network": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the chain, its lag, the signing account and the latest batches
         * @description Shows whether the service keeps up, and what it can prove.
         */
        get: operations["getNetwork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/network/blocks/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the hash and time of a block from the service's own node
         * @description The word of the issuer: to not depend on it, ask another node. Needs no login. Blocks with proofs are always answered; for others, the node is asked up to 60 times a minute for an address.
         */
        get: operations["getBlock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/network/witnesses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the witnesses outside the chain
         * @description Timestamping authorities, calendars and a second chain that the operator has set. Each gets the roots of new batches.
         */
        get: operations["getWitnesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a stamp by code, hash or transaction ID; list stamps; list the stamps of a transaction
         * @description With `id` or `hash`: one stamp. With `txid`: all stamps of a transaction. With `originalDocHash`: those of copies made from a document. Otherwise: your own stamps. Lists are newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. `status`, `search`, `isPrivate` and `isEsign` filter them.
         */
        get: operations["getStampOrListStamps"];
        put?: never;
        /**
         * Stamp a hash
         * @description Answered once it is stored durably, with the ID of its transaction, which is final soon after. A hash that has a public stamp, or a private one of yours, is refused.
         */
        post: operations["addStamp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hash/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Make a private stamp public, or show its details to everyone
         * @description For your own stamps, of v1 and v2. `isPrivate: false` cannot be undone; 409 if there is a public stamp of the hash already. `publicDetails` can, but what was public may have been kept.
         */
        patch: operations["publishStamp"];
        trace?: never;
    };
    "/hash/{code}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the proof of a stamp
         * @description Without salt and details if it is another account's and its owner has not published them. Verifies offline with the programs at `/verifier`. It is completed as its anchor becomes final; its address stays the same. `format=ots`: an OpenTimestamps file, for SHA-256 digests. `tsr`: a ZIP with the timestamps of authorities (RFC 3161) and how to verify them with openssl; 404 `tsr_missing` while there is none. `pdf`, `html`: a certificate that contains the proof.
         */
        get: operations["getProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multi-stamp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stamp up to 100,000 hashes in one request
         * @description Validated as a whole before anything is stamped. Items already stamped return `existing: true`, so repeating is safe, and leave their `code` unused. When many are sent at once, accounts take turns; 429 when too many are waiting.
         */
        post: operations["multiStamp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hash/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve codes for stamps to come
         * @description For a document that shows the code of its own stamp: print it, hash the result, and stamp that with `code`. Only your account can use it, once. An unused one expires and is never given again.
         */
        post: operations["reserveCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hash/codes/{code}/seal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Seal a copy before its stamp is made
         * @description Signs the digest of a stamped copy with the certificate of the service, and the code with it (PAdES B-T). A code that you reserved and have not used yet seals one copy; asked again with the same digest, another signature of it is the answer.
         */
        post: operations["sealCopy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hash/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your runs
         * @description Newest first. The stamps of a run: `GET /hash?run=…`.
         */
        get: operations["listRuns"];
        put?: never;
        /**
         * Create a run: documents stamped in one go
         * @description Stamps are added with `POST /hash/runs/{id}/stamps`. You alone see it; no proof names it.
         */
        post: operations["createRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hash/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a run
         * @description With the documents that have no stamp, by folder and name in natural order.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a run
         * @description Its stamps stay as they are.
         */
        patch: operations["renameRun"];
        trace?: never;
    };
    "/hash/runs/{id}/stamps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add stamps to a run, and say which documents have none
         * @description Stamps that are in the run already stay in it, so repeating is harmless. All of it is done, or nothing. `failures` replace those of the run.
         */
        post: operations["addToRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hash/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tag stamps, or write a note about one
         * @description For your own stamps, and seen by you alone: no proof and no page has tags or notes. All of it is done, or nothing. Repeating it changes nothing.
         */
        post: operations["labelStamps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hash/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your tags
         * @description Each with the number of stamps that have it. At most 1,000.
         */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hash/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how many stamps you made by day, and how many aren’t final
         * @description As quick for a million stamps as for one.
         */
        get: operations["getStampOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hash/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare the download of many stamps: their proofs, a table, or one certificate
         * @description `zip`: the proofs of each document, named as the document, in the folders of its run, with a list (`index.html`, `index.csv`) and a `manifest.json` that proves all documents with a SHA-256 hash at once. `csv`, `xlsx`: a table. `pdf`: one certificate for all, with every proof attached. The answer has an address that works for 10 minutes, without a header, so that a browser can follow it.
         */
        post: operations["exportStamps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hash/exports/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download stamps that were prepared
         * @description Created while streaming. If it fails, the answer breaks off, and is no whole archive.
         */
        get: operations["downloadStamps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/hash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a stamp by code, hash or transaction ID; list and search stamps; list the stamps of a transaction
         * @description With `id` or `hash`: one stamp. With `txid`: all stamps of a transaction. With `originalDocHash`: those of copies made from a document. Otherwise: your own stamps (`userId`), or those of an end user, newest first. `status=true`: in a block; `false`: not yet. `search` matches given names anywhere with three or more characters, otherwise at the start; codes, and names generated from them, at the start.
         */
        get: operations["getStampOrListStampsV2"];
        put?: never;
        /**
         * Stamp a hash with free-form metadata
         * @description Like v1, with any keys `metadata` and `metadata<N>`, kept as sent. The name is generated.
         */
        post: operations["addStampV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/enroll-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List end users
         * @description Newest first. `search` matches ID, name and e-mail address anywhere. The count stops at 10,000.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Enrol an end user
         * @description A person you stamp for: give their `userId` where stamps are made and listed. The same ID again changes the data of the same person. End users have no login, and no other account sees them.
         */
        post: operations["enrollUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/enroll-user/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase an end user
         * @description Erases name, e-mail address and wallet address. The stamps stay, with the ID that you gave the person, and so do their proofs.
         */
        delete: operations["eraseUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your stamps as they change: server-sent events
         * @description `event: stamp` is sent when a stamp is new, and whenever its state or transaction changes. `event: reset` means that too much has changed: load the list again. After `event: ready` nothing is missed; `Last-Event-ID` resumes from there. A comment is sent every 15 seconds. At most 10 connections per account; each ends with its token.
         */
        get: operations["listenToEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List folders
         * @description Your own folders and the public ones of all accounts, or those of `organizationId`. Newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. `search` matches anywhere in the name, ignoring case.
         */
        get: operations["listFolders"];
        put?: never;
        /**
         * Create a folder
         * @description At the top level, or in the folder `parentFolderId`. Everything in a private folder is private.
         */
        post: operations["createFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders/{folderId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a folder from the bin
         * @description Restores everything deleted with it, to where it was, or to the top level if that folder is in the bin.
         */
        post: operations["restoreFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders/{parentFolderId}/folder/{folderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a folder
         * @description Yours, or a public one. `GET /api/folders/{folderId}` needs no parent and returns more.
         */
        get: operations["getFolder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders/{folderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a folder with its location and counts
         * @description `root` is the root of your own folders: its ID is the `parentFolderId` of items at the top level.
         */
        get: operations["browseFolder"];
        put?: never;
        post?: never;
        /**
         * Move a folder to the bin, or purge it
         * @description Includes its contents. `permanent=true` purges it at once, from the bin or directly; the header `Deletion-Certificate` then names the address of the certificate.
         */
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        /**
         * Rename a folder, change its type, or move it
         * @description Its contents move with it. A folder in a private one stays private.
         */
        patch: operations["updateFolder"];
        trace?: never;
    };
    "/api/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was deleted permanently
         * @description What you deleted by itself, or, with `within`, what was deleted with that folder. Latest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. The count stops at 10,000. Entries disappear when they expire.
         */
        get: operations["listDeletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deletions/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the certificate of a deletion
         * @description The proof of the entry that recorded it, with the SHA-256 of what was erased, as in its `details`. `id`: of the folder or file. 409 while a folder is still being erased. `format=ots`, `tsr`, `pdf`, `html` as for stamps.
         */
        get: operations["getDeletionProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file into a folder
         * @description One file of at most 5,368,709,120 bytes. Fields may come in any order; those before the file are validated before it is read.
         */
        post: operations["createFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a file with a stored one
         * @description 422 if it differs. The content is compared while streaming, and not kept.
         */
        post: operations["validateFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{fileId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a file
         * @description Newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`.
         */
        get: operations["listFileVersions"];
        put?: never;
        /**
         * Upload a new version of a file
         * @description It becomes the current content; earlier versions stay.
         */
        post: operations["addFileVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders/{folderId}/file/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file
         * @description Yours, or one in a public folder. `GET /api/files/{fileId}` needs no folder and returns more.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders/{folderId}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of a folder
         * @description Newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. `search` matches the name: anywhere with three or more characters, otherwise at the start. The count of a search stops at 10,000. `sort` by `name` (K2 before K10), `size` or `type`: up to 100,000 files, all counted. A cursor is of one order.
         */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file with its location and the state of its entry
         * @description Yours, or one in a public folder: with its path, owner, number of versions, and block.
         */
        get: operations["browseFile"];
        put?: never;
        post?: never;
        /**
         * Move a file to the bin, or purge it
         * @description `permanent=true` purges it at once, with all its versions, from the bin or directly; the header `Deletion-Certificate` then names the address of the certificate.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        /**
         * Change a file's name or description, mark it as a favourite, or move it
         * @description Every change is recorded on the chain, except that of a favourite. To change the content, upload a new version.
         */
        patch: operations["updateFile"];
        trace?: never;
    };
    "/api/files/{fileId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a file from the bin
         * @description Into the folder it was in. If that is in the bin, restore the folder instead.
         */
        post: operations["restoreFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{fileId}/pages/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a page of a PDF as an image (WebP)
         * @description The longer side has 1600 pixels. 422 if it cannot be rendered. `version`: an earlier version.
         */
        get: operations["getFilePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{fileId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description Supports single ranges (`Range`) and `ETag` with `If-None-Match` and `If-Range`. `version`: an earlier version.
         */
        get: operations["getFileContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{fileId}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the thumbnail of a file (WebP)
         * @description Of an image or the first page of a PDF; a plain icon for other files.
         */
        get: operations["getFileThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{fileId}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the proof of a file
         * @description For the entry that recorded the content. Verifies offline with the programs at `/verifier`. `version`: an earlier version. `format=ots`, `tsr`, `pdf`, `html` as for stamps.
         */
        get: operations["getFileProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders/{folderId}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the proofs of all files in a folder
         * @description One document with the current versions of all files in the folder and its subfolders, without the bin. Verifies offline: `tallystick verify DIR MANIFEST`, see `/verifier`. At most 100,000 files.
         */
        get: operations["getManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders/{folderId}/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subfolders of a folder
         * @description Without the bin, with counts. Newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`.
         */
        get: operations["listSubfolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files that you added last
         * @description Up to ten, newest first, from all your folders; none that is in the bin.
         */
        get: operations["listRecentFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/favourites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your favourite files
         * @description From all your folders, newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. The count stops at 10,000.
         */
        get: operations["listFavourites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare the download of folders and files as one ZIP
         * @description The current versions, in their folders, without the bin. Yours, or in public folders. With `proofs`, each file has its proofs beside it, and a `manifest.json` proves all of them at once. The answer has an address that works for 10 minutes, without a header, so that a browser can follow it.
         */
        post: operations["exportFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exports/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download folders and files that were prepared
         * @description Created while streaming; contents are compared with their recorded hashes. If one differs or is gone, the answer breaks off, and is no whole archive.
         */
        get: operations["downloadFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find folders and files by name
         * @description In all your folders, or directly in `folderId`, which may be a public folder of another account. Without the bin, newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`, each with its path. Three or more characters match anywhere in the name, fewer at its start, ignoring case. The count stops at 10,000.
         */
        get: operations["searchNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your bin
         * @description Folders and files that were deleted themselves, latest deletion first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. Contents of a deleted folder are restored with it. The count stops at 10,000. Restore and purge items by the routes of folders and files.
         */
        get: operations["listBin"];
        put?: never;
        post?: never;
        /**
         * Empty your bin
         * @description Purges everything in it permanently. `until` keeps what was deleted after this `deletedAt`, so that nothing you have not seen is purged. If interrupted, the rest stays in the bin; repeat the request to continue. The header `Deletion-Certificate` names the list with the certificates.
         */
        delete: operations["emptyBin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a resumable upload (tus 1.0)
         * @description At most 5,368,709,120 bytes. An upload expires after 24 hours without data. Received data is kept encrypted until it becomes a file.
         */
        post: operations["beginUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/upload/{uploadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an upload and its data
         * @description Erases the data received. A file that the upload has become stays.
         */
        delete: operations["endUpload"];
        options?: never;
        /**
         * Get the offset of an upload
         * @description Once complete, `File-Id` and `Transaction-Id` name the file and its transaction.
         */
        head: operations["getUpload"];
        /**
         * Send or resume an upload
         * @description Content-Type: application/offset+octet-stream. The last bytes are acknowledged once the file is durable and its entry is committed. With `Prefer: return=representation`, the response to them is that of `POST /api/files`.
         */
        patch: operations["appendToUpload"];
        trace?: never;
    };
    "/v2/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description Up to 20. The response contains the signing secret, which is not shown again. Requires a token given for the secret key in the last 10 minutes, or a step-up.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Without its secret, which is shown only when created or rotated.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook and its delivery log
         * @description Pending deliveries are dropped.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update, disable or enable a webhook
         * @description A new address requires a token given for the secret key in the last 10 minutes, or a step-up.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v2/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret
         * @description For 24 hours, deliveries are signed with both the new and the previous secret. Requires a token given for the secret key in the last 10 minutes, or a step-up.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description A sample stamp with `action` `test`, sent once. See the delivery log for the result.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Newest first, each with its latest attempt. `count` is exact up to 10,000.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with all attempts
         * @description With every attempt: what was sent, and what the receiver answered.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery
         * @description With the same ID and payload, restarting the retry schedule.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend everything that failed since a time
         * @description Includes deliveries that were cancelled, or occurred while the webhook was disabled for failing.
         */
        post: operations["recoverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tsa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Timestamp a digest (RFC 3161)
         * @description A TimeStampReq for SHA-256, SHA-384 or SHA-512; the answer is a TimeStampResp, also when it refuses the request. The digest is stamped as well, publicly; if it had been, the SHA-256 of the answer is. No login where the operator opens the authority to everyone; otherwise a bearer token, or a client ID and secret key as user and password.
         */
        post: operations["timestamp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tsa/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the certificates of the timestamping authority
         * @description PEM: its own, and those of its issuers that the operator set.
         */
        get: operations["getTsaCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tsa/tokens/{serialNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the stamp of a timestamp token
         * @description Outlives the certificate of the token: the stamp has a proof of its own.
         */
        get: operations["findTimestampToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/digest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a digest to the OpenTimestamps calendar
         * @description 1 to 64 bytes, of any Content-Type. The answer is an OpenTimestamps timestamp: a nonce, SHA-256, and the promise of this calendar to attest the result (the commitment), which is stamped. No login where the operator opens the calendar to everyone; otherwise a bearer token, or a client ID and secret key as user and password.
         */
        post: operations["submitDigest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timestamp/{commitment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Upgrade a timestamp of the OpenTimestamps calendar
         * @description The steps from the commitment to its attestation, once that is final; until then 404, with the reason in plain text. Remains when the calendar is switched off.
         */
        get: operations["getTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the account with all data, files and proofs
         * @description A zip archive, created while streaming; its README.txt describes the contents. One at a time. Requires a token given for the secret key in the last 10 minutes, or a step-up.
         */
        post: operations["exportAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what is public about a stamp or file
         * @description Hash, commitment, name, time, code and transaction; metadata and owner of a stamp whose owner has published them. JSON. A browser, which accepts `text/html`, gets the page.
         */
        get: operations["getPublicPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s/{code}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the proof of a public stamp or file
         * @description Same as `/hash/{code}/proof` and `/api/files/{fileId}/proof`, without a login. Without salt and details, unless the owner of a stamp has published them.
         */
        get: operations["getPublicProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a public stamp or file by hash
         * @description For anyone who has only the document: send its hash, not the document. A stamp is preferred to a file; among files, the one that has had this content longest.
         */
        get: operations["findPublicStamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "hash.succeed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A stamp or file is final
         * @description Sent at least once, with a stable ID. Verify the signature over the raw body: HMAC-SHA256 of `webhook-id.webhook-timestamp.body` with the secret, base64. Failed deliveries are retried for up to three days.
         */
        post: operations["receiveSucceed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "hash.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A stamp or file has failed
         * @description Sent at least once, with a stable ID. Verify the signature over the raw body: HMAC-SHA256 of `webhook-id.webhook-timestamp.body` with the secret, base64. Failed deliveries are retried for up to three days.
         */
        post: operations["receiveFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "hash.reorged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A stamp or file is pending again, after a reorg
         * @description Sent at least once, with a stable ID. Verify the signature over the raw body: HMAC-SHA256 of `webhook-id.webhook-timestamp.body` with the secret, base64. Failed deliveries are retried for up to three days.
         */
        post: operations["receiveReorged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test of the receiver
         * @description Sent at least once, with a stable ID. Verify the signature over the raw body: HMAC-SHA256 of `webhook-id.webhook-timestamp.body` with the secret, base64. Failed deliveries are retried for up to three days.
         */
        post: operations["receiveTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** Account */
        Account: {
            /** Format: uuid */
            _id: string;
            name: string;
            username: string;
            email: string;
            emailVerified: boolean;
            /** @description Address that waits for its confirmation. */
            newEmail: string | null;
            /** @enum {unknown} */
            language: "EN" | "DE";
            /** @description Whether you get a mail when a run is final. */
            receipts: boolean;
            /** @description May be empty. */
            bio: string;
            walletAddress: string;
            twoFactorEnabled: boolean;
            /** @description Number of passkeys. */
            passkeys: number;
            hasPassword: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description When it will be deleted, unless cancelled. */
            deletionAt: string | null;
        };
        /** AccountAnswer */
        AccountAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Account"];
        };
        /** AddFileVersionRequest */
        AddFileVersionRequest: {
            /** @description Your user ID. */
            organizationId?: string;
            /** Format: binary */
            attachments: string;
        };
        /** Answer */
        Answer: {
            status: number;
            message: string;
        };
        /** ApiClient */
        ApiClient: {
            /** @description `cl_` and 24 hex digits. */
            clientId: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** @description To the minute; null if never. */
            lastUsedAt: string | null;
            revokedAt: string | null;
        };
        /** AuthenticatedAccount */
        AuthenticatedAccount: {
            /** @description Bearer token, valid for 7 days. */
            token: string;
            /** @description Valid for one refresh within 30 days. */
            refreshToken: string;
            /**
             * Format: uuid
             * @description User ID, which is also the organization ID.
             */
            _id: string;
            name: string;
            username: string;
            email: string;
            /** @description 1 active */
            status: number;
            /** @description May be empty. */
            profilePicture: string;
            loginType: string;
            /** @description 1 may use the API */
            isAccess: number;
            walletAddress: string;
        };
        /** AuthenticatedAccountAnswer */
        AuthenticatedAccountAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["AuthenticatedAccount"];
        };
        /** BinItem */
        BinItem: {
            /** Format: uuid */
            _id: string;
            /** @enum {unknown} */
            type: "folder" | "file";
            name: string;
            /** @description The folder it was in; null for the top level. */
            from: components["schemas"]["BinItemFrom"] | null;
            fileSize: number | null;
            mimetype: string | null;
            /** Format: date-time */
            deletedAt: string;
            /**
             * Format: date-time
             * @description When it is purged, unless restored.
             */
            erasedAt: string;
        };
        /** BinItemFrom */
        BinItemFrom: {
            /** Format: uuid */
            _id: string;
            folderName: string;
        };
        /** BinItemList */
        BinItemList: {
            count: number;
            data: components["schemas"]["BinItem"][];
        };
        /** BinItemListAnswer */
        BinItemListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["BinItemList"];
        };
        /** Block */
        Block: {
            /** @description CAIP-2 ID of the chain. */
            blockchainId: string;
            number: number;
            hash: string;
            /** Format: date-time */
            time: string;
        };
        /** BlockAnswer */
        BlockAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Block"];
        };
        /** BrowsedFile */
        BrowsedFile: {
            /** Format: uuid */
            _id: string;
            fileName: string;
            description: string;
            /** Format: uuid */
            folderId: string;
            transactionId: string;
            attachmentHash: string;
            uniqueId: string;
            file: components["schemas"]["FileContent"];
            thumbUrl: string;
            isVersion: boolean;
            isFavourite: boolean;
            isBin: boolean;
            /**
             * @description Type of the folder it is in.
             * @enum {unknown}
             */
            fileType: "public" | "private";
            versionId: string | null;
            type: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            isOwn: boolean;
            /** Format: uuid */
            ownerId: string;
            ownerName: string;
            uploadedBy: string;
            versions: number;
            /** @description The folders from the top level to it. */
            path: components["schemas"]["PathStep"][];
            /**
             * @description State of the entry that recorded the content.
             * @enum {unknown}
             */
            state: "submitted" | "confirmed" | "final" | "failed";
            blockNumber: number | null;
            blockTime: string | null;
        };
        /** BrowsedFileAnswer */
        BrowsedFileAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["BrowsedFile"];
        };
        /** BrowsedFolder */
        BrowsedFolder: {
            /** Format: uuid */
            _id: string;
            /** @description Empty for the root. */
            folderName: string;
            /** @description null for the root. */
            parentFolderId: string | null;
            /** @description 1 at the top level, 0 for the root. */
            folderLevel: number;
            /** @enum {unknown} */
            folderType: "public" | "private";
            isBin: boolean;
            isOwn: boolean;
            /** Format: uuid */
            ownerId: string;
            ownerName: string;
            /** @description The folders from the top level to it. */
            path: components["schemas"]["PathStep"][];
            /** @description Number of folders directly in it. */
            folders: number;
            /** @description Number of files directly in it. */
            files: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** BrowsedFolderAnswer */
        BrowsedFolderAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["BrowsedFolder"];
        };
        /** ClientCredentials */
        ClientCredentials: {
            /** @description `cl_` and 24 hex digits. */
            clientId: string;
            /** @description `sk_live_…`, `sk_test_…` or `sk_local_…`. */
            secretKey: string;
        };
        /** ClientCredentialsAnswer */
        ClientCredentialsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["ClientCredentials"];
        };
        /** ClientName */
        ClientName: {
            name: string;
        };
        /** CodeReservation */
        CodeReservation: {
            codes: components["schemas"]["ReservedCode"][];
            /**
             * Format: date-time
             * @description A stamp that uses one of them must be made before.
             */
            expiresAt: string;
        };
        /** CodeReservationAnswer */
        CodeReservationAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["CodeReservation"];
        };
        /** CodeReservationRequest */
        CodeReservationRequest: {
            /**
             * @description Default: 1.
             * @default 1
             */
            count: number;
        };
        /** ConnectedDevice */
        ConnectedDevice: {
            /** @description `cl_` and 24 hex digits. */
            clientId: string;
            /** @description `sk_live_…`, `sk_test_…` or `sk_local_…`. */
            secretKey: string;
            /** @description Name of the account. */
            name: string;
            email: string;
        };
        /** ConnectedDeviceAnswer */
        ConnectedDeviceAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["ConnectedDevice"];
        };
        /** CreateFileRequest */
        CreateFileRequest: {
            /** @description 1 to 255 characters. */
            fileName: string;
            /** @description One of your folders. */
            folderId: string;
            /** @description Your user ID. */
            organizationId: string;
            description?: string;
            /** @description A number from -90 to 90. */
            lat?: string;
            /** @description A number from -180 to 180. */
            long?: string;
            /** @description A code that you reserved (POST /hash/codes): the uniqueId that the file gets. */
            code?: string;
            /** Format: binary */
            attachments: string;
        };
        /** CreatedClient */
        CreatedClient: {
            /** @description `cl_` and 24 hex digits. */
            clientId: string;
            /** @description `sk_live_…`, `sk_test_…` or `sk_local_…`. */
            secretKey: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** CreatedClientAnswer */
        CreatedClientAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["CreatedClient"];
        };
        /** DeleteAccountAnswer */
        DeleteAccountAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["DeleteAccountAnswerData"];
        };
        /** DeleteAccountAnswerData */
        DeleteAccountAnswerData: {
            /** Format: date-time */
            deletionAt: string;
        };
        /** Deletion */
        Deletion: {
            /**
             * Format: uuid
             * @description ID that the folder or file had.
             */
            _id: string;
            /** @enum {unknown} */
            type: "folder" | "file";
            /** @description When it was requested, or its time in the bin had run out. */
            requestedAt: string | null;
            /**
             * Format: date-time
             * @description When it was erased, and recorded.
             */
            deletedAt: string;
            /** @description Of a file: SHA-256 of its latest content. The proof names those of all versions. */
            attachmentHash: string | null;
            /** @description Of a file: how many versions it had. */
            versions: number | null;
            /** @description Of a folder: how many files were deleted with it. */
            files: number | null;
            /** @description Of a folder: how many subfolders were deleted with it. */
            folders: number | null;
            /** @description `submitted`, `confirmed`, `final`, or `failed`. */
            state: string;
            /**
             * Format: date-time
             * @description When this, and what its proof says, is erased.
             */
            expiresAt: string;
            proofUrl: string;
        };
        /** DeletionList */
        DeletionList: {
            count: number;
            data: components["schemas"]["Deletion"][];
        };
        /** DeletionListAnswer */
        DeletionListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["DeletionList"];
        };
        /** Delivery */
        Delivery: {
            /**
             * Format: uuid
             * @description The header webhook-id, and actionId in the payload.
             */
            id: string;
            /** @enum {unknown} */
            event: "hash.succeed" | "hash.failed" | "hash.reorged" | "test";
            /**
             * @description cancelled: the webhook was disabled.
             * @enum {unknown}
             */
            state: "waiting" | "delivered" | "failed" | "cancelled";
            attempts: number;
            nextAttemptAt: string | null;
            /** @description Body of the request. */
            payload: {
                [key: string]: unknown;
            };
            lastAttempt: components["schemas"]["DeliveryAttempt"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** DeliveryAnswer */
        DeliveryAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Delivery"];
        };
        /** DeliveryAttempt */
        DeliveryAttempt: {
            /** @description From 1. */
            number: number;
            /** Format: date-time */
            at: string;
            durationMs: number;
            /** @description The address actually connected to; null without a connection, or if a proxy made it. */
            address: string | null;
            requestHead: string;
            responseStatus: number | null;
            responseHead: string | null;
            /** @description The first 4 KiB. */
            responseBody: string | null;
            /** @description Description of the failure. */
            error: string | null;
            /** @description Code of the failure. Null, like error, if there was a response, whatever its status. */
            errorCode: ("not_allowed" | "name_unknown" | "name_unresolved" | "address_refused" | "connection_refused" | "unreachable" | "connect_timeout" | "certificate_refused" | "encryption_failed" | "connection_lost" | "timeout" | "not_http" | "headers_too_large" | "redirect" | "answer_timeout" | "answer_lost" | "other") | null;
        };
        /** DeliveryList */
        DeliveryList: {
            count: number;
            deliveries: components["schemas"]["Delivery"][];
        };
        /** DeliveryListAnswer */
        DeliveryListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["DeliveryList"];
        };
        /** DeliveryWithLog */
        DeliveryWithLog: {
            /**
             * Format: uuid
             * @description The header webhook-id, and actionId in the payload.
             */
            id: string;
            /** @enum {unknown} */
            event: "hash.succeed" | "hash.failed" | "hash.reorged" | "test";
            /**
             * @description cancelled: the webhook was disabled.
             * @enum {unknown}
             */
            state: "waiting" | "delivered" | "failed" | "cancelled";
            attempts: number;
            nextAttemptAt: string | null;
            /** @description Body of the request. */
            payload: {
                [key: string]: unknown;
            };
            lastAttempt: components["schemas"]["DeliveryAttempt"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            log: components["schemas"]["DeliveryAttempt"][];
        };
        /** DeliveryWithLogAnswer */
        DeliveryWithLogAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["DeliveryWithLog"];
        };
        /** DeviceCodes */
        DeviceCodes: {
            /** @description `dc_…`, for the device alone. */
            deviceCode: string;
            /** @description Eight letters, shown as `XXXX-XXXX`. */
            userCode: string;
            /** @description Where to type the user code. */
            verificationUri: string;
            /** @description The same with the code filled in. */
            verificationUriComplete: string;
            /** @description Seconds until the request expires. */
            expiresIn: number;
            /** @description Seconds to wait between polls. */
            interval: number;
        };
        /** DeviceCodesAnswer */
        DeviceCodesAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["DeviceCodes"];
        };
        /** DeviceName */
        DeviceName: {
            /** @description What the device is called, such as its host name. */
            name: string;
        };
        /** DevicePoll */
        DevicePoll: {
            deviceCode: string;
        };
        /** DeviceRequest */
        DeviceRequest: {
            /** @description Eight letters, shown as `XXXX-XXXX`. */
            userCode: string;
            /** @description What the device calls itself. */
            name: string;
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** DeviceRequestAnswer */
        DeviceRequestAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["DeviceRequest"];
        };
        /** EmailChange */
        EmailChange: {
            /** @description The new address. */
            email: string;
        };
        /** EndUser */
        EndUser: {
            userId: string;
            username: string;
            email: string;
            /** @description Address of a wallet of their own, with EIP-55 checksum. The key is never handed out. */
            publicAddress: string;
            /** @description Whether the public pages of their stamps say *Stamped by* with this name. Default: `false`. */
            publishName: boolean;
            /** @description Stamps made for them; stops at 10,000. */
            stamps: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** EndUserEnrollment */
        EndUserEnrollment: {
            /** @description Your own ID of the person: 1 to 128 characters without control characters. */
            userId: string;
            username: string;
            /** @description Kept for you; nothing is sent to it. */
            email: string;
            /** @description Whether the public pages of their stamps say *Stamped by* with this name. Default: `false`. */
            publishName?: boolean;
        };
        /** EndUserList */
        EndUserList: {
            count: number;
            users: components["schemas"]["EndUser"][];
        };
        /** EndUserListAnswer */
        EndUserListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["EndUserList"];
        };
        /** EnrolledEndUser */
        EnrolledEndUser: {
            userId: string;
            /** @description Address of a wallet of their own, with EIP-55 checksum. The key is never handed out. */
            publicAddress: string;
        };
        /** EnrolledEndUserAnswer */
        EnrolledEndUserAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["EnrolledEndUser"];
        };
        /** FileChange */
        FileChange: {
            /** @description Your user ID; any other is rejected. */
            organizationId?: string;
            fileName?: string;
            description?: string;
            isFavourite?: boolean;
            /** @description Moves the file. */
            folderId?: string;
            lat?: number | null;
            long?: number | null;
        };
        /** FileContent */
        FileContent: {
            /** @description Name of the uploaded file. */
            fileName: string;
            /** @description Bytes. */
            fileSize: number;
            /** @description Extension in lower case, without the dot; may be empty. */
            fileType: string;
            /** @description Content link; works without a header for a few minutes. */
            url: string;
            /** @description Detected from the content, not taken from the client. */
            mimetype: string;
            /** @description Pages of a PDF, else 1. */
            pageNumber: number;
            height: number;
            /** @description Pixels of an image, points of a PDF page, else 0. */
            width: number;
        };
        /** FileCreation */
        FileCreation: {
            /** Format: uuid */
            fileId: string;
            /** @description Transaction of the entry that recorded the content, with 0x. */
            transactionId: string;
            /** @description Code of the file's page, which shows it while its folder is public. */
            uniqueId: string;
            /** @description Thumbnail link; works without a header for a few minutes. */
            thumbUrl: string;
        };
        /** FileCreationAnswer */
        FileCreationAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["FileCreation"];
        };
        /** FileDetails */
        FileDetails: {
            /** Format: uuid */
            _id: string;
            description: string;
            fileName: string;
            lat: number | null;
            long: number | null;
            transactionId: string;
            /** @description SHA-256 of the content, hex. */
            attachmentHash: string;
            /** Format: date-time */
            createdAt: string;
            uploadedBy: string;
            file: components["schemas"]["FileContent"];
            ownerInfo: components["schemas"]["FileDetailsOwnerInfo"];
            /** @description Whether the file has several versions. */
            isVersion: boolean;
            isFavourite: boolean;
            isDateUpdated: boolean;
            durationChangedDate: string;
            /**
             * @description Type of the folder it is in.
             * @enum {unknown}
             */
            fileType: "public" | "private";
            encryptedBuffer: string;
            webEncryptedBuffer: string;
            versionId: string | null;
            type: string;
        };
        /** FileDetailsAnswer */
        FileDetailsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["FileDetails"];
        };
        /** FileDetailsOwnerInfo */
        FileDetailsOwnerInfo: {
            ownerId: string;
            name: string;
            userName: string;
            /** @description Empty unless the file is yours. */
            email: string;
            profilePicture: string;
            thumbProfilePicture: string;
        };
        /** FileExport */
        FileExport: {
            /** @description A path of this service. */
            url: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Files in it. */
            count: number;
            /** @description Size of their contents. */
            bytes: number;
        };
        /** FileExportAnswer */
        FileExportAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["FileExport"];
        };
        /** FileExportRequest */
        FileExportRequest: {
            /** @description With everything in them. */
            folders?: string[];
            /** @description Single files, of any folders. */
            files?: string[];
            /** @description Forms of the proof beside each file. Default: none. */
            proofs?: ("pdf" | "html" | "json" | "ots")[];
            /**
             * @description Of certificates. By default, that of your profile.
             * @enum {unknown}
             */
            language?: "EN" | "DE";
        };
        /** FileVersion */
        FileVersion: {
            /** Format: uuid */
            versionId: string;
            /** @description From 1. */
            number: number;
            isCurrent: boolean;
            transactionId: string;
            attachmentHash: string;
            file: components["schemas"]["FileContent"];
            thumbUrl: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** FileVersionList */
        FileVersionList: {
            count: number;
            data: components["schemas"]["FileVersion"][];
        };
        /** FileVersionListAnswer */
        FileVersionListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["FileVersionList"];
        };
        /** FindPublicStampAnswer */
        FindPublicStampAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["PublicStamp"] | components["schemas"]["PublicFile"];
        };
        /** Folder */
        Folder: {
            /** Format: uuid */
            _id: string;
            folderName: string;
            /** Format: uuid */
            userId: string;
            /**
             * Format: uuid
             * @description At the top level: the ID of the hidden root folder.
             */
            parentFolderId: string;
            /** @description 1 at the top level. */
            folderLevel: number;
            isSign: boolean;
            isBin: boolean;
            defaultOptions: boolean;
            digitalTwinId: string | null;
            /** @description In the bin: the folder it was in. */
            previousFolderId: string | null;
            /** @enum {unknown} */
            folderType: "public" | "private";
            deletedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** FolderAnswer */
        FolderAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Folder"];
        };
        /** FolderChange */
        FolderChange: {
            /** @description Your user ID. */
            organizationId?: string;
            /** @description 1 to 255 characters, no control characters, no slash. */
            folderName?: string;
            /** @enum {unknown} */
            folderType?: "public" | "private";
            /**
             * Format: uuid
             * @description Moves it to that folder.
             */
            parentFolderId?: string;
        };
        /** FolderDetails */
        FolderDetails: {
            /** Format: uuid */
            _id: string;
            folderName: string;
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            parentFolderId: string;
            folderLevel: number;
            isBin: boolean;
            /** @description In the bin: the folder it was in. */
            previousFolderId: string | null;
            /**
             * @description Everything in a private folder is private.
             * @enum {unknown}
             */
            folderType: "public" | "private";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** FolderDetailsAnswer */
        FolderDetailsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["FolderDetails"];
        };
        /** FolderRequest */
        FolderRequest: {
            /** @description 1 to 255 characters, no control characters, no slash. */
            folderName: string;
            /** @enum {unknown} */
            folderType: "public" | "private";
            /** @description Your user ID. */
            organizationId: string;
            /** Format: uuid */
            parentFolderId?: string;
        };
        /** FoundFile */
        FoundFile: {
            /** Format: uuid */
            _id: string;
            fileName: string;
            description: string;
            /** Format: uuid */
            folderId: string;
            transactionId: string;
            attachmentHash: string;
            uniqueId: string;
            file: components["schemas"]["FileContent"];
            thumbUrl: string;
            isVersion: boolean;
            isFavourite: boolean;
            isBin: boolean;
            /**
             * @description Type of the folder it is in.
             * @enum {unknown}
             */
            fileType: "public" | "private";
            versionId: string | null;
            /** @enum {string} */
            type: "file";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The folders from the top level to it. */
            path: components["schemas"]["PathStep"][];
        };
        /** FoundFolder */
        FoundFolder: {
            /** Format: uuid */
            _id: string;
            folderName: string;
            /** Format: uuid */
            parentFolderId: string;
            folderLevel: number;
            /** @enum {unknown} */
            folderType: "public" | "private";
            /** @description Number of folders directly in it. */
            folders: number;
            /** @description Number of files directly in it. */
            files: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @enum {string} */
            type: "folder";
            /** @description The folders from the top level to it. */
            path: components["schemas"]["PathStep"][];
        };
        /** GetPublicPageAnswer */
        GetPublicPageAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["PublicFile"] | components["schemas"]["PublicStamp"];
        };
        /** GetStampOrListStampsAnswer */
        GetStampOrListStampsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["StampDetails"] | components["schemas"]["StampV1List"];
        };
        /** GetStampOrListStampsV2Answer */
        GetStampOrListStampsV2Answer: {
            status: number;
            message: string;
            data: components["schemas"]["StampDetails"] | components["schemas"]["StampV2List"];
        };
        /** KnownBrowser */
        KnownBrowser: {
            /** Format: uuid */
            id: string;
            /** @description Its user agent. May be empty. */
            userAgent: string;
            /** Format: date-time */
            firstLoginAt: string;
            /** Format: date-time */
            lastLoginAt: string;
            /** @description Whether it needs no code of the authenticator app at present. */
            skipsCode: boolean;
            /** @description Whether it is the current one. */
            current: boolean;
        };
        /** LabelStampsAnswer */
        LabelStampsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["LabelStampsAnswerData"];
        };
        /** LabelStampsAnswerData */
        LabelStampsAnswerData: {
            /** @description Stamps that changed. */
            changed: number;
        };
        /** ListBrowsersAnswer */
        ListBrowsersAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["KnownBrowser"][];
        };
        /** ListClientsAnswer */
        ListClientsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["ApiClient"][];
        };
        /** ListRecentFilesAnswer */
        ListRecentFilesAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["ListedFile"][];
        };
        /** ListSessionsAnswer */
        ListSessionsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["PortalSession"][];
        };
        /** ListTagsAnswer */
        ListTagsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Tag"][];
        };
        /** ListedFile */
        ListedFile: {
            /** Format: uuid */
            _id: string;
            fileName: string;
            description: string;
            /** Format: uuid */
            folderId: string;
            transactionId: string;
            attachmentHash: string;
            uniqueId: string;
            file: components["schemas"]["FileContent"];
            thumbUrl: string;
            isVersion: boolean;
            isFavourite: boolean;
            isBin: boolean;
            /**
             * @description Type of the folder it is in.
             * @enum {unknown}
             */
            fileType: "public" | "private";
            versionId: string | null;
            type: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** ListedFileList */
        ListedFileList: {
            count: number;
            data: components["schemas"]["ListedFile"][];
        };
        /** ListedFileListAnswer */
        ListedFileListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["ListedFileList"];
        };
        /** ListedFolder */
        ListedFolder: {
            /** Format: uuid */
            _id: string;
            folderName: string;
            /** Format: uuid */
            parentFolderId: string;
            folderLevel: number;
            isBin: boolean;
            /** Format: date-time */
            createdAt: string;
            userData: components["schemas"]["ListedFolderUserData"];
        };
        /** ListedFolderList */
        ListedFolderList: {
            count: number;
            data: components["schemas"]["ListedFolder"][];
        };
        /** ListedFolderListAnswer */
        ListedFolderListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["ListedFolderList"];
        };
        /** ListedFolderUserData */
        ListedFolderUserData: {
            /** Format: uuid */
            id: string;
            name: string | null;
        };
        /** LoggedRequest */
        LoggedRequest: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When it was answered.
             */
            at: string;
            method: string;
            /** @description The path as in this description, without IDs. */
            route: string;
            status: number;
            /** @description Until the last byte of the answer was handed over, in milliseconds. */
            durationMs: number;
            /** @description As in the header `Request-Id`. */
            requestId: string;
            /** @description As in the header `Error-Code`. */
            errorCode: string | null;
            /** @description Requests alike that the item stands for, if the client sent many: it shows the slowest of them. */
            count: number;
        };
        /** LoggedRequestList */
        LoggedRequestList: {
            count: number;
            requests: components["schemas"]["LoggedRequest"][];
        };
        /** LoggedRequestListAnswer */
        LoggedRequestListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["LoggedRequestList"];
        };
        /** MultiStampAnswer */
        MultiStampAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["MultiStampResult"][];
        };
        /** MultiStampItem */
        MultiStampItem: {
            /** @description Hex of a SHA-256, SHA-384 or SHA-512 hash; 0x, sha256: and upper case are accepted. */
            hash: string;
            filename: string;
            isPrivate?: boolean;
            /** @description A code that you reserved with `POST /hash/codes`. By default one is drawn. */
            code?: string;
        };
        /** MultiStampResult */
        MultiStampResult: {
            /** Format: uuid */
            id: string;
            /** @description Hex, lower case, without 0x. */
            hash: string;
            /** @description Transaction ID, with 0x. */
            txid: string;
            /** @description True if the hash was already stamped or repeats in the request. */
            existing?: boolean;
        };
        /** Network */
        Network: {
            name: string;
            /** @description Proofs of a private chain convince only those who trust its operator. */
            isPrivate: boolean;
            chainId: number;
            /** @description CAIP-2 ID of the chain. */
            blockchainId: string;
            contract: string;
            /** @description Every address that has signed for this service, in use or not, oldest first. Contracts pin them. */
            notaries: string[];
            finality: components["schemas"]["NetworkFinality"];
            /** @description The latest block; null if the node is not responding. */
            head: components["schemas"]["NetworkHead"] | null;
            waiting: components["schemas"]["NetworkWaiting"];
            evidence: components["schemas"]["NetworkEvidence"];
            /** @description What has kept submitted batches from being confirmed for half a minute or more; with 0 batches, what is wrong with the chain as its nodes show it. */
            trouble: components["schemas"]["NetworkTrouble"] | null;
            /** @description Average cost of the latest transactions, in wei. */
            costPerTransaction: string | null;
            signers: components["schemas"]["NetworkSignersItem"][];
            /** @description The latest batches. */
            batches: components["schemas"]["NetworkBatchesItem"][];
            /** Format: date-time */
            seenAt: string;
        };
        /** NetworkAnswer */
        NetworkAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Network"];
        };
        /** NetworkBatchesItem */
        NetworkBatchesItem: {
            /** Format: uuid */
            id: string;
            /** @enum {unknown} */
            purpose: "anchor" | "deploy";
            /** @description Number of entries in the transaction. */
            size: number;
            transactionId: string;
            /** @description `submitted`, `confirmed`, `final`, or `failed`. */
            state: string;
            blockNumber: number | null;
            blockTime: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * NetworkEvidence
         * @description What proofs of this chain can show.
         */
        NetworkEvidence: {
            /** @description Proofs show our transaction in its block, or our root in the contract's storage as of the block. */
            kinds: ("transaction" | "state")[];
            /** @description Number of blocks examined when the service started. */
            examined: number;
            /** @description How many of them could be proven. */
            provable: number;
            problem: string | null;
        };
        /** NetworkFinality */
        NetworkFinality: {
            /**
             * @description By the network's `finalized` tag, or at a depth in blocks.
             * @enum {unknown}
             */
            rule: "finalized" | "blocks";
            blocks: number | null;
        };
        /** NetworkHead */
        NetworkHead: {
            number: number;
            /** Format: date-time */
            time: string;
            /** @description The latest final block. */
            finalNumber: number;
        };
        /** NetworkSignersItem */
        NetworkSignersItem: {
            address: string;
            balance: string | null;
            transactionsLastDay: number;
            /** @description How long the balance lasts at the rate of the last day; null if nothing was spent. */
            lastsDays: number | null;
        };
        /** NetworkTrouble */
        NetworkTrouble: {
            batches: number;
            /** Format: date-time */
            since: string;
            /** @description In words, for the operator. */
            why: string;
        };
        /**
         * NetworkWaiting
         * @description The lag: batches that are signed and stored, but not yet in a block.
         */
        NetworkWaiting: {
            batches: number;
            oldestSeconds: number | null;
        };
        /** Password */
        Password: {
            password: string;
        };
        /** PathStep */
        PathStep: {
            /** Format: uuid */
            _id: string;
            folderName: string;
            /** @enum {unknown} */
            folderType: "public" | "private";
        };
        /** Place */
        Place: {
            /** @description Answered as a string. */
            latitude?: string | number;
            /** @description Answered as a string. */
            longitude?: string | number;
            description?: string;
        };
        /** PortalSession */
        PortalSession: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastActiveAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Network address of the session; for IPv6, its /64. May be empty. */
            address: string;
            /** @description User agent of the browser. May be empty. */
            userAgent: string;
            /** @description Whether it is the current session. */
            current: boolean;
        };
        /** Profile */
        Profile: {
            /** Format: uuid */
            _id: string;
            name: string;
            username: string;
            email: string;
            emailVerified: boolean;
            /** @description May be empty. */
            profilePicture: string;
            /** @description May be empty. */
            bio: string;
            walletAddress: string;
            /** @enum {unknown} */
            language: "EN" | "DE";
            /** @description Whether you get a mail when a run is final. */
            receipts: boolean;
        };
        /** ProfileAnswer */
        ProfileAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Profile"];
        };
        /** ProfileChange */
        ProfileChange: {
            /** @description Short biography, up to 500 characters. An empty string clears it. */
            bio?: string;
            /** @description Personal wallet address: 0x and 40 hex digits, in one case or with a valid EIP-55 checksum. Returned with checksum. */
            walletAddress?: string;
            /** @description Your name; others see it with your public folders. */
            name?: string;
            /**
             * @description Language of mails, portal and certificates.
             * @enum {unknown}
             */
            language?: "EN" | "DE";
            /** @description Whether you get a mail when a run is final. */
            receipts?: boolean;
        };
        /** Proof */
        Proof: {
            [key: string]: unknown;
        };
        /** PublicFile */
        PublicFile: {
            uniqueId: string;
            /** @enum {string} */
            type: "file";
            fileName: string;
            /** @description Always empty: only accounts see it. */
            description: string;
            /** @description Always null: only accounts see it. */
            fileSize: null;
            /** @description Extension in its name, lower case; may be empty. */
            fileType: string;
            /** @description Always empty: only accounts see it. */
            mimetype: string;
            /** @description SHA-256 of the content, hex. */
            attachmentHash: string;
            /** @description Commitment to salt and details, which are not public; hex. */
            commitment: string;
            transactionId: string;
            /** @description CAIP-2 ID of the chain. */
            blockchainId: string;
            network: string;
            isPrivateNetwork: boolean;
            /** @description Always empty: only accounts see it. */
            ownerName: string;
            /** Format: date-time */
            createdAt: string;
            proofUrl: string;
        };
        /** PublicStamp */
        PublicStamp: {
            code: string;
            /** @enum {string} */
            type: "stamp";
            /** @description Hex, lower case, without 0x. */
            hash: string;
            /** @description Commitment to salt and details; hex. */
            commitment: string;
            filename: string;
            /** @description Whether the owner has published the details. */
            publicDetails: boolean;
            /** @description Empty unless published. */
            metaData: {
                [key: string]: unknown;
            }[];
            /** @description Empty unless published. */
            ownerName: string;
            transactionId: string;
            /** @description CAIP-2 ID of the chain. */
            blockchainId: string;
            network: string;
            isPrivateNetwork: boolean;
            /** @enum {unknown} */
            state: "submitted" | "confirmed" | "final" | "failed";
            blockNumber: number | null;
            blockTime: string | null;
            /** Format: date-time */
            createdAt: string;
            proofUrl: string;
        };
        /** RecoverDeliveriesAnswer */
        RecoverDeliveriesAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["RecoverDeliveriesAnswerData"];
        };
        /** RecoverDeliveriesAnswerData */
        RecoverDeliveriesAnswerData: {
            /** @description Number of deliveries to be resent. */
            recovered: number;
        };
        /** RecoverRequest */
        RecoverRequest: {
            /**
             * Format: date-time
             * @description Events from this time on.
             */
            since: string;
        };
        /** RefreshRequest */
        RefreshRequest: {
            refreshToken: string;
        };
        /** @description An error. The header `Error-Code` has its stable code. */
        Refusal: {
            /** @description The HTTP status. */
            status: number;
            /** @description What happened, and what to do. */
            message: string;
        };
        /** ReservedCode */
        ReservedCode: {
            /** @description 10 characters of Crockford base32. */
            code: string;
            /** @description Address of the public page, for a QR code. 404 until the stamp is made. */
            url: string;
        };
        /** Run */
        Run: {
            /** Format: uuid */
            id: string;
            /** @description Empty unless given. */
            name: string;
            /** @description Whether its documents were to be stamped as private. */
            isPrivate: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description Stamps in it. */
            stamped: number;
            /** @description Documents without a stamp. */
            failed: number;
            /** @description Stamps in it that are in a block. */
            confirmed: number;
        };
        /** RunAdditions */
        RunAdditions: {
            items: components["schemas"]["RunItem"][];
            /** @description Documents without a stamp: these, and no others, until replaced again. */
            failures?: components["schemas"]["RunFailure"][];
        };
        /** RunAnswer */
        RunAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Run"];
        };
        /** RunDetails */
        RunDetails: {
            /** Format: uuid */
            id: string;
            /** @description Empty unless given. */
            name: string;
            /** @description Whether its documents were to be stamped as private. */
            isPrivate: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description Stamps in it. */
            stamped: number;
            /** @description Documents without a stamp. */
            failed: number;
            /** @description Stamps in it that are in a block. */
            confirmed: number;
            failures: components["schemas"]["RunDetailsFailuresItem"][];
        };
        /** RunDetailsAnswer */
        RunDetailsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["RunDetails"];
        };
        /** RunDetailsFailuresItem */
        RunDetailsFailuresItem: {
            name: string;
            folder: string;
            reason: string;
        };
        /** RunFailure */
        RunFailure: {
            name: string;
            reason: string;
            /** @description Of the document, in the run: `Annexes/2026`. */
            folder?: string;
        };
        /**
         * RunItem
         * @description Your own stamp, by `code` or by `id`.
         */
        RunItem: {
            code?: string;
            /** Format: uuid */
            id?: string;
            /** @description Of the document, in the run: `Annexes/2026`. */
            folder?: string;
        };
        /** RunList */
        RunList: {
            count: number;
            runs: components["schemas"]["Run"][];
        };
        /** RunListAnswer */
        RunListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["RunList"];
        };
        /** RunName */
        RunName: {
            name: string;
        };
        /** RunOfStamp */
        RunOfStamp: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Of the document, in the run. */
            folder: string;
        };
        /** RunRequest */
        RunRequest: {
            name?: string;
            /** @description Whether its documents are stamped as private. */
            isPrivate: boolean;
        };
        /** Seal */
        Seal: {
            code: string;
            /**
             * Format: byte
             * @description Detached CMS signature (RFC 5652), DER in base64: for `Contents`, with SubFilter `ETSI.CAdES.detached`.
             */
            signature: string;
        };
        /** SealAnswer */
        SealAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Seal"];
        };
        /** SealRequest */
        SealRequest: {
            /** @description SHA-256 of the bytes that the signature covers: 64 hex digits. */
            digest: string;
        };
        /** SearchNamesAnswer */
        SearchNamesAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["SearchNamesAnswerData"];
        };
        /** SearchNamesAnswerData */
        SearchNamesAnswerData: {
            count: number;
            data: (components["schemas"]["FoundFolder"] | components["schemas"]["FoundFile"])[];
        };
        /** StampCreation */
        StampCreation: {
            /** Format: uuid */
            id: string;
            /** @description Hex, lower case, without 0x. */
            hash: string;
            /** @description Transaction ID, with 0x. */
            txid: string;
            /** @description 10 characters of Crockford base32. */
            code: string;
            filename: string;
        };
        /** StampCreationAnswer */
        StampCreationAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["StampCreation"];
        };
        /** StampDetails */
        StampDetails: {
            /** Format: date-time */
            timestamp: string;
            hash: string;
            code: string;
            filename: string;
            /** @description "0" submitted as a hash, "1" from an uploaded file, "2" multi-stamp, "3" timestamp (RFC 3161), "4" digest for the calendar (OpenTimestamps), unless set by the client. */
            type: string;
            originalDocHash: string;
            isEsign: boolean;
            /** @description Whether the owner alone sees it. */
            isPrivate: boolean;
            /** @description Whether it was stamped as private. It may have been made public since. */
            isPrivateBc: boolean;
            /** @description Whether everyone who sees the stamp sees its metadata and owner. */
            publicDetails: boolean;
            username: string;
            metaData: {
                [key: string]: unknown;
            }[];
            txid: string;
            /** @description 1 when the owner's e-mail is verified. */
            userVerify: number;
            /**
             * @description failed: the chain rejected it repeatedly; it will not be anchored.
             * @enum {unknown}
             */
            state: "submitted" | "confirmed" | "final" | "failed";
            blockNumber: number | null;
            blockTime: string | null;
            isOwn: boolean;
            /** @description Code of the other stamp of this hash, if you see both your private one and a public one. */
            otherCode: string | null;
            proofUrl: string;
            /** @description Your tags. Only of your own stamps. */
            tags?: string[];
            /** @description Your note. Only of your own stamps. */
            note?: string | null;
            /** @description The run it was stamped in: the one of the filter, else the newest. Only of your own stamps. */
            run?: components["schemas"]["RunOfStamp"] | null;
            /** @description The end user for whom it was made; null: you. Only of your own stamps. */
            endUser?: string | null;
        };
        /** StampDetailsAnswer */
        StampDetailsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["StampDetails"];
        };
        /** StampExport */
        StampExport: {
            /** @description A path of this service. */
            url: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Stamps in it. */
            count: number;
        };
        /** StampExportAnswer */
        StampExportAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["StampExport"];
        };
        /** StampExportRequest */
        StampExportRequest: {
            select: components["schemas"]["StampSelection"];
            /** @enum {unknown} */
            format: "zip" | "csv" | "xlsx" | "pdf";
            /** @description Forms of each proof in a `zip`. Default: `pdf` and `json`. `ots` only of SHA-256 hashes. */
            parts?: ("pdf" | "html" | "json" | "ots")[];
            /**
             * @description By default, that of your profile.
             * @enum {unknown}
             */
            language?: "EN" | "DE";
        };
        /** StampLabels */
        StampLabels: {
            select: components["schemas"]["StampSelection"];
            /** @description 1 to 64 characters each, without commas. */
            addTags?: string[];
            /** @description Tags that a stamp lacks are passed over. */
            removeTags?: string[];
            /** @description Of a single stamp; replaces its note. Empty: none. */
            note?: string;
        };
        /** StampOverview */
        StampOverview: {
            /** @description Stamps made on each of the last thirty days in UTC, today last. */
            days: components["schemas"]["StampOverviewDaysItem"][];
            submitted: components["schemas"]["StampOverviewSubmitted"];
            confirmed: components["schemas"]["StampOverviewConfirmed"];
            failed: components["schemas"]["StampOverviewFailed"];
        };
        /** StampOverviewAnswer */
        StampOverviewAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["StampOverview"];
        };
        /**
         * StampOverviewConfirmed
         * @description In a block that isn’t final.
         */
        StampOverviewConfirmed: {
            stamps: number;
            /** @description When the oldest of them was put into its batch; null without any. */
            since: string | null;
        };
        /** StampOverviewDaysItem */
        StampOverviewDaysItem: {
            /** Format: date */
            date: string;
            stamps: number;
        };
        /**
         * StampOverviewFailed
         * @description In a transaction that failed: the service tries again.
         */
        StampOverviewFailed: {
            stamps: number;
            /** @description When the oldest of them was put into its batch; null without any. */
            since: string | null;
        };
        /**
         * StampOverviewSubmitted
         * @description In no block yet.
         */
        StampOverviewSubmitted: {
            stamps: number;
            /** @description When the oldest of them was put into its batch; null without any. */
            since: string | null;
        };
        /** StampPublication */
        StampPublication: {
            /** @description `false` makes a private stamp public. There is no way back. */
            isPrivate?: boolean;
            /** @description `false` hides metadata and owner again from everyone who has not kept them. */
            publicDetails?: boolean;
        };
        /** StampRequest */
        StampRequest: {
            /** @description Hex of a SHA-256, SHA-384 or SHA-512 hash; 0x, sha256: and upper case are accepted. */
            hash: string;
            filename?: string;
            metadata?: components["schemas"]["Place"] | components["schemas"]["Place"][];
            metaData?: components["schemas"]["Place"] | components["schemas"]["Place"][];
            /** @description Only the owner sees it. */
            isPrivate?: boolean;
            /** @description Shows metadata and owner to everyone who sees the stamp. By default only you see them. */
            publicDetails?: boolean;
            /** @description The hash is that of a copy, with a mark or signatures, of another document. */
            isEsign?: boolean;
            /** @description The hash of the document that the copy was made from. It finds the stamp, too. Empty: none. */
            originalDocHash?: string;
            /** @description A code that you reserved with `POST /hash/codes`. By default one is drawn. */
            code?: string;
            /** @description A digit string. */
            type?: string;
            /** @description Your user ID, or that of an end user that you enrolled. */
            userId?: string;
        };
        /** StampRequestV2 */
        StampRequestV2: {
            /** @description Hex of a SHA-256, SHA-384 or SHA-512 hash; 0x, sha256: and upper case are accepted. */
            hash: string;
            /** @description Your user ID, or that of an end user that you enrolled. */
            userId: string;
            isPrivate?: boolean;
            /** @description Shows metadata and owner to everyone who sees the stamp. By default only you see them. */
            publicDetails?: boolean;
            /** @description The hash is that of a copy, with a mark or signatures, of another document. */
            isEsign?: boolean;
            /** @description The hash of the document that the copy was made from. It finds the stamp, too. Empty: none. */
            originalDocHash?: string;
            /** @description A code that you reserved with `POST /hash/codes`. By default one is drawn. */
            code?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * StampSelection
         * @description Your own stamps: either up to 1,000 `codes`, or a `filter` that up to 10,000 match.
         */
        StampSelection: {
            codes?: string[];
            filter?: components["schemas"]["StampSelectionFilter"];
        };
        /**
         * StampSelectionFilter
         * @description All of your stamps that match, as in the list.
         */
        StampSelectionFilter: {
            /** @description true: in a block; false: not yet. */
            status?: boolean;
            /** @description Matches code or name, and your own tags and notes. */
            search?: string;
            /** @description true: only private stamps; false: only public ones. */
            isPrivate?: boolean;
            /** @description true: only stamps of copies (`isEsign`); false: only the others. */
            isEsign?: boolean;
            /** @description Only stamps in one of these states, separated by commas: `submitted`, `confirmed`, `final`, `failed`. */
            state?: string;
            /**
             * Format: date-time
             * @description Only stamps made at this time or later.
             */
            from?: string;
            /**
             * Format: date-time
             * @description Only stamps made before this time.
             */
            to?: string;
            /** @description Only your stamps with this tag. */
            tag?: string;
            /**
             * Format: uuid
             * @description Only your stamps of the run with this ID.
             */
            run?: string;
            /** @description Your user ID: all your stamps. That of an end user: those made for them, even once they are erased. */
            userId?: string;
            /**
             * @description Default: `received`. Names are in natural order, K2 before K10; those of a run by folder first. Up to 100,000 stamps can be sorted otherwise than by `received`.
             * @enum {unknown}
             */
            sort?: "received" | "name" | "code" | "blockTime";
            /**
             * @description Default: `desc`, the newest first.
             * @enum {unknown}
             */
            order?: "asc" | "desc";
        };
        /** StampV1 */
        StampV1: {
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            createdAt: string;
            clientId: string;
            hash: string;
            code: string;
            name: string;
            type: string;
            originalDocHash: string;
            isEsign: boolean;
            isPrivate: boolean;
            isPrivateBc: boolean;
            /** @description CAIP-2 ID of the chain. */
            blockchainId: string;
            txId: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * @description failed: the chain rejected it repeatedly; it will not be anchored.
             * @enum {unknown}
             */
            state: "submitted" | "confirmed" | "final" | "failed";
            /** @description Only of your own stamps. */
            blockTime?: string | null;
            /** @description Your tags. Only of your own stamps. */
            tags?: string[];
            /** @description Your note. Only of your own stamps. */
            note?: string | null;
            /** @description The run it was stamped in: the one of the filter, else the newest. Only of your own stamps. */
            run?: components["schemas"]["RunOfStamp"] | null;
            /** @description The end user for whom it was made; null: you. Only of your own stamps. */
            endUser?: string | null;
        };
        /** StampV1List */
        StampV1List: {
            count: number;
            files: components["schemas"]["StampV1"][];
        };
        /** StampV2 */
        StampV2: {
            /** @description For whom it was made: the account, or one of your end users. */
            userId: string;
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            createdAt: string;
            clientId: string;
            code: string;
            name: string;
            isEsign: boolean;
            isPrivate: boolean;
            txId: string;
            /**
             * @description failed: the chain rejected it repeatedly; it will not be anchored.
             * @enum {unknown}
             */
            state: "submitted" | "confirmed" | "final" | "failed";
            /** @description Only of your own stamps. */
            blockTime?: string | null;
            /** @description Your tags. Only of your own stamps. */
            tags?: string[];
            /** @description Your note. Only of your own stamps. */
            note?: string | null;
            /** @description The run it was stamped in: the one of the filter, else the newest. Only of your own stamps. */
            run?: components["schemas"]["RunOfStamp"] | null;
            /** @description The end user for whom it was made; null: you. Only of your own stamps. */
            endUser?: string | null;
        };
        /** StampV2List */
        StampV2List: {
            count: number;
            files: components["schemas"]["StampV2"][];
        };
        /** StepUpAnswer */
        StepUpAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["StepUpAnswerData"];
        };
        /** StepUpAnswerData */
        StepUpAnswerData: {
            /** Format: date-time */
            until: string;
        };
        /** StepUpRequest */
        StepUpRequest: {
            password?: string;
            code?: string;
        };
        /** Subfolder */
        Subfolder: {
            /** Format: uuid */
            _id: string;
            folderName: string;
            /** Format: uuid */
            parentFolderId: string;
            folderLevel: number;
            /** @enum {unknown} */
            folderType: "public" | "private";
            /** @description Number of folders directly in it. */
            folders: number;
            /** @description Number of files directly in it. */
            files: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** SubfolderList */
        SubfolderList: {
            count: number;
            data: components["schemas"]["Subfolder"][];
        };
        /** SubfolderListAnswer */
        SubfolderListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["SubfolderList"];
        };
        /** Tag */
        Tag: {
            tag: string;
            count: number;
        };
        /** TimestampToken */
        TimestampToken: {
            /** @description The digest in the token. */
            hash: string;
            /**
             * Format: date-time
             * @description The time in the token.
             */
            time: string;
            /** @description Of the stamp: of the digest, or of the SHA-256 of the response if the digest had been stamped before. */
            code: string;
            txid: string;
            /** @description Of the proof of the stamp; `?format=tsr` gives the token, in a ZIP. */
            proofUrl: string;
        };
        /** TimestampTokenAnswer */
        TimestampTokenAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["TimestampToken"];
        };
        /** Usage */
        Usage: {
            storage: components["schemas"]["UsageStorage"];
            unfinishedUploads: components["schemas"]["UsageUnfinishedUploads"];
            stampsToday: components["schemas"]["UsageStampsToday"];
            multiStampItems: components["schemas"]["UsageMultiStampItems"];
        };
        /** UsageAnswer */
        UsageAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Usage"];
        };
        /**
         * UsageMultiStampItems
         * @description Items of multi-stamp requests that are running, in the process that answers.
         */
        UsageMultiStampItems: {
            used: number;
            /** @description null: no limit. */
            limit: number | null;
        };
        /**
         * UsageStampsToday
         * @description Stamps since midnight UTC.
         */
        UsageStampsToday: {
            used: number;
            /** @description null: no limit. */
            limit: number | null;
            /** Format: date-time */
            resetsAt: string;
        };
        /**
         * UsageStorage
         * @description Bytes of files (all versions, the bin included, and thumbnails) and of what is kept in the database: metadata of stamps and uploads, answers of multi-stamps, timestamp tokens, the log of deliveries.
         */
        UsageStorage: {
            used: number;
            /** @description null: no limit. */
            limit: number | null;
        };
        /**
         * UsageUnfinishedUploads
         * @description Bytes of resumable uploads that have not become files, by their announced sizes, and their number.
         */
        UsageUnfinishedUploads: {
            used: number;
            /** @description null: no limit. */
            limit: number | null;
            count: number;
        };
        /** ValidateFileRequest */
        ValidateFileRequest: {
            fileId: string;
            /** @description Your user ID. */
            organizationId: string;
            /** Format: binary */
            attachments: string;
        };
        /** Webhook */
        Webhook: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            /** @description Where deliveries are sent. */
            redirectUrl: string;
            description: string;
            /** @description Events to send. */
            action: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
            enabled: boolean;
            /** @description owner: by you; gone: the receiver responded with 410; failing: all deliveries failed for five days. */
            disabledReason: ("owner" | "gone" | "failing") | null;
            disabledAt: string | null;
            /** @description Time of the first failed attempt since the last successful one; null while it works. */
            failingSince: string | null;
            /** @description Until then, the previous secret also signs deliveries. */
            previousSecretUntil: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** WebhookAnswer */
        WebhookAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Webhook"];
        };
        /** WebhookChange */
        WebhookChange: {
            /** @description An https URL with a public address. */
            redirectUrl?: string;
            description?: string;
            /** @description Events to send. */
            action?: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
            /** @description false: pending deliveries are cancelled and new events are not kept. true: starts again. */
            enabled?: boolean;
        };
        /** WebhookList */
        WebhookList: {
            count: number;
            webhooks: components["schemas"]["Webhook"][];
        };
        /** WebhookListAnswer */
        WebhookListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["WebhookList"];
        };
        /** WebhookPayload */
        WebhookPayload: {
            /** Format: uuid */
            webhookId: string;
            /**
             * Format: uuid
             * @description ID of the event, the same in every attempt, and `webhook-id`.
             */
            actionId: string;
            /** @enum {unknown} */
            action: "succeed" | "failed" | "reorged" | "test";
            data: components["schemas"]["WebhookPayloadData"];
        };
        /**
         * WebhookPayloadData
         * @description The stamp or file.
         */
        WebhookPayloadData: {
            /** Format: uuid */
            _id: string;
            /** @description Your account, or the end user for whom a stamp was made. */
            userId: string;
            clientId: string;
            /** @description CAIP-2 ID of the chain. */
            blockchainId: string;
            /** @description Transaction ID, with 0x. */
            txId: string;
            /** @description Hex, lower case, without 0x. */
            hash: string;
            name: string;
            /** @description `0` a submitted hash, `1` a file, `2` a multi-stamp, unless set by the client. */
            type: string;
            code: string;
            isEsign: boolean;
            isPrivateBc: boolean;
            /**
             * @description 1 final, 2 failed, 0 pending again.
             * @enum {unknown}
             */
            status: 0 | 1 | 2;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Only where the block is dated more than two hours before the service received the stamp: says so in words. */
            timeContradiction?: string;
        };
        /** WebhookRequest */
        WebhookRequest: {
            /** @description An https URL with a public address. */
            redirectUrl: string;
            description?: string;
            /** @description Events to send. */
            action: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
        };
        /** WebhookWithSecret */
        WebhookWithSecret: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            /** @description Where deliveries are sent. */
            redirectUrl: string;
            description: string;
            /** @description Events to send. */
            action: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
            enabled: boolean;
            /** @description owner: by you; gone: the receiver responded with 410; failing: all deliveries failed for five days. */
            disabledReason: ("owner" | "gone" | "failing") | null;
            disabledAt: string | null;
            /** @description Time of the first failed attempt since the last successful one; null while it works. */
            failingSince: string | null;
            /** @description Until then, the previous secret also signs deliveries. */
            previousSecretUntil: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description whsec_ and base64. Shown only once: save it. */
            secret: string;
        };
        /** WebhookWithSecretAnswer */
        WebhookWithSecretAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["WebhookWithSecret"];
        };
        /** Witnesses */
        Witnesses: {
            /** @description How often the roots of new batches go to the witnesses. */
            intervalSeconds: number;
            /** @description Witnesses in use; empty if none is set. */
            witnesses: components["schemas"]["WitnessesWitnessesItem"][];
        };
        /** WitnessesAnswer */
        WitnessesAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["Witnesses"];
        };
        /** WitnessesWitnessesItem */
        WitnessesWitnessesItem: {
            /** @enum {unknown} */
            kind: "rfc3161" | "opentimestamps" | "chain";
            /** @description Host of the witness, as proofs name it. */
            name: string;
            /** @description Trees it has witnessed. */
            answered: number;
            lastAnsweredAt: string | null;
            /** @description Trees that still wait for it. */
            waiting: number;
            waitingSince: string | null;
            /** @description Why it has not answered. */
            failure: string | null;
        };
    };
    responses: {
        /** @description `malformed_request`, `headers_too_large`, `host_unknown`, `method_not_allowed`, `not_found`, `malformed_json`, `unsupported_type`, `charset_unsupported`, `encoding_unsupported`, `too_large`, `request_timeout` */
        Refused: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `invalid` */
        Invalid: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "invalid";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `user_not_found` */
        UserNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "user_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `rate_limited` */
        RateLimited: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "rate_limited";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `internal` */
        Internal: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "internal";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `outcome_unknown`, `unavailable` */
        OutcomeUnknownOrUnavailable: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "outcome_unknown" | "unavailable";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `token_missing` */
        TokenMissing: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "token_missing";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `token_invalid` */
        TokenInvalid: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "token_invalid";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `request_timeout` */
        RequestTimeout: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "request_timeout";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `too_large` */
        TooLarge: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `unavailable` */
        Unavailable: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "unavailable";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `forbidden`, `password_wrong` */
        ForbiddenOrPasswordWrong: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "forbidden" | "password_wrong";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `forbidden` */
        Forbidden: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "forbidden";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `session_not_found` */
        SessionNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "session_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `step_up_required` */
        StepUpRequired: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "step_up_required";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `too_many_clients`, `idempotency_running` */
        TooManyClientsOrIdempotencyRunning: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "too_many_clients" | "idempotency_running";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `idempotency_mismatch` */
        IdempotencyMismatch: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "idempotency_mismatch";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `disk_full` */
        DiskFull: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "disk_full";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `client_not_found` */
        ClientNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "client_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `token_missing`, `invalid` */
        TokenMissingOrInvalid: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "token_missing" | "invalid";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `too_many_devices`, `rate_limited` */
        TooManyDevicesOrRateLimited: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "too_many_devices" | "rate_limited";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `too_many_clients` */
        TooManyClients: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "too_many_clients";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `device_not_found` */
        DeviceNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "device_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `step_up_required`, `forbidden` */
        StepUpRequiredOrForbidden: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "step_up_required" | "forbidden";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `password_wrong`, `step_up_refused` */
        PasswordWrongOrStepUpRefused: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "password_wrong" | "step_up_refused";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `browser_not_found` */
        BrowserNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "browser_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `block_not_found` */
        BlockNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "block_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `node_unavailable`, `unavailable` */
        NodeUnavailableOrUnavailable: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "node_unavailable" | "unavailable";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `user_not_enrolled` */
        UserNotEnrolled: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "user_not_enrolled";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `storage_quota`, `disk_full` */
        StorageQuotaOrDiskFull: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "storage_quota" | "disk_full";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `stamp_not_found` */
        StampNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "stamp_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `list_too_long` */
        ListTooLong: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "list_too_long";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `hash_is_public`, `stamp_stays_public` */
        HashIsPublicOrStampStaysPublic: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "hash_is_public" | "stamp_stays_public";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `stamp_not_found`, `tsr_missing` */
        StampNotFoundOrTsrMissing: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "stamp_not_found" | "tsr_missing";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `ots_needs_sha256` */
        OtsNeedsSha256: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "ots_needs_sha256";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `queue_full`, `rate_limited` */
        QueueFullOrRateLimited: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "queue_full" | "rate_limited";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `code_not_reserved`, `idempotency_running` */
        CodeNotReservedOrIdempotencyRunning: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "code_not_reserved" | "idempotency_running";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `idempotency_running` */
        IdempotencyRunning: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "idempotency_running";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `too_many_codes`, `rate_limited` */
        TooManyCodesOrRateLimited: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "too_many_codes" | "rate_limited";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `seal_off` */
        SealOff: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "seal_off";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `code_not_reserved`, `code_sealed` */
        CodeNotReservedOrCodeSealed: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "code_not_reserved" | "code_sealed";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `too_many_runs`, `idempotency_running` */
        TooManyRunsOrIdempotencyRunning: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "too_many_runs" | "idempotency_running";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `run_not_found` */
        RunNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "run_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `run_not_found`, `stamp_not_found` */
        RunNotFoundOrStampNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "run_not_found" | "stamp_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `too_many_tags`, `too_many_tags_of_stamp` */
        TooManyTagsOrTooManyTagsOfStamp: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "too_many_tags" | "too_many_tags_of_stamp";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `selection_too_large` */
        SelectionTooLarge: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "selection_too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `link_expired` */
        LinkExpired: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "link_expired";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `too_many_downloads`, `rate_limited` */
        TooManyDownloadsOrRateLimited: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "too_many_downloads" | "rate_limited";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `storage_quota` */
        StorageQuota: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "storage_quota";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `invalid`, `token_missing` */
        InvalidOrTokenMissing: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "invalid" | "token_missing";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `end_user_not_found` */
        EndUserNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "end_user_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `too_many_streams`, `rate_limited` */
        TooManyStreamsOrRateLimited: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "too_many_streams" | "rate_limited";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `folder_not_found` */
        FolderNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "folder_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `deletion_not_found`, `tsr_missing` */
        DeletionNotFoundOrTsrMissing: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "deletion_not_found" | "tsr_missing";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `deletion_running` */
        DeletionRunning: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "deletion_running";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `folder_not_found`, `file_not_found` */
        FolderNotFoundOrFileNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "folder_not_found" | "file_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `file_too_large`, `too_large` */
        FileTooLargeOrTooLarge: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "file_too_large" | "too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `form_expected`, `encoding_unsupported` */
        FormExpectedOrEncodingUnsupported: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "form_expected" | "encoding_unsupported";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `file_not_found` */
        FileNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "file_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `file_mismatch` */
        FileMismatch: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "file_mismatch";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `file_not_found`, `folder_not_found` */
        FileNotFoundOrFolderNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "file_not_found" | "folder_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `file_in_bin`, `folder_in_bin` */
        FileInBinOrFolderInBin: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "file_in_bin" | "folder_in_bin";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `folder_in_bin` */
        FolderInBin: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "folder_in_bin";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `page_not_drawn` */
        PageNotDrawn: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "page_not_drawn";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `forbidden`, `link_expired` */
        ForbiddenOrLinkExpired: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "forbidden" | "link_expired";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `range_unsatisfiable` */
        RangeUnsatisfiable: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "range_unsatisfiable";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `content_damaged`, `internal` */
        ContentDamagedOrInternal: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "content_damaged" | "internal";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `file_not_found`, `tsr_missing` */
        FileNotFoundOrTsrMissing: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "file_not_found" | "tsr_missing";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `folder_too_large` */
        FolderTooLarge: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "folder_too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `tus_expected` */
        TusExpected: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "tus_expected";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `file_too_large` */
        FileTooLarge: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "file_too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `upload_damaged` */
        UploadDamaged: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "upload_damaged";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `encoding_unsupported` */
        EncodingUnsupported: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "encoding_unsupported";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `upload_busy` */
        UploadBusy: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "upload_busy";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `upload_not_found` */
        UploadNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "upload_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `session_old`, `step_up_required` */
        SessionOldOrStepUpRequired: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "session_old" | "step_up_required";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `webhook_not_found` */
        WebhookNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "webhook_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `webhooks_too_many`, `idempotency_running` */
        WebhooksTooManyOrIdempotencyRunning: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "webhooks_too_many" | "idempotency_running";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `token_missing`, `idempotency_key_invalid` */
        TokenMissingOrIdempotencyKeyInvalid: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "token_missing" | "idempotency_key_invalid";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `webhook_disabled`, `idempotency_running` */
        WebhookDisabledOrIdempotencyRunning: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "webhook_disabled" | "idempotency_running";
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `webhook_not_found`, `delivery_not_found` */
        WebhookNotFoundOrDeliveryNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "webhook_not_found" | "delivery_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `tsa_off` */
        TsaOff: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "tsa_off";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `unsupported_type`, `encoding_unsupported` */
        UnsupportedTypeOrEncodingUnsupported: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "unsupported_type" | "encoding_unsupported";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `token_not_found` */
        TokenNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "token_not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `calendar_off` */
        CalendarOff: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "calendar_off";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description `not_found` */
        NotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                /** @description The stable code of the error. */
                "Error-Code": "not_found";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: {
        /**
         * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
         * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
         */
        "Idempotency-Key": string;
        /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
        "Request-Id": string;
        /** @description The `ETag` of the answer you have: 304 if it is still the same. */
        "If-None-Match": string;
        /** @description One range of bytes: `bytes=0-499`, `bytes=500-`, `bytes=-500`. */
        Range: string;
        /** @description An `ETag`: the range is sent only if it is still the same, else everything. */
        "If-Range": string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the service's log. */
        "Request-Id": string;
        /** @description Seconds after which the same request is worth repeating. */
        "Retry-After": number;
        /** @description Pass it as `cursor` to get the next page. Missing on the last page. */
        "Next-Cursor": string;
        /** @description `true` when this is the answer to an earlier request with the same `Idempotency-Key`. */
        "Idempotent-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    authenticate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Issued at registration.
                 * @example cl_0123456789abcdef01234567
                 */
                "client-id": string;
                /**
                 * @description Issued at registration.
                 * @example sk_live_dGhpcnR5LXR3by1ieXRlcy1vZi1yYW5kb21uZXNz
                 */
                "secret-key": string;
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User logged in successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "User logged in successfully",
                     *       "data": {
                     *         "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJjaWQiOiJjbF8wIn0.c2lnbmF0dXJl",
                     *         "refreshToken": "rt_Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1iYXNlNjQtdGV4dA",
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "name": "Ada Lovelace",
                     *         "username": "ada",
                     *         "email": "ada@example.com",
                     *         "status": 1,
                     *         "profilePicture": "",
                     *         "loginType": "apiKey",
                     *         "isAccess": 1,
                     *         "walletAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuthenticatedAccountAnswer"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User logged out successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "User logged out successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    refresh: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "rt_Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1iYXNlNjQtdGV4dA"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Token renewed successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Token renewed successfully",
                     *       "data": {
                     *         "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJjaWQiOiJjbF8wIn0.c2lnbmF0dXJl",
                     *         "refreshToken": "rt_Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1iYXNlNjQtdGV4dA",
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "name": "Ada Lovelace",
                     *         "username": "ada",
                     *         "email": "ada@example.com",
                     *         "status": 1,
                     *         "profilePicture": "",
                     *         "loginType": "apiKey",
                     *         "isAccess": 1,
                     *         "walletAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuthenticatedAccountAnswer"];
                };
            };
            /** @description `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    authenticateV2: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Issued at registration.
                 * @example cl_0123456789abcdef01234567
                 */
                "client-id": string;
                /**
                 * @description Issued at registration.
                 * @example sk_live_dGhpcnR5LXR3by1ieXRlcy1vZi1yYW5kb21uZXNz
                 */
                "secret-key": string;
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User logged in successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "User logged in successfully",
                     *       "data": {
                     *         "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJjaWQiOiJjbF8wIn0.c2lnbmF0dXJl",
                     *         "refreshToken": "rt_Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1iYXNlNjQtdGV4dA",
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "name": "Ada Lovelace",
                     *         "username": "ada",
                     *         "email": "ada@example.com",
                     *         "status": 1,
                     *         "profilePicture": "",
                     *         "loginType": "apiKey",
                     *         "isAccess": 1,
                     *         "walletAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuthenticatedAccountAnswer"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["UserNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    logoutV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User logged out successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "User logged out successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    refreshV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "rt_Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1iYXNlNjQtdGV4dA"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Token renewed successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Token renewed successfully",
                     *       "data": {
                     *         "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJjaWQiOiJjbF8wIn0.c2lnbmF0dXJl",
                     *         "refreshToken": "rt_Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1iYXNlNjQtdGV4dA",
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "name": "Ada Lovelace",
                     *         "username": "ada",
                     *         "email": "ada@example.com",
                     *         "status": 1,
                     *         "profilePicture": "",
                     *         "loginType": "apiKey",
                     *         "isAccess": 1,
                     *         "walletAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuthenticatedAccountAnswer"];
                };
            };
            /** @description `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Profile fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Profile fetched successfully",
                     *       "data": {
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "name": "Ada Lovelace",
                     *         "username": "ada",
                     *         "email": "ada@example.com",
                     *         "emailVerified": false,
                     *         "profilePicture": "",
                     *         "bio": "",
                     *         "walletAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                     *         "language": "EN",
                     *         "receipts": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bio": "Poetical science",
                 *       "walletAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                 *       "language": "EN"
                 *     }
                 */
                "application/json": components["schemas"]["ProfileChange"];
            };
        };
        responses: {
            /** @description Profile updated successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Profile updated successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Account fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Account fetched successfully",
                     *       "data": {
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "name": "Ada Lovelace",
                     *         "username": "ada",
                     *         "email": "ada@example.com",
                     *         "emailVerified": true,
                     *         "newEmail": null,
                     *         "language": "EN",
                     *         "receipts": false,
                     *         "bio": "",
                     *         "walletAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                     *         "twoFactorEnabled": false,
                     *         "passkeys": 0,
                     *         "hasPassword": true,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "deletionAt": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "difference engine"
                 *     }
                 */
                "application/json": components["schemas"]["Password"];
            };
        };
        responses: {
            /** @description Account will be deleted */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Account will be deleted",
                     *       "data": {
                     *         "deletionAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeleteAccountAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["ForbiddenOrPasswordWrong"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    restoreAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Account stays */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Account stays"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sessions fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Sessions fetched successfully",
                     *       "data": [
                     *         {
                     *           "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "lastActiveAt": "2026-03-14T09:26:53.589Z",
                     *           "expiresAt": "2026-03-14T09:26:53.589Z",
                     *           "address": "192.0.2.7",
                     *           "userAgent": "Lynx",
                     *           "current": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListSessionsAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Other sessions ended successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Other sessions ended successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Session ended successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Session ended successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    changeEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@analytical.example"
                 *     }
                 */
                "application/json": components["schemas"]["EmailChange"];
            };
        };
        responses: {
            /** @description Mail sent successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Mail sent successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["StepUpRequired"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            /** @description `mail_missing`, `outcome_unknown`, `unavailable` */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "mail_missing" | "outcome_unknown" | "unavailable";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            default: components["responses"]["Refused"];
        };
    };
    cancelEmailChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Address stays */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Address stays"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listClients: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Clients fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Clients fetched successfully",
                     *       "data": [
                     *         {
                     *           "clientId": "cl_0123456789abcdef01234567",
                     *           "name": "Archive",
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "lastUsedAt": "2026-03-14T09:26:53.589Z",
                     *           "revokedAt": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListClientsAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Archive"
                 *     }
                 */
                "application/json": components["schemas"]["ClientName"];
            };
        };
        responses: {
            /** @description Client created successfully */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 201,
                     *       "message": "Client created successfully",
                     *       "data": {
                     *         "clientId": "cl_0123456789abcdef01234567",
                     *         "secretKey": "sk_live_dGhpcnR5LXR3by1ieXRlcy1vZi1yYW5kb21uZXNz",
                     *         "name": "Archive",
                     *         "createdAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedClientAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["StepUpRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TooManyClientsOrIdempotencyRunning"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    revokeClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example cl_0123456789abcdef01234567 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Client revoked successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Client revoked successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["StepUpRequired"];
            404: components["responses"]["ClientNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    renameClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example cl_0123456789abcdef01234567 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Vault"
                 *     }
                 */
                "application/json": components["schemas"]["ClientName"];
            };
        };
        responses: {
            /** @description Client updated successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Client updated successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["ClientNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    rotateClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example cl_0123456789abcdef01234567 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Secret key changed successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Secret key changed successfully",
                     *       "data": {
                     *         "clientId": "cl_0123456789abcdef01234567",
                     *         "secretKey": "sk_live_dGhpcnR5LXR3by1ieXRlcy1vZi1yYW5kb21uZXNz"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ClientCredentialsAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["StepUpRequired"];
            404: components["responses"]["ClientNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    revealClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example cl_0123456789abcdef01234567 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "difference engine"
                 *     }
                 */
                "application/json": components["schemas"]["Password"];
            };
        };
        responses: {
            /** @description Secret key fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Secret key fetched successfully",
                     *       "data": {
                     *         "clientId": "cl_0123456789abcdef01234567",
                     *         "secretKey": "sk_live_dGhpcnR5LXR3by1ieXRlcy1vZi1yYW5kb21uZXNz"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ClientCredentialsAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["ForbiddenOrPasswordWrong"];
            404: components["responses"]["ClientNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                page?: number;
                /** @description Items per page. */
                limit?: number;
                cursor?: string;
                /**
                 * @description Only answers of this class.
                 * @example 4xx
                 */
                status?: "2xx" | "3xx" | "4xx" | "5xx";
                /** @description Only this route, as the items have it: `/hash/{code}`. */
                route?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example cl_0123456789abcdef01234567 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Requests fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Requests fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "requests": [
                     *           {
                     *             "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *             "at": "2026-03-14T09:26:53.589Z",
                     *             "method": "POST",
                     *             "route": "/hash",
                     *             "status": 400,
                     *             "durationMs": 38,
                     *             "requestId": "order-4711",
                     *             "errorCode": "invalid",
                     *             "count": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LoggedRequestListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["ClientNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    requestDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "workbench"
                 *     }
                 */
                "application/json": components["schemas"]["DeviceName"];
            };
        };
        responses: {
            /** @description Device login started successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Device login started successfully",
                     *       "data": {
                     *         "deviceCode": "dc_dGhpcnR5LXR3by1ieXRlcy1vZi1yYW5kb21uZXNzLi4u",
                     *         "userCode": "WDJB-MJHT",
                     *         "verificationUri": "https://notary.example/portal/connect",
                     *         "verificationUriComplete": "https://notary.example/portal/connect?code=WDJB-MJHT",
                     *         "expiresIn": 600,
                     *         "interval": 2
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceCodesAnswer"];
                };
            };
            /** @description `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyDevicesOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    takeDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceCode": "dc_dGhpcnR5LXR3by1ieXRlcy1vZi1yYW5kb21uZXNzLi4u"
                 *     }
                 */
                "application/json": components["schemas"]["DevicePoll"];
            };
        };
        responses: {
            /** @description Device connected successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Device connected successfully",
                     *       "data": {
                     *         "clientId": "cl_0123456789abcdef01234567",
                     *         "secretKey": "sk_live_dGhpcnR5LXR3by1ieXRlcy1vZi1yYW5kb21uZXNz",
                     *         "name": "Ada Lovelace",
                     *         "email": "ada@example.com"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectedDeviceAnswer"];
                };
            };
            /** @description `authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "invalid" | "malformed_json" | "body_missing";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TooManyClients"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /**
                 * @description In upper or lower case, with or without the dash.
                 * @example WDJB-MJHT
                 */
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Device fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Device fetched successfully",
                     *       "data": {
                     *         "userCode": "WDJB-MJHT",
                     *         "name": "workbench",
                     *         "requestedAt": "2026-03-14T09:26:53.589Z",
                     *         "expiresAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceRequestAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeviceNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    approveDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /**
                 * @description In upper or lower case, with or without the dash.
                 * @example WDJB-MJHT
                 */
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Device approved successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Device approved successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["StepUpRequiredOrForbidden"];
            404: components["responses"]["DeviceNotFound"];
            409: components["responses"]["TooManyClients"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    denyDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /**
                 * @description In upper or lower case, with or without the dash.
                 * @example WDJB-MJHT
                 */
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Device refused successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Device refused successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeviceNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    stepUp: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "difference engine"
                 *     }
                 */
                "application/json": components["schemas"]["StepUpRequest"];
            };
        };
        responses: {
            /** @description Stepped up successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Stepped up successfully",
                     *       "data": {
                     *         "until": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StepUpAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["PasswordWrongOrStepUpRefused"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listBrowsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Browsers fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Browsers fetched successfully",
                     *       "data": [
                     *         {
                     *           "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *           "userAgent": "node",
                     *           "firstLoginAt": "2026-03-14T09:26:53.589Z",
                     *           "lastLoginAt": "2026-03-14T09:26:53.589Z",
                     *           "skipsCode": false,
                     *           "current": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListBrowsersAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    forgetBrowsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Browsers forgotten successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Browsers forgotten successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    forgetBrowser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                browserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Browser forgotten successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Browser forgotten successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BrowserNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Usage fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Usage fetched successfully",
                     *       "data": {
                     *         "storage": {
                     *           "used": 0,
                     *           "limit": 53687091200
                     *         },
                     *         "unfinishedUploads": {
                     *           "used": 0,
                     *           "limit": 26843545600,
                     *           "count": 1
                     *         },
                     *         "stampsToday": {
                     *           "used": 0,
                     *           "limit": 1000000,
                     *           "resetsAt": "2026-03-14T09:26:53.589Z"
                     *         },
                     *         "multiStampItems": {
                     *           "used": 0,
                     *           "limit": 200000
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UsageAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getNetwork: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Network fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Network fetched successfully",
                     *       "data": {
                     *         "name": "Chain 31337",
                     *         "isPrivate": false,
                     *         "chainId": 31337,
                     *         "blockchainId": "eip155:31337",
                     *         "contract": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                     *         "notaries": [
                     *           "0xfB6916095ca1df60bB79Ce92cE3Eada"
                     *         ],
                     *         "finality": {
                     *           "rule": "blocks",
                     *           "blocks": 1
                     *         },
                     *         "head": {
                     *           "number": 20417,
                     *           "time": "2026-03-14T09:26:53.589Z",
                     *           "finalNumber": 20417
                     *         },
                     *         "waiting": {
                     *           "batches": 0,
                     *           "oldestSeconds": null
                     *         },
                     *         "evidence": {
                     *           "kinds": [
                     *             "transaction"
                     *           ],
                     *           "examined": 1,
                     *           "provable": 1,
                     *           "problem": null
                     *         },
                     *         "trouble": null,
                     *         "costPerTransaction": "46512000000000",
                     *         "signers": [
                     *           {
                     *             "address": "0xfB6916095ca1df60bB79Ce92cE3Eada",
                     *             "balance": "912000000000000000",
                     *             "transactionsLastDay": 96,
                     *             "lastsDays": 412
                     *           }
                     *         ],
                     *         "batches": [
                     *           {
                     *             "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *             "purpose": "anchor",
                     *             "size": 3,
                     *             "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *             "state": "final",
                     *             "blockNumber": 20417,
                     *             "blockTime": "2026-03-14T09:26:53.589Z",
                     *             "createdAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ],
                     *         "seenAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NetworkAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getBlock: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 0 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Block fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description How long the answer may be kept.
                     * @example public, max-age=10
                     */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Block fetched successfully",
                     *       "data": {
                     *         "blockchainId": "eip155:31337",
                     *         "number": 20417,
                     *         "hash": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "time": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BlockAnswer"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["BlockNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["NodeUnavailableOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getWitnesses: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Witnesses fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Witnesses fetched successfully",
                     *       "data": {
                     *         "intervalSeconds": 3600,
                     *         "witnesses": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WitnessesAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getStampOrListStamps: {
        parameters: {
            query?: {
                /**
                 * @description A code, a hash, a transaction ID, or the `id` of one of your own stamps. A transaction ID of this service is never taken for a hash.
                 * @example 7G4K9XWQ20
                 */
                id?: string;
                /** @description A hash, and nothing else: of the stamp, or of the document that its copy was made from. */
                hash?: string;
                /** @description Lists the stamps of a transaction. */
                txid?: string;
                /** @description Lists the stamps of copies made from the document with this hash. */
                originalDocHash?: string;
                page?: number;
                /** @description Items per page. */
                limit?: number;
                cursor?: string;
                /** @description true: in a block; false: not yet. */
                status?: boolean;
                /** @description Matches code or name, and your own tags and notes. */
                search?: string;
                /** @description true: only private stamps; false: only public ones. */
                isPrivate?: boolean;
                /** @description true: only stamps of copies (`isEsign`); false: only the others. */
                isEsign?: boolean;
                /** @description Only stamps in one of these states, separated by commas: `submitted`, `confirmed`, `final`, `failed`. */
                state?: string;
                /** @description Only stamps made at this time or later. */
                from?: string;
                /** @description Only stamps made before this time. */
                to?: string;
                /** @description Only your stamps with this tag. */
                tag?: string;
                /** @description Only your stamps of the run with this ID. */
                run?: string;
                /** @description Your user ID: all your stamps. That of an end user: those made for them, even once they are erased. */
                userId?: string;
                /** @description Default: `received`. Names are in natural order, K2 before K10; those of a run by folder first. Up to 100,000 stamps can be sorted otherwise than by `received`. */
                sort?: "received" | "name" | "code" | "blockTime";
                /** @description Default: `desc`, the newest first. */
                order?: "asc" | "desc";
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stamp fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Stamp fetched successfully",
                     *       "data": {
                     *         "timestamp": "2026-03-14T09:26:53.589Z",
                     *         "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *         "code": "7G4K9XWQ20",
                     *         "filename": "agreement.pdf",
                     *         "type": "0",
                     *         "originalDocHash": "",
                     *         "isEsign": false,
                     *         "isPrivate": false,
                     *         "isPrivateBc": false,
                     *         "publicDetails": false,
                     *         "username": "Ada Lovelace",
                     *         "metaData": [
                     *           {
                     *             "latitude": "48.1372",
                     *             "longitude": "11.5756",
                     *             "description": "Signed in Munich"
                     *           }
                     *         ],
                     *         "txid": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "userVerify": 0,
                     *         "state": "final",
                     *         "blockNumber": 20417,
                     *         "blockTime": "2026-03-14T09:26:53.589Z",
                     *         "isOwn": true,
                     *         "otherCode": null,
                     *         "proofUrl": "/hash/7G4K9XWQ20/proof",
                     *         "tags": [],
                     *         "note": null,
                     *         "run": null,
                     *         "endUser": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GetStampOrListStampsAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["UserNotEnrolled"];
            404: components["responses"]["StampNotFound"];
            422: components["responses"]["ListTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    addStamp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                 *       "filename": "agreement.pdf",
                 *       "metadata": {
                 *         "latitude": "48.1372",
                 *         "longitude": "11.5756",
                 *         "description": "Signed in Munich"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["StampRequest"];
            };
        };
        responses: {
            /** @description Stamp created successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Stamp created successfully",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *         "txid": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "code": "7G4K9XWQ20",
                     *         "filename": "agreement.pdf"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StampCreationAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["UserNotEnrolled"];
            408: components["responses"]["RequestTimeout"];
            /** @description `stamp_exists`, `code_not_reserved`, `idempotency_running` */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "stamp_exists" | "code_not_reserved" | "idempotency_running";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            /** @description `stamp_quota`, `queue_full`, `rate_limited` */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "stamp_quota" | "queue_full" | "rate_limited";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["StorageQuotaOrDiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    publishStamp: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 7G4K9XWQ20 */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isPrivate": false,
                 *       "publicDetails": true
                 *     }
                 */
                "application/json": components["schemas"]["StampPublication"];
            };
        };
        responses: {
            /** @description Stamp updated successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Stamp updated successfully",
                     *       "data": {
                     *         "timestamp": "2026-03-14T09:26:53.589Z",
                     *         "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *         "code": "7G4K9XWQ20",
                     *         "filename": "agreement.pdf",
                     *         "type": "0",
                     *         "originalDocHash": "",
                     *         "isEsign": false,
                     *         "isPrivate": false,
                     *         "isPrivateBc": false,
                     *         "publicDetails": true,
                     *         "username": "Ada Lovelace",
                     *         "metaData": [
                     *           {
                     *             "latitude": "48.1372",
                     *             "longitude": "11.5756",
                     *             "description": "Signed in Munich"
                     *           }
                     *         ],
                     *         "txid": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "userVerify": 0,
                     *         "state": "final",
                     *         "blockNumber": 20417,
                     *         "blockTime": "2026-03-14T09:26:53.589Z",
                     *         "isOwn": true,
                     *         "otherCode": null,
                     *         "proofUrl": "/hash/7G4K9XWQ20/proof",
                     *         "tags": [],
                     *         "note": null,
                     *         "run": null,
                     *         "endUser": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StampDetailsAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["StampNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["HashIsPublicOrStampStaysPublic"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getProof: {
        parameters: {
            query?: {
                /** @description Default: `json`. */
                format?: "json" | "ots" | "tsr" | "pdf" | "html";
                /** @description Language of `pdf` and `html`; by default, that of your profile. */
                lang?: "EN" | "DE";
            };
            header?: {
                /** @description The `ETag` of the answer you have: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 7G4K9XWQ20 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the proof of a stamp */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Changes with the answer: send it as `If-None-Match`.
                     * @example W/"XY5+Yq8m0KqkqH3lqQJ9H6c3T2s="
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "tallystick-proof",
                     *       "version": 1,
                     *       "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *       "kind": "stamp",
                     *       "code": "7G4K9XWQ20",
                     *       "salt": "3785cdf6cb9c2265c7f99a06eba860eb",
                     *       "details": {
                     *         "code": "7G4K9XWQ20",
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "filename": "agreement.pdf",
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "isEsign": false,
                     *         "isPrivateBc": false,
                     *         "metaData": [
                     *           {
                     *             "latitude": "48.1372",
                     *             "longitude": "11.5756",
                     *             "description": "Signed in Munich"
                     *           }
                     *         ],
                     *         "originalDocHash": "",
                     *         "owner": "Ada Lovelace",
                     *         "type": "0"
                     *       },
                     *       "commitment": "caa0c419ed4b5d7628d1ce29a28ca67850f779c4d929febffc192a514f1e186e",
                     *       "leafIndex": 0,
                     *       "treeSize": 1,
                     *       "path": [],
                     *       "root": "7a89f07afb4d1b977149fc8b7f2a180057b5e742d5d31d5339a2b3ec23427d26",
                     *       "state": "final",
                     *       "anchors": [
                     *         {
                     *           "chain": "eip155:31337",
                     *           "network": "Chain 31337",
                     *           "private": false,
                     *           "contract": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                     *           "notary": "0xfB6916095ca1df60bB79Ce92cE3Eada",
                     *           "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *           "rawTransaction": "0xf8…",
                     *           "state": "final",
                     *           "transactionIndex": 0,
                     *           "trieProof": [
                     *             "0xf8…"
                     *           ],
                     *           "header": "0xf8…",
                     *           "blockHash": "0x1f0887801b76b9223b3c73a60205b647f2652bb64d2d37630c30b4f39f907bc7",
                     *           "blockNumber": 20417,
                     *           "blockTime": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "checksum": "3d2a8e9d4efc4bbf49fd1f0d83228a4a775c4c44c36fe635515e2d0f589da3f6"
                     *     }
                     */
                    "application/json": components["schemas"]["Proof"];
                    "application/pdf": string;
                    "text/html": string;
                    "application/vnd.opentimestamps.v1": string;
                    "application/zip": string;
                };
            };
            /** @description Not modified: the answer you have is current. */
            304: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Changes with the answer: send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["StampNotFoundOrTsrMissing"];
            422: components["responses"]["OtsNeedsSha256"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    multiStamp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                 *         "filename": "plan.pdf",
                 *         "isPrivate": true
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["MultiStampItem"][];
            };
        };
        responses: {
            /** @description Stamps created successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Stamps created successfully",
                     *       "data": [
                     *         {
                     *           "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *           "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *           "txid": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MultiStampAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["CodeNotReservedOrIdempotencyRunning"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            /** @description `stamp_quota`, `bulk_quota`, `queue_full`, `rate_limited` */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "stamp_quota" | "bulk_quota" | "queue_full" | "rate_limited";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    reserveCodes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "count": 1
                 *     }
                 */
                "application/json": components["schemas"]["CodeReservationRequest"];
            };
        };
        responses: {
            /** @description Codes reserved successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Codes reserved successfully",
                     *       "data": {
                     *         "codes": [
                     *           {
                     *             "code": "RP3T8N6VM0",
                     *             "url": "https://notary.example/s/RP3T8N6VM0"
                     *           }
                     *         ],
                     *         "expiresAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CodeReservationAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyRunning"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyCodesOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    sealCopy: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /**
                 * @description A code that you reserved.
                 * @example RP3T8N6VM0
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "digest": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278"
                 *     }
                 */
                "application/json": components["schemas"]["SealRequest"];
            };
        };
        responses: {
            /** @description Copy sealed successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Copy sealed successfully",
                     *       "data": {
                     *         "code": "RP3T8N6VM0",
                     *         "signature": "MIIImgYJKoZIhvcNAQcCoIII"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SealAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["SealOff"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["CodeNotReservedOrCodeSealed"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                page?: number;
                /** @description Items per page. */
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Runs fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Runs fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "runs": [
                     *           {
                     *             "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *             "name": "Müller ./. Schmidt",
                     *             "isPrivate": true,
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "stamped": 1,
                     *             "failed": 1,
                     *             "confirmed": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RunListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Müller ./. Schmidt",
                 *       "isPrivate": true
                 *     }
                 */
                "application/json": components["schemas"]["RunRequest"];
            };
        };
        responses: {
            /** @description Run created successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Run created successfully",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "name": "Müller ./. Schmidt",
                     *         "isPrivate": true,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "stamped": 0,
                     *         "failed": 0,
                     *         "confirmed": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RunAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TooManyRunsOrIdempotencyRunning"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Run fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Run fetched successfully",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "name": "Müller ./. Schmidt",
                     *         "isPrivate": true,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "stamped": 1,
                     *         "failed": 1,
                     *         "confirmed": 1,
                     *         "failures": [
                     *           {
                     *             "name": "K2.pdf",
                     *             "folder": "Annexes",
                     *             "reason": "unreadable"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RunDetailsAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["RunNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    renameRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Müller ./. Schmidt, annexes"
                 *     }
                 */
                "application/json": components["schemas"]["RunName"];
            };
        };
        responses: {
            /** @description Run updated successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Run updated successfully",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "name": "Müller ./. Schmidt, annexes",
                     *         "isPrivate": true,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "stamped": 1,
                     *         "failed": 1,
                     *         "confirmed": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RunAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["RunNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    addToRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "code": "7G4K9XWQ20",
                 *           "folder": "Annexes"
                 *         }
                 *       ],
                 *       "failures": [
                 *         {
                 *           "name": "K2.pdf",
                 *           "folder": "Annexes",
                 *           "reason": "unreadable"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RunAdditions"];
            };
        };
        responses: {
            /** @description Stamps added successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Stamps added successfully",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "name": "Müller ./. Schmidt",
                     *         "isPrivate": true,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "stamped": 1,
                     *         "failed": 1,
                     *         "confirmed": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RunAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["RunNotFoundOrStampNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["StorageQuotaOrDiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    labelStamps: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "select": {
                 *         "codes": [
                 *           "7G4K9XWQ20"
                 *         ]
                 *       },
                 *       "addTags": [
                 *         "Case 7"
                 *       ],
                 *       "note": "Ask for the original"
                 *     }
                 */
                "application/json": components["schemas"]["StampLabels"];
            };
        };
        responses: {
            /** @description Stamps labelled successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Stamps labelled successfully",
                     *       "data": {
                     *         "changed": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LabelStampsAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["StampNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TooManyTagsOrTooManyTagsOfStamp"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["SelectionTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["StorageQuotaOrDiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tags fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Tags fetched successfully",
                     *       "data": [
                     *         {
                     *           "tag": "Case 7",
                     *           "count": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListTagsAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getStampOverview: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Overview fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Overview fetched successfully",
                     *       "data": {
                     *         "days": [
                     *           {
                     *             "date": "2026-03-14",
                     *             "stamps": 0
                     *           }
                     *         ],
                     *         "submitted": {
                     *           "stamps": 0,
                     *           "since": null
                     *         },
                     *         "confirmed": {
                     *           "stamps": 0,
                     *           "since": null
                     *         },
                     *         "failed": {
                     *           "stamps": 0,
                     *           "since": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StampOverviewAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    exportStamps: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "select": {
                 *         "codes": [
                 *           "7G4K9XWQ20"
                 *         ]
                 *       },
                 *       "format": "csv",
                 *       "language": "EN"
                 *     }
                 */
                "application/json": components["schemas"]["StampExportRequest"];
            };
        };
        responses: {
            /** @description Export prepared successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Export prepared successfully",
                     *       "data": {
                     *         "url": "/hash/exports/dHdlbnR5LWZvdXIgcmFuZG9tIGJ5dGVz",
                     *         "expiresAt": "2026-03-14T09:26:53.589Z",
                     *         "count": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StampExportAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["StampNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["SelectionTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    downloadStamps: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example dHdlbnR5LWZvdXIgcmFuZG9tIGJ5dGVz */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download stamps that were prepared */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Name for the saved file.
                     * @example attachment; filename="tallystick-stamps-2026-03-14.csv"
                     */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example Folder,Name,Code,Fingerprint,Visibility,Received (UTC),Block time (UTC),State,Transaction,Run,Tags,Note
                     *     Annexes,agreement.pdf,7G4K9XWQ20,19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278,Public,2026-03-14T09:26:53.589Z,2026-03-14T09:26:53.589Z,Final,0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c,"Müller ./. Schmidt, annexes",Case 7,Ask for the original
                     */
                    "application/zip": string;
                    "application/pdf": string;
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            403: components["responses"]["LinkExpired"];
            429: components["responses"]["TooManyDownloadsOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getStampOrListStampsV2: {
        parameters: {
            query?: {
                /**
                 * @description A code, a hash, a transaction ID, or the `id` of one of your own stamps. A transaction ID of this service is never taken for a hash.
                 * @example 7G4K9XWQ20
                 */
                id?: string;
                /** @description A hash, and nothing else: of the stamp, or of the document that its copy was made from. */
                hash?: string;
                /** @description Lists the stamps of a transaction. */
                txid?: string;
                /** @description Lists the stamps of copies made from the document with this hash. */
                originalDocHash?: string;
                page?: number;
                /** @description Items per page. */
                limit?: number;
                cursor?: string;
                /** @description true: in a block; false: not yet. */
                status?: boolean;
                /** @description Matches code or name, and your own tags and notes. */
                search?: string;
                /** @description true: only private stamps; false: only public ones. */
                isPrivate?: boolean;
                /** @description true: only stamps of copies (`isEsign`); false: only the others. */
                isEsign?: boolean;
                /** @description Only stamps in one of these states, separated by commas: `submitted`, `confirmed`, `final`, `failed`. */
                state?: string;
                /** @description Only stamps made at this time or later. */
                from?: string;
                /** @description Only stamps made before this time. */
                to?: string;
                /** @description Only your stamps with this tag. */
                tag?: string;
                /** @description Only your stamps of the run with this ID. */
                run?: string;
                /** @description Your user ID: all your stamps. That of an end user: those made for them, even once they are erased. */
                userId?: string;
                /** @description Default: `received`. Names are in natural order, K2 before K10; those of a run by folder first. Up to 100,000 stamps can be sorted otherwise than by `received`. */
                sort?: "received" | "name" | "code" | "blockTime";
                /** @description Default: `desc`, the newest first. */
                order?: "asc" | "desc";
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stamp fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Stamp fetched successfully",
                     *       "data": {
                     *         "timestamp": "2026-03-14T09:26:53.589Z",
                     *         "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *         "code": "7G4K9XWQ20",
                     *         "filename": "agreement.pdf",
                     *         "type": "0",
                     *         "originalDocHash": "",
                     *         "isEsign": false,
                     *         "isPrivate": false,
                     *         "isPrivateBc": false,
                     *         "publicDetails": false,
                     *         "username": "Ada Lovelace",
                     *         "metaData": [
                     *           {
                     *             "metadata": [
                     *               {
                     *                 "latitude": "48.1372",
                     *                 "longitude": "11.5756",
                     *                 "description": "Signed in Munich"
                     *               }
                     *             ],
                     *             "path": "/s/7G4K9XWQ20"
                     *           }
                     *         ],
                     *         "txid": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "userVerify": 0,
                     *         "state": "final",
                     *         "blockNumber": 20417,
                     *         "blockTime": "2026-03-14T09:26:53.589Z",
                     *         "isOwn": true,
                     *         "otherCode": null,
                     *         "proofUrl": "/hash/7G4K9XWQ20/proof",
                     *         "tags": [],
                     *         "note": null,
                     *         "run": null,
                     *         "endUser": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GetStampOrListStampsV2Answer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["UserNotEnrolled"];
            404: components["responses"]["StampNotFound"];
            422: components["responses"]["ListTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    addStampV2: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                 *       "userId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                 *       "metadata": {
                 *         "invoice": 4711,
                 *         "parts": [
                 *           "a"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["StampRequestV2"];
            };
        };
        responses: {
            /** @description Stamp created successfully */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 201,
                     *       "message": "Stamp created successfully",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *         "txid": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "code": "7G4K9XWQ20",
                     *         "filename": "stamp-7G4K9XWQ20"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StampCreationAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["UserNotEnrolled"];
            408: components["responses"]["RequestTimeout"];
            /** @description `already_stamped`, `code_not_reserved`, `idempotency_running` */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "already_stamped" | "code_not_reserved" | "idempotency_running";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            /** @description `stamp_quota`, `queue_full`, `rate_limited` */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "stamp_quota" | "queue_full" | "rate_limited";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["StorageQuotaOrDiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @example 1 */
                page?: number;
                /**
                 * @description Items per page.
                 * @example 5
                 */
                limit?: number;
                cursor?: string;
                search?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Users fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "users": [
                     *           {
                     *             "userId": "customer-17",
                     *             "username": "Kim Example",
                     *             "email": "kim@example.org",
                     *             "publicAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                     *             "publishName": false,
                     *             "stamps": 0,
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "updatedAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EndUserListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    enrollUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "customer-17",
                 *       "username": "Kim Example",
                 *       "email": "kim@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["EndUserEnrollment"];
            };
        };
        responses: {
            /** @description User enrolled successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "User enrolled successfully",
                     *       "data": {
                     *         "userId": "customer-17",
                     *         "publicAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EnrolledEndUserAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["StorageQuota"];
            default: components["responses"]["Refused"];
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example customer-17 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User erased successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "User erased successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["InvalidOrTokenMissing"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["EndUserNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listenToEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event received. The first time, the time a list was loaded, so that no later event is missed: milliseconds since 1970, from the `Date` of its response. */
                "last-event-id"?: string;
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your stamps as they change: server-sent events */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example retry: 2000
                     *     event: ready
                     *     id: 1773480413589
                     *     data: {}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidOrTokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["TooManyStreamsOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listFolders: {
        parameters: {
            query?: {
                /** @example 1 */
                page?: number;
                /**
                 * @description Items per page.
                 * @example 5
                 */
                limit?: number;
                /**
                 * @description Your ID: your own folders. Another account's: its public ones.
                 * @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916
                 */
                organizationId?: string;
                /** @description Those directly in this folder; `root`: those at the top, yours or the account's. */
                parentFolderId?: string | "root";
                /** @description true: folders in your bin. */
                isBin?: boolean;
                search?: string;
                cursor?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Folders fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Folders fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "data": [
                     *           {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *             "folderName": "Contracts",
                     *             "parentFolderId": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *             "folderLevel": 1,
                     *             "isBin": false,
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "userData": {
                     *               "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *               "name": "Ada Lovelace"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ListedFolderListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["FolderNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createFolder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "folderName": "Contracts",
                 *       "folderType": "private",
                 *       "organizationId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916"
                 *     }
                 */
                "application/json": components["schemas"]["FolderRequest"];
            };
        };
        responses: {
            /** @description Folder created successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Folder created successfully",
                     *       "data": {
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "folderName": "Contracts",
                     *         "userId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "parentFolderId": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *         "folderLevel": 1,
                     *         "isSign": false,
                     *         "isBin": false,
                     *         "defaultOptions": false,
                     *         "digitalTwinId": null,
                     *         "previousFolderId": null,
                     *         "folderType": "private",
                     *         "deletedAt": null,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FolderAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `folder_exists`, `folder_in_bin`, `folder_too_deep`, `idempotency_running` */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "folder_exists" | "folder_in_bin" | "folder_too_deep" | "idempotency_running";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    restoreFolder: {
        parameters: {
            query?: {
                /** @description Your user ID. */
                organizationId?: string;
            };
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Folder restored successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Folder restored successfully",
                     *       "data": {
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "folderName": "Contracts 2026",
                     *         "userId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "parentFolderId": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *         "folderLevel": 1,
                     *         "isSign": false,
                     *         "isBin": false,
                     *         "defaultOptions": false,
                     *         "digitalTwinId": null,
                     *         "previousFolderId": null,
                     *         "folderType": "public",
                     *         "deletedAt": null,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FolderAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFound"];
            /** @description `folder_exists`, `folder_too_deep`, `idempotency_running` */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "folder_exists" | "folder_too_deep" | "idempotency_running";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    getFolder: {
        parameters: {
            query?: {
                /** @description Your user ID. */
                organizationId?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                parentFolderId: string;
                /** @example 01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd */
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Folder fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Folder fetched successfully",
                     *       "data": {
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "folderName": "Contracts",
                     *         "userId": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *         "parentFolderId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "folderLevel": 1,
                     *         "isBin": false,
                     *         "previousFolderId": null,
                     *         "folderType": "private",
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FolderDetailsAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    browseFolder: {
        parameters: {
            query?: {
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /**
                 * @description ID of a folder; `root` for your top level.
                 * @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916
                 */
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Folder fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Folder fetched successfully",
                     *       "data": {
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "folderName": "Contracts 2026",
                     *         "parentFolderId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "folderLevel": 1,
                     *         "folderType": "public",
                     *         "isBin": false,
                     *         "isOwn": true,
                     *         "ownerId": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *         "ownerName": "Ada Lovelace",
                     *         "path": [
                     *           {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *             "folderName": "Contracts 2026",
                     *             "folderType": "public"
                     *           }
                     *         ],
                     *         "folders": 0,
                     *         "files": 1,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BrowsedFolderAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteFolder: {
        parameters: {
            query?: {
                /** @description Your user ID. */
                organizationId?: string;
                /** @description Purge it instead of moving it to the bin. */
                permanent?: boolean;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Folder deleted successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Address of the certificate of deletion, when this deleted permanently. */
                    "Deletion-Certificate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Folder deleted successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFound"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateFolder: {
        parameters: {
            query?: {
                /** @description Your user ID. */
                organizationId?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                folderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "folderName": "Contracts 2026",
                 *       "folderType": "public"
                 *     }
                 */
                "application/json": components["schemas"]["FolderChange"];
            };
        };
        responses: {
            /** @description Folder updated successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Folder updated successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `folder_exists`, `folder_in_bin`, `folder_cycle`, `folder_too_deep` */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "folder_exists" | "folder_in_bin" | "folder_cycle" | "folder_too_deep";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    listDeletions: {
        parameters: {
            query?: {
                page?: number;
                /** @description Items per page. */
                limit?: number;
                cursor?: string;
                within?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletions fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Deletions fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "data": [
                     *           {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *             "type": "file",
                     *             "requestedAt": "2026-03-14T09:26:53.589Z",
                     *             "deletedAt": "2026-03-14T09:26:53.589Z",
                     *             "attachmentHash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *             "versions": 2,
                     *             "files": null,
                     *             "folders": null,
                     *             "state": "final",
                     *             "expiresAt": "2026-03-14T09:26:53.589Z",
                     *             "proofUrl": "/api/deletions/01938f3c-7a40-7c3e-9d5b-327fbcafc916/proof"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeletionListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getDeletionProof: {
        parameters: {
            query?: {
                /** @description Default: `json`. */
                format?: "json" | "ots" | "tsr" | "pdf" | "html";
                /** @description Language of `pdf` and `html`; by default, that of your profile. */
                lang?: "EN" | "DE";
            };
            header?: {
                /** @description The `ETag` of the answer you have: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the certificate of a deletion */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Changes with the answer: send it as `If-None-Match`.
                     * @example W/"XY5+Yq8m0KqkqH3lqQJ9H6c3T2s="
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "tallystick-proof",
                     *       "version": 1,
                     *       "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *       "kind": "change",
                     *       "code": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *       "salt": "3785cdf6cb9c2265c7f99a06eba860eb",
                     *       "details": {
                     *         "subject": "file",
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "action": "purged",
                     *         "userId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "at": "2026-03-14T09:26:53.589Z",
                     *         "requestedAt": "2026-03-14T09:26:53.589Z",
                     *         "versions": 2,
                     *         "contents": [
                     *           "caa0c419ed4b5d7628d1ce29a28ca67850f779c4d929febffc192a514f1e186e"
                     *         ]
                     *       },
                     *       "commitment": "7a89f07afb4d1b977149fc8b7f2a180057b5e742d5d31d5339a2b3ec23427d26",
                     *       "leafIndex": 0,
                     *       "treeSize": 1,
                     *       "path": [],
                     *       "root": "3d2a8e9d4efc4bbf49fd1f0d83228a4a775c4c44c36fe635515e2d0f589da3f6",
                     *       "state": "final",
                     *       "anchors": [
                     *         {
                     *           "chain": "eip155:31337",
                     *           "network": "Chain 31337",
                     *           "private": false,
                     *           "contract": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                     *           "notary": "0xfB6916095ca1df60bB79Ce92cE3Eada",
                     *           "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *           "rawTransaction": "0xf8…",
                     *           "state": "final",
                     *           "transactionIndex": 0,
                     *           "trieProof": [
                     *             "0xf8…"
                     *           ],
                     *           "header": "0xf8…",
                     *           "blockHash": "0x1f0887801b76b9223b3c73a60205b647f2652bb64d2d37630c30b4f39f907bc7",
                     *           "blockNumber": 20417,
                     *           "blockTime": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "checksum": "ebbb26765e8c2254e38a31d3f48c036c6e2b757cc260ded2d43823fc012a052c"
                     *     }
                     */
                    "application/json": components["schemas"]["Proof"];
                    "application/pdf": string;
                    "text/html": string;
                    "application/vnd.opentimestamps.v1": string;
                    "application/zip": string;
                };
            };
            /** @description Not modified: the answer you have is current. */
            304: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Changes with the answer: send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["DeletionNotFoundOrTsrMissing"];
            409: components["responses"]["DeletionRunning"];
            422: components["responses"]["OtsNeedsSha256"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fileName": "report.bin",
                 *       "folderId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                 *       "organizationId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                 *       "attachments": "documented"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["CreateFileRequest"];
            };
        };
        responses: {
            /** @description File created successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "File created successfully",
                     *       "data": {
                     *         "fileId": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *         "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "uniqueId": "7G4K9XWQ20",
                     *         "thumbUrl": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-cb4aec889ac8/thumbnail?version=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&account=01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd&expires=1773480413&signature=c2lnbmF0dXJl"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FileCreationAnswer"];
                };
            };
            /** @description `malformed_form`, `token_missing`, `invalid`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "malformed_form" | "token_missing" | "invalid" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFoundOrFileNotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `folder_in_bin`, `code_not_reserved`, `idempotency_running` */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "folder_in_bin" | "code_not_reserved" | "idempotency_running";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            413: components["responses"]["FileTooLargeOrTooLarge"];
            415: components["responses"]["FormExpectedOrEncodingUnsupported"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            /** @description `storage_full`, `disk_low`, `storage_quota`, `disk_full` */
            507: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "storage_full" | "disk_low" | "storage_quota" | "disk_full";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            default: components["responses"]["Refused"];
        };
    };
    validateFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fileId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                 *       "organizationId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                 *       "attachments": "documented"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["ValidateFileRequest"];
            };
        };
        responses: {
            /** @description File validated successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "File validated successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            /** @description `malformed_form`, `token_missing`, `invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "malformed_form" | "token_missing" | "invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FileNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["FileTooLargeOrTooLarge"];
            415: components["responses"]["FormExpectedOrEncodingUnsupported"];
            422: components["responses"]["FileMismatch"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listFileVersions: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The Next-Cursor of the previous page. */
                cursor?: string;
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Versions fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "data": [
                     *           {
                     *             "versionId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *             "number": 20417,
                     *             "isCurrent": true,
                     *             "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *             "attachmentHash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *             "file": {
                     *               "fileName": "agreement.txt",
                     *               "fileSize": 1,
                     *               "fileType": "txt",
                     *               "url": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-327fbcafc916/content?version=01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd&account=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&expires=1773480413&signature=c2lnbmF0dXJl",
                     *               "mimetype": "text/plain",
                     *               "pageNumber": 1,
                     *               "height": 0,
                     *               "width": 0
                     *             },
                     *             "thumbUrl": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-327fbcafc916/thumbnail?version=01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd&account=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&expires=1773480413&signature=c2lnbmF0dXJl",
                     *             "createdAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FileVersionListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FileNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    addFileVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "attachments": "2"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["AddFileVersionRequest"];
            };
        };
        responses: {
            /** @description Version created successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Version created successfully",
                     *       "data": {
                     *         "fileId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "uniqueId": "7G4K9XWQ20",
                     *         "thumbUrl": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-327fbcafc916/thumbnail?version=01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd&account=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&expires=1773480413&signature=c2lnbmF0dXJl"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FileCreationAnswer"];
                };
            };
            /** @description `malformed_form`, `token_missing`, `invalid`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "malformed_form" | "token_missing" | "invalid" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FileNotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `file_in_bin`, `folder_in_bin`, `idempotency_running` */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "file_in_bin" | "folder_in_bin" | "idempotency_running";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            413: components["responses"]["FileTooLargeOrTooLarge"];
            415: components["responses"]["FormExpectedOrEncodingUnsupported"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            /** @description `storage_full`, `disk_low`, `storage_quota`, `disk_full` */
            507: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "storage_full" | "disk_low" | "storage_quota" | "disk_full";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            default: components["responses"]["Refused"];
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                folderId: string;
                /** @example 01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description File fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "File fetched successfully",
                     *       "data": {
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "description": "",
                     *         "fileName": "report.bin",
                     *         "lat": null,
                     *         "long": null,
                     *         "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "attachmentHash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "uploadedBy": "Ada Lovelace",
                     *         "file": {
                     *           "fileName": "report.bin",
                     *           "fileSize": 10,
                     *           "fileType": "bin",
                     *           "url": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd/content?version=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&account=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&expires=1773480413&signature=c2lnbmF0dXJl",
                     *           "mimetype": "text/plain",
                     *           "pageNumber": 1,
                     *           "height": 0,
                     *           "width": 0
                     *         },
                     *         "ownerInfo": {
                     *           "ownerId": "01938f3c-7a40-7c3e-9d5b-3310c60fd7f1",
                     *           "name": "Ada Lovelace",
                     *           "userName": "ada",
                     *           "email": "ada@example.com",
                     *           "profilePicture": "",
                     *           "thumbProfilePicture": ""
                     *         },
                     *         "isVersion": false,
                     *         "isFavourite": false,
                     *         "isDateUpdated": false,
                     *         "durationChangedDate": "",
                     *         "fileType": "public",
                     *         "encryptedBuffer": "",
                     *         "webEncryptedBuffer": "",
                     *         "versionId": null,
                     *         "type": "file"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FileDetailsAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FileNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The Next-Cursor of the previous page. */
                cursor?: string;
                search?: string;
                isBin?: boolean;
                /** @description Default: `date`, of the upload. */
                sort?: "date" | "name" | "size" | "type";
                /** @description Default: `desc`. */
                order?: "asc" | "desc";
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Files fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Files fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "data": [
                     *           {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *             "fileName": "report.bin",
                     *             "description": "",
                     *             "folderId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *             "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *             "attachmentHash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *             "uniqueId": "7G4K9XWQ20",
                     *             "file": {
                     *               "fileName": "report.bin",
                     *               "fileSize": 10,
                     *               "fileType": "bin",
                     *               "url": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd/content?version=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&account=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&expires=1773480413&signature=c2lnbmF0dXJl",
                     *               "mimetype": "text/plain",
                     *               "pageNumber": 1,
                     *               "height": 0,
                     *               "width": 0
                     *             },
                     *             "thumbUrl": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd/thumbnail?version=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&account=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&expires=1773480413&signature=c2lnbmF0dXJl",
                     *             "isVersion": false,
                     *             "isFavourite": false,
                     *             "isBin": false,
                     *             "fileType": "public",
                     *             "versionId": null,
                     *             "type": "file",
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "updatedAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ListedFileListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFound"];
            422: components["responses"]["ListTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    browseFile: {
        parameters: {
            query?: {
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description File fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "File fetched successfully",
                     *       "data": {
                     *         "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "fileName": "report.bin",
                     *         "description": "",
                     *         "folderId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "attachmentHash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *         "uniqueId": "7G4K9XWQ20",
                     *         "file": {
                     *           "fileName": "report.bin",
                     *           "fileSize": 467,
                     *           "fileType": "bin",
                     *           "url": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-327fbcafc916/content?version=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&account=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&expires=1773480413&signature=c2lnbmF0dXJl",
                     *           "mimetype": "application/pdf",
                     *           "pageNumber": 1,
                     *           "height": 792,
                     *           "width": 612
                     *         },
                     *         "thumbUrl": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-327fbcafc916/thumbnail?version=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&account=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&expires=1773480413&signature=c2lnbmF0dXJl",
                     *         "isVersion": false,
                     *         "isFavourite": false,
                     *         "isBin": false,
                     *         "fileType": "public",
                     *         "versionId": null,
                     *         "type": "file",
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z",
                     *         "isOwn": true,
                     *         "ownerId": "01938f3c-7a40-7c3e-9d5b-3310c60fd7f1",
                     *         "ownerName": "Ada Lovelace",
                     *         "uploadedBy": "Ada Lovelace",
                     *         "versions": 1,
                     *         "path": [
                     *           {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *             "folderName": "Contracts 2026",
                     *             "folderType": "public"
                     *           }
                     *         ],
                     *         "state": "final",
                     *         "blockNumber": 20417,
                     *         "blockTime": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BrowsedFileAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FileNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteFile: {
        parameters: {
            query?: {
                /** @description Purges at once instead of moving to the bin. */
                permanent?: boolean;
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description File deleted successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Address of the certificate of deletion, when this deleted permanently. */
                    "Deletion-Certificate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "File deleted successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FileNotFound"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateFile: {
        parameters: {
            query?: {
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fileName": "agreement.txt",
                 *       "isFavourite": true
                 *     }
                 */
                "application/json": components["schemas"]["FileChange"];
            };
        };
        responses: {
            /** @description File updated successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "File updated successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FileNotFoundOrFolderNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["FileInBinOrFolderInBin"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    restoreFile: {
        parameters: {
            query?: {
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description File restored successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "File restored successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FileNotFound"];
            409: components["responses"]["FolderInBin"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getFilePage: {
        parameters: {
            query?: {
                version?: string;
            };
            header?: {
                /** @description The `ETag` of the answer you have: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                fileId: string;
                /**
                 * @description From 1.
                 * @example 1
                 */
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a page of a PDF as an image (WebP) */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Changes with the answer: send it as `If-None-Match`.
                     * @example "page-01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd-1"
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description Not modified: the answer you have is current. */
            304: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Changes with the answer: send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["FileNotFound"];
            422: components["responses"]["PageNotDrawn"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getFileContent: {
        parameters: {
            query?: {
                version?: string;
                account?: string;
                expires?: number;
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: {
                /** @description The `ETag` of the answer you have: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description One range of bytes: `bytes=0-499`, `bytes=500-`, `bytes=-500`. */
                Range?: components["parameters"]["Range"];
                /** @description An `ETag`: the range is sent only if it is still the same, else everything. */
                "If-Range"?: components["parameters"]["If-Range"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download a file */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Changes with the answer: send it as `If-None-Match`.
                     * @example "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278"
                     */
                    ETag?: string;
                    /**
                     * @description Parts can be requested: `bytes`.
                     * @example bytes
                     */
                    "Accept-Ranges"?: string;
                    /**
                     * @description Name for the saved file.
                     * @example attachment; filename="report.bin"
                     */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example 2 */
                    "application/octet-stream": string;
                };
            };
            /** @description The range. */
            206: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Changes with the answer: send it as `If-None-Match`. */
                    ETag?: string;
                    /** @description The range of these bytes, and the total. */
                    "Content-Range"?: string;
                    /** @description Parts can be requested: `bytes`. */
                    "Accept-Ranges"?: string;
                    /** @description Name for the saved file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example 2 */
                    "application/octet-stream": string;
                };
            };
            /** @description Not modified: the answer you have is current. */
            304: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Changes with the answer: send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["ForbiddenOrLinkExpired"];
            404: components["responses"]["FileNotFound"];
            416: components["responses"]["RangeUnsatisfiable"];
            429: components["responses"]["TooManyDownloadsOrRateLimited"];
            500: components["responses"]["ContentDamagedOrInternal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getFileThumbnail: {
        parameters: {
            query?: {
                version?: string;
                account?: string;
                expires?: number;
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: {
                /** @description The `ETag` of the answer you have: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the thumbnail of a file (WebP) */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Changes with the answer: send it as `If-None-Match`.
                     * @example "icon-text/plain"
                     */
                    ETag?: string;
                    /**
                     * @description How long the answer may be kept.
                     * @example private, max-age=300
                     */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description Not modified: the answer you have is current. */
            304: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Changes with the answer: send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["ForbiddenOrLinkExpired"];
            404: components["responses"]["FileNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ContentDamagedOrInternal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getFileProof: {
        parameters: {
            query?: {
                version?: string;
                /** @description Default: `json`. */
                format?: "json" | "ots" | "tsr" | "pdf" | "html";
                /** @description Language of `pdf` and `html`; by default, that of your profile. */
                lang?: "EN" | "DE";
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: {
                /** @description The `ETag` of the answer you have: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the proof of a file */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Changes with the answer: send it as `If-None-Match`.
                     * @example W/"XY5+Yq8m0KqkqH3lqQJ9H6c3T2s="
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "tallystick-proof",
                     *       "version": 1,
                     *       "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *       "kind": "file",
                     *       "code": "7G4K9XWQ20",
                     *       "salt": "3785cdf6cb9c2265c7f99a06eba860eb",
                     *       "details": {
                     *         "subject": "file",
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "action": "content",
                     *         "userId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "at": "2026-03-14T09:26:53.589Z",
                     *         "code": "7G4K9XWQ20",
                     *         "name": "report.bin",
                     *         "owner": "Ada Lovelace",
                     *         "version": 2,
                     *         "versionId": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *         "size": 3
                     *       },
                     *       "commitment": "caa0c419ed4b5d7628d1ce29a28ca67850f779c4d929febffc192a514f1e186e",
                     *       "leafIndex": 0,
                     *       "treeSize": 1,
                     *       "path": [],
                     *       "root": "7a89f07afb4d1b977149fc8b7f2a180057b5e742d5d31d5339a2b3ec23427d26",
                     *       "state": "final",
                     *       "anchors": [
                     *         {
                     *           "chain": "eip155:31337",
                     *           "network": "Chain 31337",
                     *           "private": false,
                     *           "contract": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                     *           "notary": "0xfB6916095ca1df60bB79Ce92cE3Eada",
                     *           "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *           "rawTransaction": "0xf8…",
                     *           "state": "final",
                     *           "transactionIndex": 0,
                     *           "trieProof": [
                     *             "0xf8…"
                     *           ],
                     *           "header": "0xf8…",
                     *           "blockHash": "0x1f0887801b76b9223b3c73a60205b647f2652bb64d2d37630c30b4f39f907bc7",
                     *           "blockNumber": 20417,
                     *           "blockTime": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "checksum": "3d2a8e9d4efc4bbf49fd1f0d83228a4a775c4c44c36fe635515e2d0f589da3f6"
                     *     }
                     */
                    "application/json": components["schemas"]["Proof"];
                    "application/pdf": string;
                    "text/html": string;
                    "application/vnd.opentimestamps.v1": string;
                    "application/zip": string;
                };
            };
            /** @description Not modified: the answer you have is current. */
            304: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Changes with the answer: send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FileNotFoundOrTsrMissing"];
            422: components["responses"]["OtsNeedsSha256"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getManifest: {
        parameters: {
            query?: {
                organizationId?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the proofs of all files in a folder */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "batches": [
                     *         {
                     *           "anchors": [
                     *             {
                     *               "block": 0,
                     *               "chain": "eip155:31337",
                     *               "contract": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                     *               "network": "Chain 31337",
                     *               "notary": "0xfB6916095ca1df60bB79Ce92cE3Eada",
                     *               "private": false,
                     *               "rawTransaction": "0xf8…",
                     *               "state": "final",
                     *               "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *               "transactionIndex": 0,
                     *               "trieProof": [
                     *                 0
                     *               ]
                     *             }
                     *           ],
                     *           "root": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *           "siblings": [],
                     *           "treeSize": 1
                     *         }
                     *       ],
                     *       "blocks": [
                     *         {
                     *           "blockHash": "0x1f0887801b76b9223b3c73a60205b647f2652bb64d2d37630c30b4f39f907bc7",
                     *           "blockNumber": 20417,
                     *           "blockTime": "2026-03-14T09:26:53.589Z",
                     *           "header": "0xf8…",
                     *           "nodes": [
                     *             "0xf8…"
                     *           ]
                     *         }
                     *       ],
                     *       "files": [
                     *         {
                     *           "batch": 0,
                     *           "code": "7G4K9XWQ20",
                     *           "details": {
                     *             "action": "created",
                     *             "at": "2026-03-14T09:26:53.589Z",
                     *             "code": "7G4K9XWQ20",
                     *             "id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *             "name": "report.bin",
                     *             "owner": "Ada Lovelace",
                     *             "size": 3,
                     *             "subject": "file",
                     *             "userId": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *             "version": 1,
                     *             "versionId": "01938f3c-7a40-7c3e-9d5b-3310c60fd7f1"
                     *           },
                     *           "hash": "caa0c419ed4b5d7628d1ce29a28ca67850f779c4d929febffc192a514f1e186e",
                     *           "leafIndex": 0,
                     *           "path": "report.bin",
                     *           "salt": "3785cdf6cb9c2265c7f99a06eba860eb",
                     *           "size": 3,
                     *           "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c"
                     *         }
                     *       ],
                     *       "folder": {
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "name": "Contracts 2026"
                     *       },
                     *       "format": "tallystick-manifest",
                     *       "issuedAt": "2026-03-14T09:26:53.589Z",
                     *       "version": 1,
                     *       "checksum": "7a89f07afb4d1b977149fc8b7f2a180057b5e742d5d31d5339a2b3ec23427d26"
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFound"];
            422: components["responses"]["FolderTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listSubfolders: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The Next-Cursor of the previous page. */
                cursor?: string;
                search?: string;
                /** @description Default: `date`, of creation. */
                sort?: "date" | "name";
                /** @description Default: `desc`. */
                order?: "asc" | "desc";
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /**
                 * @description ID of a folder; `root` for your top level.
                 * @example root
                 */
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Folders fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Folders fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "data": [
                     *           {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *             "folderName": "Contracts 2026",
                     *             "parentFolderId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *             "folderLevel": 1,
                     *             "folderType": "public",
                     *             "folders": 0,
                     *             "files": 1,
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "updatedAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SubfolderListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["FolderNotFound"];
            422: components["responses"]["ListTooLong"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listRecentFiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Files fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Files fetched successfully",
                     *       "data": [
                     *         {
                     *           "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *           "fileName": "report.bin",
                     *           "description": "",
                     *           "folderId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *           "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *           "attachmentHash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *           "uniqueId": "7G4K9XWQ20",
                     *           "file": {
                     *             "fileName": "report.bin",
                     *             "fileSize": 467,
                     *             "fileType": "bin",
                     *             "url": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-327fbcafc916/content?version=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&account=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&expires=1773480413&signature=c2lnbmF0dXJl",
                     *             "mimetype": "application/pdf",
                     *             "pageNumber": 1,
                     *             "height": 792,
                     *             "width": 612
                     *           },
                     *           "thumbUrl": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-327fbcafc916/thumbnail?version=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&account=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&expires=1773480413&signature=c2lnbmF0dXJl",
                     *           "isVersion": false,
                     *           "isFavourite": false,
                     *           "isBin": false,
                     *           "fileType": "public",
                     *           "versionId": null,
                     *           "type": "file",
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "updatedAt": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListRecentFilesAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listFavourites: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The Next-Cursor of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Favourites fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Favourites fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "data": [
                     *           {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *             "fileName": "agreement.txt",
                     *             "description": "",
                     *             "folderId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *             "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *             "attachmentHash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *             "uniqueId": "7G4K9XWQ20",
                     *             "file": {
                     *               "fileName": "agreement.txt",
                     *               "fileSize": 1,
                     *               "fileType": "txt",
                     *               "url": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-327fbcafc916/content?version=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&account=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&expires=1773480413&signature=c2lnbmF0dXJl",
                     *               "mimetype": "text/plain",
                     *               "pageNumber": 1,
                     *               "height": 0,
                     *               "width": 0
                     *             },
                     *             "thumbUrl": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-327fbcafc916/thumbnail?version=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&account=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&expires=1773480413&signature=c2lnbmF0dXJl",
                     *             "isVersion": true,
                     *             "isFavourite": true,
                     *             "isBin": false,
                     *             "fileType": "public",
                     *             "versionId": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *             "type": "file",
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "updatedAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ListedFileListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    exportFiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "folders": [
                 *         "01938f3c-7a40-7c3e-9d5b-327fbcafc916"
                 *       ],
                 *       "files": [
                 *         "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd"
                 *       ],
                 *       "proofs": [
                 *         "json"
                 *       ],
                 *       "language": "EN"
                 *     }
                 */
                "application/json": components["schemas"]["FileExportRequest"];
            };
        };
        responses: {
            /** @description Export prepared successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Export prepared successfully",
                     *       "data": {
                     *         "url": "/api/exports/dHdlbnR5LWZvdXIgcmFuZG9tIGJ5dGVz",
                     *         "expiresAt": "2026-03-14T09:26:53.589Z",
                     *         "count": 1,
                     *         "bytes": 468
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FileExportAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["FolderNotFoundOrFileNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["FolderTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ContentDamagedOrInternal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    downloadFiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example dHdlbnR5LWZvdXIgcmFuZG9tIGJ5dGVz */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download folders and files that were prepared */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Name for the saved file.
                     * @example attachment; filename="tallystick-files-2026-03-14.zip"
                     */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            403: components["responses"]["LinkExpired"];
            404: components["responses"]["FolderNotFoundOrFileNotFound"];
            422: components["responses"]["FolderTooLarge"];
            429: components["responses"]["TooManyDownloadsOrRateLimited"];
            500: components["responses"]["ContentDamagedOrInternal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    searchNames: {
        parameters: {
            query: {
                /** @example agreement */
                search: string;
                /** @description Directly in this folder; `root`: at your top level. */
                folderId?: string;
                page?: number;
                limit?: number;
                /** @description The Next-Cursor of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search finished successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Search finished successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "data": [
                     *           {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *             "fileName": "agreement.txt",
                     *             "description": "",
                     *             "folderId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *             "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *             "attachmentHash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *             "uniqueId": "7G4K9XWQ20",
                     *             "file": {
                     *               "fileName": "agreement.txt",
                     *               "fileSize": 1,
                     *               "fileType": "txt",
                     *               "url": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-327fbcafc916/content?version=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&account=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&expires=1773480413&signature=c2lnbmF0dXJl",
                     *               "mimetype": "text/plain",
                     *               "pageNumber": 1,
                     *               "height": 0,
                     *               "width": 0
                     *             },
                     *             "thumbUrl": "https://notary.example/api/files/01938f3c-7a40-7c3e-9d5b-327fbcafc916/thumbnail?version=01938f3c-7a40-7c3e-9d5b-cb4aec889ac8&account=01938f3c-7a40-7c3e-9d5b-3310c60fd7f1&expires=1773480413&signature=c2lnbmF0dXJl",
                     *             "isVersion": true,
                     *             "isFavourite": true,
                     *             "isBin": false,
                     *             "fileType": "public",
                     *             "versionId": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *             "type": "file",
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "updatedAt": "2026-03-14T09:26:53.589Z",
                     *             "path": [
                     *               {
                     *                 "_id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *                 "folderName": "Contracts 2026",
                     *                 "folderType": "public"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SearchNamesAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["FolderNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    listBin: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The Next-Cursor of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bin fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Bin fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "data": [
                     *           {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *             "type": "file",
                     *             "name": "agreement.txt",
                     *             "from": {
                     *               "_id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *               "folderName": "Contracts 2026"
                     *             },
                     *             "fileSize": 1,
                     *             "mimetype": "text/plain",
                     *             "deletedAt": "2026-03-14T09:26:53.589Z",
                     *             "erasedAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BinItemListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    emptyBin: {
        parameters: {
            query?: {
                until?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bin emptied successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Address of the certificate of deletion, when this deleted permanently.
                     * @example /api/deletions
                     */
                    "Deletion-Certificate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Bin emptied successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    beginUpload: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `1.0.0`.
                 * @example 1.0.0
                 */
                "tus-resumable": string;
                /**
                 * @description Size in bytes.
                 * @example 10
                 */
                "upload-length": string;
                /**
                 * @description Keys with base64 values: `fileName` and `folderId`, or `fileId` for a new version; `description`, `organizationId`, `lat`, `long`; `filename` or `name` stand for `fileName`. Other keys are ignored.
                 * @example folderId MDE5MzhmM2MtN2E0MC03YzNlLTlkNWItMzI3ZmJjYWZjOTE2,fileName cGxhbi50eHQ=
                 */
                "upload-metadata"?: string;
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Started: `Location` says where to send the content. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Address of the upload.
                     * @example https://notary.example/api/files/upload/01938f3c-7a40-7c3e-9d5b-327fbcafc916
                     */
                    Location?: string;
                    /**
                     * @description Version of the protocol.
                     * @example 1.0.0
                     */
                    "Tus-Resumable"?: string;
                    /**
                     * @description When the upload is deleted, unless more data arrives.
                     * @example Sat, 14 Mar 2026 09:26:53 GMT
                     */
                    "Upload-Expires"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["FolderNotFoundOrFileNotFound"];
            /** @description `folder_in_bin`, `file_in_bin`, `code_not_reserved` */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "folder_in_bin" | "file_in_bin" | "code_not_reserved";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            412: components["responses"]["TusExpected"];
            413: components["responses"]["FileTooLarge"];
            /** @description `too_many_uploads`, `unfinished_quota`, `queue_full`, `rate_limited` */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "too_many_uploads" | "unfinished_quota" | "queue_full" | "rate_limited";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            /** @description `storage_full`, `disk_low`, `storage_quota` */
            507: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "storage_full" | "disk_low" | "storage_quota";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            default: components["responses"]["Refused"];
        };
    };
    endUpload: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `1.0.0`.
                 * @example 1.0.0
                 */
                "tus-resumable": string;
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Upload deleted. */
            204: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Version of the protocol.
                     * @example 1.0.0
                     */
                    "Tus-Resumable"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["UploadNotFound"];
            412: components["responses"]["TusExpected"];
            423: components["responses"]["UploadBusy"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `1.0.0`.
                 * @example 1.0.0
                 */
                "tus-resumable": string;
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `Upload-Offset` says how much has arrived, `Upload-Expires` how long it is kept. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Version of the protocol.
                     * @example 1.0.0
                     */
                    "Tus-Resumable"?: string;
                    /**
                     * @description Bytes received so far.
                     * @example 10
                     */
                    "Upload-Offset"?: string;
                    /**
                     * @description Total bytes.
                     * @example 10
                     */
                    "Upload-Length"?: string;
                    /** @description When the upload is deleted, unless more data arrives. */
                    "Upload-Expires"?: string;
                    /**
                     * @description How long the answer may be kept.
                     * @example no-store
                     */
                    "Cache-Control"?: string;
                    /**
                     * @description ID of the file, once the upload is complete.
                     * @example 01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd
                     */
                    "File-Id"?: string;
                    /**
                     * @description Transaction of the entry that recorded the file, once the upload is complete.
                     * @example 0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c
                     */
                    "Transaction-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["UploadNotFound"];
            410: components["responses"]["UploadDamaged"];
            412: components["responses"]["TusExpected"];
            423: components["responses"]["UploadBusy"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    appendToUpload: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `1.0.0`.
                 * @example 1.0.0
                 */
                "tus-resumable": string;
                /**
                 * @description Where the body continues.
                 * @example 0
                 */
                "upload-offset": string;
                /**
                 * @description `return=representation` asks for the file in the answer to the last bytes (RFC 7240).
                 * @example return=representation
                 */
                prefer?: string;
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example docum */
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description Send or resume an upload */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Version of the protocol. */
                    "Tus-Resumable"?: string;
                    /** @description Bytes received so far. */
                    "Upload-Offset"?: string;
                    /** @description When the upload is deleted, unless more data arrives. */
                    "Upload-Expires"?: string;
                    /** @description ID of the file, once the upload is complete. */
                    "File-Id"?: string;
                    /** @description Transaction of the entry that recorded the file, once the upload is complete. */
                    "Transaction-Id"?: string;
                    /** @description Which preference of the request the answer follows. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileCreationAnswer"];
                };
            };
            /** @description Stored; `Upload-Offset` says how much has arrived, `File-Id` which file it became. */
            204: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Version of the protocol.
                     * @example 1.0.0
                     */
                    "Tus-Resumable"?: string;
                    /**
                     * @description Bytes received so far.
                     * @example 5
                     */
                    "Upload-Offset"?: string;
                    /**
                     * @description When the upload is deleted, unless more data arrives.
                     * @example Sat, 14 Mar 2026 09:26:53 GMT
                     */
                    "Upload-Expires"?: string;
                    /** @description ID of the file, once the upload is complete. */
                    "File-Id"?: string;
                    /** @description Transaction of the entry that recorded the file, once the upload is complete. */
                    "Transaction-Id"?: string;
                    /** @description Which preference of the request the answer follows. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            /** @description `upload_not_found`, `folder_not_found`, `file_not_found` */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "upload_not_found" | "folder_not_found" | "file_not_found";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            /** @description `upload_offset`, `folder_in_bin`, `file_in_bin`, `code_not_reserved` */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "upload_offset" | "folder_in_bin" | "file_in_bin" | "code_not_reserved";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            410: components["responses"]["UploadDamaged"];
            412: components["responses"]["TusExpected"];
            413: components["responses"]["FileTooLargeOrTooLarge"];
            415: components["responses"]["EncodingUnsupported"];
            423: components["responses"]["UploadBusy"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            /** @description `storage_full`, `disk_low`, `storage_quota` */
            507: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "storage_full" | "disk_low" | "storage_quota";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            default: components["responses"]["Refused"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                page?: number;
                /** @description Items per page. */
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhooks fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Webhooks fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "webhooks": [
                     *           {
                     *             "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *             "userId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *             "redirectUrl": "https://notary.example/hook/in",
                     *             "description": "Archive",
                     *             "action": [
                     *               "hash.succeed"
                     *             ],
                     *             "enabled": true,
                     *             "disabledReason": null,
                     *             "disabledAt": null,
                     *             "failingSince": null,
                     *             "previousSecretUntil": null,
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "updatedAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "redirectUrl": "https://notary.example/hook/in",
                 *       "action": [
                 *         "hash.succeed"
                 *       ],
                 *       "description": "Archive"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description Webhook created successfully */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 201,
                     *       "message": "Webhook created successfully",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "userId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "redirectUrl": "https://notary.example/hook/in",
                     *         "description": "Archive",
                     *         "action": [
                     *           "hash.succeed"
                     *         ],
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "disabledAt": null,
                     *         "failingSince": null,
                     *         "previousSecretUntil": null,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z",
                     *         "secret": "whsec_dHdlbnR5LWZvdXIgcmFuZG9tIGJ5dGVz"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecretAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["SessionOldOrStepUpRequired"];
            404: components["responses"]["WebhookNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["WebhooksTooManyOrIdempotencyRunning"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Webhook fetched successfully",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "userId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "redirectUrl": "https://notary.example/hook/in",
                     *         "description": "Archive",
                     *         "action": [
                     *           "hash.succeed"
                     *         ],
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "disabledAt": null,
                     *         "failingSince": null,
                     *         "previousSecretUntil": null,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook deleted successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Webhook deleted successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": [
                 *         "hash.succeed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description Webhook updated successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Webhook updated successfully",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "userId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "redirectUrl": "https://notary.example/hook/in",
                     *         "description": "Archive",
                     *         "action": [
                     *           "hash.succeed"
                     *         ],
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "disabledAt": null,
                     *         "failingSince": null,
                     *         "previousSecretUntil": null,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["SessionOldOrStepUpRequired"];
            404: components["responses"]["WebhookNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Secret rotated successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Secret rotated successfully",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "userId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "redirectUrl": "https://notary.example/hook/in",
                     *         "description": "Archive",
                     *         "action": [
                     *           "hash.succeed"
                     *         ],
                     *         "enabled": true,
                     *         "disabledReason": null,
                     *         "disabledAt": null,
                     *         "failingSince": null,
                     *         "previousSecretUntil": "2026-03-14T09:26:53.589Z",
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z",
                     *         "secret": "whsec_dHdlbnR5LWZvdXIgcmFuZG9tIGJ5dGVz"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecretAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrIdempotencyKeyInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["SessionOldOrStepUpRequired"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["IdempotencyRunning"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Test event sent */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Test event sent",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "event": "test",
                     *         "state": "waiting",
                     *         "attempts": 0,
                     *         "nextAttemptAt": "2026-03-14T09:26:53.589Z",
                     *         "payload": {
                     *           "webhookId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *           "actionId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *           "action": "test",
                     *           "data": {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *             "userId": "01938f3c-7a40-7c3e-9d5b-3310c60fd7f1",
                     *             "clientId": "cl_0123456789abcdef01234567",
                     *             "blockchainId": "eip155:31337",
                     *             "txId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *             "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *             "name": "test",
                     *             "type": "0",
                     *             "code": "1773480413",
                     *             "isEsign": false,
                     *             "isPrivateBc": false,
                     *             "status": 1,
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "updatedAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         },
                     *         "lastAttempt": null,
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrIdempotencyKeyInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["WebhookDisabledOrIdempotencyRunning"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                page?: number;
                /** @description Items per page. */
                limit?: number;
                cursor?: string;
                state?: "waiting" | "delivered" | "failed" | "cancelled";
            };
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Next-Cursor": components["headers"]["Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Deliveries fetched successfully",
                     *       "data": {
                     *         "count": 1,
                     *         "deliveries": [
                     *           {
                     *             "id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *             "event": "test",
                     *             "state": "delivered",
                     *             "attempts": 1,
                     *             "nextAttemptAt": null,
                     *             "payload": {
                     *               "webhookId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *               "actionId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *               "action": "test",
                     *               "data": {
                     *                 "_id": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *                 "userId": "01938f3c-7a40-7c3e-9d5b-3310c60fd7f1",
                     *                 "clientId": "cl_0123456789abcdef01234567",
                     *                 "blockchainId": "eip155:31337",
                     *                 "txId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *                 "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *                 "name": "test",
                     *                 "type": "0",
                     *                 "code": "1773480413",
                     *                 "isEsign": false,
                     *                 "isPrivateBc": false,
                     *                 "status": 1,
                     *                 "createdAt": "2026-03-14T09:26:53.589Z",
                     *                 "updatedAt": "2026-03-14T09:26:53.589Z"
                     *               }
                     *             },
                     *             "lastAttempt": {
                     *               "number": 20417,
                     *               "at": "2026-03-14T09:26:53.589Z",
                     *               "durationMs": 38,
                     *               "address": "192.0.2.7",
                     *               "requestHead": "POST /hook/in HTTP/1.1\nhost: hooks.example\ncontent-type: application/json\nuser-agent: Tallystick-Webhooks/1\nwebhook-id: 01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd\nwebhook-timestamp: 1773480413\nwebhook-signature: v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE= v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE=\ncontent-length: 611",
                     *               "responseStatus": 204,
                     *               "responseHead": "HTTP/1.1 204\ndate: Sat, 14 Mar 2026 09:26:53 GMT\nconnection: keep-alive\nkeep-alive: timeout=5",
                     *               "responseBody": "",
                     *               "error": null,
                     *               "errorCode": null
                     *             },
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "updatedAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryListAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
                /** @example 01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delivery fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Delivery fetched successfully",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "event": "test",
                     *         "state": "delivered",
                     *         "attempts": 1,
                     *         "nextAttemptAt": null,
                     *         "payload": {
                     *           "webhookId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *           "actionId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *           "action": "test",
                     *           "data": {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *             "userId": "01938f3c-7a40-7c3e-9d5b-3310c60fd7f1",
                     *             "clientId": "cl_0123456789abcdef01234567",
                     *             "blockchainId": "eip155:31337",
                     *             "txId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *             "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *             "name": "test",
                     *             "type": "0",
                     *             "code": "1773480413",
                     *             "isEsign": false,
                     *             "isPrivateBc": false,
                     *             "status": 1,
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "updatedAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         },
                     *         "lastAttempt": {
                     *           "number": 20417,
                     *           "at": "2026-03-14T09:26:53.589Z",
                     *           "durationMs": 38,
                     *           "address": "192.0.2.7",
                     *           "requestHead": "POST /hook/in HTTP/1.1\nhost: hooks.example\ncontent-type: application/json\nuser-agent: Tallystick-Webhooks/1\nwebhook-id: 01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd\nwebhook-timestamp: 1773480413\nwebhook-signature: v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE= v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE=\ncontent-length: 611",
                     *           "responseStatus": 204,
                     *           "responseHead": "HTTP/1.1 204\ndate: Sat, 14 Mar 2026 09:26:53 GMT\nconnection: keep-alive\nkeep-alive: timeout=5",
                     *           "responseBody": "",
                     *           "error": null,
                     *           "errorCode": null
                     *         },
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z",
                     *         "log": [
                     *           {
                     *             "number": 20417,
                     *             "at": "2026-03-14T09:26:53.589Z",
                     *             "durationMs": 38,
                     *             "address": "192.0.2.7",
                     *             "requestHead": "POST /hook/in HTTP/1.1\nhost: hooks.example\ncontent-type: application/json\nuser-agent: Tallystick-Webhooks/1\nwebhook-id: 01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd\nwebhook-timestamp: 1773480413\nwebhook-signature: v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE= v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE=\ncontent-length: 611",
                     *             "responseStatus": 204,
                     *             "responseHead": "HTTP/1.1 204\ndate: Sat, 14 Mar 2026 09:26:53 GMT\nconnection: keep-alive\nkeep-alive: timeout=5",
                     *             "responseBody": "",
                     *             "error": null,
                     *             "errorCode": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryWithLogAnswer"];
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["WebhookNotFoundOrDeliveryNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
                /** @example 01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delivery is sent again */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Delivery is sent again",
                     *       "data": {
                     *         "id": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *         "event": "test",
                     *         "state": "waiting",
                     *         "attempts": 1,
                     *         "nextAttemptAt": "2026-03-14T09:26:53.589Z",
                     *         "payload": {
                     *           "webhookId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *           "actionId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                     *           "action": "test",
                     *           "data": {
                     *             "_id": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                     *             "userId": "01938f3c-7a40-7c3e-9d5b-3310c60fd7f1",
                     *             "clientId": "cl_0123456789abcdef01234567",
                     *             "blockchainId": "eip155:31337",
                     *             "txId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *             "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *             "name": "test",
                     *             "type": "0",
                     *             "code": "1773480413",
                     *             "isEsign": false,
                     *             "isPrivateBc": false,
                     *             "status": 1,
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "updatedAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         },
                     *         "lastAttempt": {
                     *           "number": 20417,
                     *           "at": "2026-03-14T09:26:53.589Z",
                     *           "durationMs": 38,
                     *           "address": "192.0.2.7",
                     *           "requestHead": "POST /hook/in HTTP/1.1\nhost: hooks.example\ncontent-type: application/json\nuser-agent: Tallystick-Webhooks/1\nwebhook-id: 01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd\nwebhook-timestamp: 1773480413\nwebhook-signature: v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE= v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE=\ncontent-length: 611",
                     *           "responseStatus": 204,
                     *           "responseHead": "HTTP/1.1 204\ndate: Sat, 14 Mar 2026 09:26:53 GMT\nconnection: keep-alive\nkeep-alive: timeout=5",
                     *           "responseBody": "",
                     *           "error": null,
                     *           "errorCode": null
                     *         },
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryAnswer"];
                };
            };
            400: components["responses"]["TokenMissingOrIdempotencyKeyInvalid"];
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["WebhookNotFoundOrDeliveryNotFound"];
            409: components["responses"]["WebhookDisabledOrIdempotencyRunning"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    recoverDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters of your choice. Repeating the request with the same key and body gives the first answer again, for 24 hours.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-03-14T09:26:53.589Z"
                 *     }
                 */
                "application/json": components["schemas"]["RecoverRequest"];
            };
        };
        responses: {
            /** @description Deliveries are sent again */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Deliveries are sent again",
                     *       "data": {
                     *         "recovered": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RecoverDeliveriesAnswer"];
                };
            };
            /** @description `token_missing`, `invalid`, `malformed_json`, `body_missing`, `idempotency_key_invalid` */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "token_missing" | "invalid" | "malformed_json" | "body_missing" | "idempotency_key_invalid";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            404: components["responses"]["WebhookNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["WebhookDisabledOrIdempotencyRunning"];
            413: components["responses"]["TooLarge"];
            /** @description `unsupported_type`, `charset_unsupported`, `encoding_unsupported` */
            415: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "unsupported_type" | "charset_unsupported" | "encoding_unsupported";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    timestamp: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/timestamp-query": string;
            };
        };
        responses: {
            /** @description Timestamp a digest (RFC 3161) */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/timestamp-reply": string;
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["TsaOff"];
            404: components["responses"]["UserNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedTypeOrEncodingUnsupported"];
            /** @description `stamp_quota`, `address_share`, `queue_full`, `rate_limited` */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "stamp_quota" | "address_share" | "queue_full" | "rate_limited";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            500: components["responses"]["Internal"];
            /** @description `anonymous_account_missing`, `outcome_unknown`, `unavailable` */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "anonymous_account_missing" | "outcome_unknown" | "unavailable";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            507: components["responses"]["StorageQuotaOrDiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    getTsaCertificates: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the certificates of the timestamping authority */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example -----BEGIN CERTIFICATE-----
                     *     MIIB…
                     *     -----END CERTIFICATE-----
                     *     -----BEGIN CERTIFICATE-----
                     *     MIIB…
                     *     -----END CERTIFICATE-----
                     */
                    "application/pem-certificate-chain": string;
                };
            };
            403: components["responses"]["TsaOff"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    findTimestampToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /**
                 * @description Hex, as `openssl ts -reply -text` prints it.
                 * @example 3785cdf6cb9c2265c7f99a06eba860eb
                 */
                serialNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Timestamp token fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Timestamp token fetched successfully",
                     *       "data": {
                     *         "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *         "time": "2026-03-14T09:26:53.589Z",
                     *         "code": "7G4K9XWQ20",
                     *         "txid": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "proofUrl": "/s/7G4K9XWQ20/proof"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TimestampTokenAnswer"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["TokenNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    submitDigest: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example a digest */
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Submit a digest to the OpenTimestamps calendar */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["TokenMissingOrInvalid"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["CalendarOff"];
            404: components["responses"]["UserNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["EncodingUnsupported"];
            /** @description `stamp_quota`, `address_share`, `queue_full`, `rate_limited` */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "stamp_quota" | "address_share" | "queue_full" | "rate_limited";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            500: components["responses"]["Internal"];
            /** @description `anonymous_account_missing`, `outcome_unknown`, `unavailable` */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "anonymous_account_missing" | "outcome_unknown" | "unavailable";
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            507: components["responses"]["DiskFull"];
            default: components["responses"]["Refused"];
        };
    };
    getTimestamp: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /**
                 * @description Hex.
                 * @example 19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278
                 */
                commitment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Upgrade a timestamp of the OpenTimestamps calendar */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description How long the answer may be kept.
                     * @example public, max-age=3600
                     */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["Invalid"];
            /** @description `timestamp_not_found`, `timestamp_pending` */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "timestamp_not_found" | "timestamp_pending";
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Export the account with all data, files and proofs */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Name for the saved file.
                     * @example attachment; filename="tallystick-export-2026-03-14.zip"
                     */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["TokenMissing"];
            401: components["responses"]["TokenInvalid"];
            403: components["responses"]["SessionOldOrStepUpRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["OutcomeUnknownOrUnavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getPublicPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the answer you have: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 7G4K9XWQ20 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Changes with the answer: send it as `If-None-Match`.
                     * @example W/"XY5+Yq8m0KqkqH3lqQJ9H6c3T2s="
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Page fetched successfully",
                     *       "data": {
                     *         "code": "7G4K9XWQ20",
                     *         "type": "stamp",
                     *         "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *         "commitment": "caa0c419ed4b5d7628d1ce29a28ca67850f779c4d929febffc192a514f1e186e",
                     *         "filename": "agreement.pdf",
                     *         "publicDetails": true,
                     *         "metaData": [
                     *           {
                     *             "latitude": "48.1372",
                     *             "longitude": "11.5756",
                     *             "description": "Signed in Munich"
                     *           }
                     *         ],
                     *         "ownerName": "Ada Lovelace",
                     *         "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "blockchainId": "eip155:31337",
                     *         "network": "Chain 31337",
                     *         "isPrivateNetwork": false,
                     *         "state": "final",
                     *         "blockNumber": 20417,
                     *         "blockTime": "2026-03-14T09:26:53.589Z",
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "proofUrl": "/s/7G4K9XWQ20/proof"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GetPublicPageAnswer"];
                };
            };
            /** @description Not modified: the answer you have is current. */
            304: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Changes with the answer: send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    getPublicProof: {
        parameters: {
            query?: {
                /** @description Default: `json`. */
                format?: "json" | "ots" | "tsr" | "pdf" | "html";
                /** @description Language of `pdf` and `html`; by default, that of your profile. */
                lang?: "EN" | "DE";
            };
            header?: {
                /** @description The `ETag` of the answer you have: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path: {
                /** @example 7G4K9XWQ20 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the proof of a public stamp or file */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Changes with the answer: send it as `If-None-Match`.
                     * @example W/"XY5+Yq8m0KqkqH3lqQJ9H6c3T2s="
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "tallystick-proof",
                     *       "version": 1,
                     *       "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *       "kind": "stamp",
                     *       "code": "7G4K9XWQ20",
                     *       "salt": "3785cdf6cb9c2265c7f99a06eba860eb",
                     *       "details": {
                     *         "code": "7G4K9XWQ20",
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "filename": "agreement.pdf",
                     *         "id": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                     *         "isEsign": false,
                     *         "isPrivateBc": false,
                     *         "metaData": [
                     *           {
                     *             "latitude": "48.1372",
                     *             "longitude": "11.5756",
                     *             "description": "Signed in Munich"
                     *           }
                     *         ],
                     *         "originalDocHash": "",
                     *         "owner": "Ada Lovelace",
                     *         "type": "0"
                     *       },
                     *       "commitment": "caa0c419ed4b5d7628d1ce29a28ca67850f779c4d929febffc192a514f1e186e",
                     *       "leafIndex": 0,
                     *       "treeSize": 1,
                     *       "path": [],
                     *       "root": "7a89f07afb4d1b977149fc8b7f2a180057b5e742d5d31d5339a2b3ec23427d26",
                     *       "state": "final",
                     *       "anchors": [
                     *         {
                     *           "chain": "eip155:31337",
                     *           "network": "Chain 31337",
                     *           "private": false,
                     *           "contract": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                     *           "notary": "0xfB6916095ca1df60bB79Ce92cE3Eada",
                     *           "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *           "rawTransaction": "0xf8…",
                     *           "state": "final",
                     *           "transactionIndex": 0,
                     *           "trieProof": [
                     *             "0xf8…"
                     *           ],
                     *           "header": "0xf8…",
                     *           "blockHash": "0x1f0887801b76b9223b3c73a60205b647f2652bb64d2d37630c30b4f39f907bc7",
                     *           "blockNumber": 20417,
                     *           "blockTime": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "checksum": "3d2a8e9d4efc4bbf49fd1f0d83228a4a775c4c44c36fe635515e2d0f589da3f6"
                     *     }
                     */
                    "application/json": components["schemas"]["Proof"];
                    "application/pdf": string;
                    "text/html": string;
                    "application/vnd.opentimestamps.v1": string;
                    "application/zip": string;
                };
            };
            /** @description Not modified: the answer you have is current. */
            304: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Changes with the answer: send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            /** @description `stamp_not_found`, `not_found`, `tsr_missing` */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description The stable code of the error. */
                    "Error-Code": "stamp_not_found" | "not_found" | "tsr_missing";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            422: components["responses"]["OtsNeedsSha256"];
            429: components["responses"]["QueueFullOrRateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    findPublicStamp: {
        parameters: {
            query: {
                /** @example 19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278 */
                hash: string;
            };
            header?: {
                /** @description The `ETag` of the answer you have: 304 if it is still the same. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description An ID of your choice, for the answer and the service's log. By default, the service generates one. */
                "Request-Id"?: components["parameters"]["Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stamp fetched successfully */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /**
                     * @description Changes with the answer: send it as `If-None-Match`.
                     * @example W/"XY5+Yq8m0KqkqH3lqQJ9H6c3T2s="
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "message": "Stamp fetched successfully",
                     *       "data": {
                     *         "code": "7G4K9XWQ20",
                     *         "type": "stamp",
                     *         "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                     *         "commitment": "caa0c419ed4b5d7628d1ce29a28ca67850f779c4d929febffc192a514f1e186e",
                     *         "filename": "agreement.pdf",
                     *         "publicDetails": true,
                     *         "metaData": [
                     *           {
                     *             "latitude": "48.1372",
                     *             "longitude": "11.5756",
                     *             "description": "Signed in Munich"
                     *           }
                     *         ],
                     *         "ownerName": "Ada Lovelace",
                     *         "transactionId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                     *         "blockchainId": "eip155:31337",
                     *         "network": "Chain 31337",
                     *         "isPrivateNetwork": false,
                     *         "state": "final",
                     *         "blockNumber": 20417,
                     *         "blockTime": "2026-03-14T09:26:53.589Z",
                     *         "createdAt": "2026-03-14T09:26:53.589Z",
                     *         "proofUrl": "/s/7G4K9XWQ20/proof"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FindPublicStampAnswer"];
                };
            };
            /** @description Not modified: the answer you have is current. */
            304: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    /** @description Changes with the answer: send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["StampNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refused"];
        };
    };
    receiveSucceed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt.
                 * @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970 when this attempt was signed.
                 * @example 1773480413
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the signature; two, separated by a space, while a replaced secret is still valid.
                 * @example v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE= v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "webhookId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                 *       "actionId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                 *       "action": "succeed",
                 *       "data": {
                 *         "_id": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                 *         "userId": "01938f3c-7a40-7c3e-9d5b-3310c60fd7f1",
                 *         "clientId": "cl_0123456789abcdef01234567",
                 *         "blockchainId": "eip155:31337",
                 *         "txId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                 *         "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                 *         "name": "agreement.pdf",
                 *         "type": "0",
                 *         "code": "7G4K9XWQ20",
                 *         "isEsign": false,
                 *         "isPrivateBc": false,
                 *         "status": 1,
                 *         "createdAt": "2026-03-14T09:26:53.589Z",
                 *         "updatedAt": "2026-03-14T09:26:53.589Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookPayload"];
            };
        };
        responses: {
            /** @description The receiver is gone: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other answer, or none within 15 seconds, fails this attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the event, the same in every attempt. */
                "webhook-id": string;
                /** @description Seconds since 1970 when this attempt was signed. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; two, separated by a space, while a replaced secret is still valid. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPayload"];
            };
        };
        responses: {
            /** @description The receiver is gone: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other answer, or none within 15 seconds, fails this attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveReorged: {
        parameters: {
            query?: never;
            header: {
                /** @description ID of the event, the same in every attempt. */
                "webhook-id": string;
                /** @description Seconds since 1970 when this attempt was signed. */
                "webhook-timestamp": string;
                /** @description `v1,` and the signature; two, separated by a space, while a replaced secret is still valid. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPayload"];
            };
        };
        responses: {
            /** @description The receiver is gone: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other answer, or none within 15 seconds, fails this attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt.
                 * @example 01938f3c-7a40-7c3e-9d5b-327fbcafc916
                 */
                "webhook-id": string;
                /**
                 * @description Seconds since 1970 when this attempt was signed.
                 * @example 1773480413
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the signature; two, separated by a space, while a replaced secret is still valid.
                 * @example v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE= v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "webhookId": "01938f3c-7a40-7c3e-9d5b-cd3d4eb485fd",
                 *       "actionId": "01938f3c-7a40-7c3e-9d5b-327fbcafc916",
                 *       "action": "test",
                 *       "data": {
                 *         "_id": "01938f3c-7a40-7c3e-9d5b-cb4aec889ac8",
                 *         "userId": "01938f3c-7a40-7c3e-9d5b-3310c60fd7f1",
                 *         "clientId": "cl_0123456789abcdef01234567",
                 *         "blockchainId": "eip155:31337",
                 *         "txId": "0x8c073ef3484f708d841189a55b06bfaf2e3f5dca60f632c480f3409c244be60c",
                 *         "hash": "19e6bd2cd5bf609698c0c4a92280ad54d614eca1576244d9c9916b3721560278",
                 *         "name": "test",
                 *         "type": "0",
                 *         "code": "1773480413",
                 *         "isEsign": false,
                 *         "isPrivateBc": false,
                 *         "status": 1,
                 *         "createdAt": "2026-03-14T09:26:53.589Z",
                 *         "updatedAt": "2026-03-14T09:26:53.589Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookPayload"];
            };
        };
        responses: {
            /** @description The receiver is gone: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Any other answer, or none within 15 seconds, fails this attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
