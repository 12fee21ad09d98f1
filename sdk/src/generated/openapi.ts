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
         * @description No body. Up to 30 failed attempts per minute and address; then 429 with Retry-After.
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
    "/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the profile */
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
        /** Get the account */
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
        /** Rename an API client */
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
         * @description Give the account's password, or a 6-digit code of its authenticator app. For ten minutes, this token may then do what outlives it, such as creating an API client. Ten wrong ones in 15 minutes close it to all.
         */
        post: operations["stepUp"];
        delete?: never;
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
        /** Get what the account uses, and its limits */
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
        /** Get the state of the chain, its lag, the signing account and the latest batches */
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
         * @description The word of the issuer: a reader who does not want to trust it asks another node. Without a login.
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
        /** Get the state of the witnesses outside of the chain */
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
         * @description With `id` or `hash`: one stamp. With `txid`: all stamps of a transaction. Otherwise: your own stamps. Lists are newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. `status`, `search` and `isPrivate` filter them.
         */
        get: operations["getStampOrListStamps"];
        put?: never;
        /** Stamp a hash */
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
         * @description Without salt and details if it is another account's and its owner has not published them. Verifies offline with what `/verifier` offers. It is completed as its anchor becomes final; its address stays the same. `format=ots`: an OpenTimestamps file, for SHA-256 digests. `tsr`: the timestamp token, for stamps made through `/tsa`. `pdf`, `html`: a certificate that contains the proof.
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
         * @description Validated as a whole before anything is stamped. Items already stamped return `existing: true`, so repeating is safe. When many are sent at once, accounts take turns; 429 when too many are waiting.
         */
        post: operations["multiStamp"];
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
         * @description With `id` or `hash`: one stamp. With `txid`: all stamps of a transaction. Otherwise: your own stamps (`userId`), newest first. `status=true`: in a block; `false`: not yet. `search` matches given names anywhere with three or more characters, otherwise at the start; codes, and names generated from them, at the start.
         */
        get: operations["getStampOrListStampsV2"];
        put?: never;
        /** Stamp a hash with free-form metadata */
        post: operations["addStampV2"];
        delete?: never;
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
        /** Get a folder */
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
         * @description What you deleted by itself, or what a folder took along: `within` is its ID. Latest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. The count stops at 10,000. Entries disappear when they expire.
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
         * @description The proof of the entry that recorded it, with the SHA-256 of what was erased, as in its `details`. `id`: of the folder or file. 409 while a folder is still being erased. `format=ots`, `pdf`, `html` as for stamps.
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
        /** Get a file */
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
         * @description Newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. `search` matches the name: anywhere with three or more characters, otherwise at the start. The count of a search stops at 10,000.
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
        /** Get a file with its location and the state of its entry */
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
        /** Change a file's name or description, mark it as a favourite, or move it */
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
        /** Restore a file from the bin */
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
         * @description For the entry that recorded the content. Verifies offline with what `/verifier` offers. `version`: an earlier version. `format=ots`, `pdf`, `html` as for stamps.
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
         * @description Purges everything in it permanently. `until` keeps what was deleted after this `deletedAt`, so that nothing goes that you have not seen. If interrupted, the rest stays in the bin; repeat the request to continue. The header `Deletion-Certificate` names the list with the certificates.
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
        /** Delete an upload and its data */
        delete: operations["endUpload"];
        options?: never;
        /**
         * Get the offset of an upload
         * @description Once complete, `File-Id` and `Transaction-Id` name the file and its transaction.
         */
        head: operations["getUpload-head"];
        /**
         * Send or resume an upload
         * @description Content-Type: application/offset+octet-stream. The response to the last bytes is that of `POST /api/files`, sent once the file is durable and its entry is committed.
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
        /** Get a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook and its delivery log */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update, disable or enable a webhook
         * @description Another address: requires a token given for the secret key in the last 10 minutes, or a step-up.
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
        /** Get a delivery with all attempts */
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
         * @description A TimeStampReq for SHA-256, SHA-384 or SHA-512; the answer is a TimeStampResp, also when it refuses the request. The digest is stamped as well, publicly. No login where the operator opens the authority to everyone; otherwise a bearer token, or a client ID and secret key as user and password.
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
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    authenticate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required. Issued at registration. */
                "client-id"?: string;
                /** @description Required. Issued at registration. */
                "secret-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        /**
                         * @example {
                         *       "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJjaWQiOiJjbF8wIn0.c2lnbmF0dXJl",
                         *       "refreshToken": "rt_Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1iYXNlNjQtdGV4dA",
                         *       "_id": "01938f3c-7a40-7c3e-9d5b-0c6f2f1b8a11",
                         *       "name": "Ada Lovelace",
                         *       "username": "ada",
                         *       "email": "ada@example.com",
                         *       "status": 1,
                         *       "profilePicture": "",
                         *       "loginType": "apiKey",
                         *       "isAccess": 1,
                         *       "walletAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
                         *     }
                         */
                        data: {
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
                    };
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    refreshToken: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        /**
                         * @example {
                         *       "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJjaWQiOiJjbF8wIn0.c2lnbmF0dXJl",
                         *       "refreshToken": "rt_Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1iYXNlNjQtdGV4dA",
                         *       "_id": "01938f3c-7a40-7c3e-9d5b-0c6f2f1b8a11",
                         *       "name": "Ada Lovelace",
                         *       "username": "ada",
                         *       "email": "ada@example.com",
                         *       "status": 1,
                         *       "profilePicture": "",
                         *       "loginType": "apiKey",
                         *       "isAccess": 1,
                         *       "walletAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
                         *     }
                         */
                        data: {
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
                    };
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                        };
                    };
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
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
                "application/json": {
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
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** Format: uuid */
                            _id: string;
                            name: string;
                            username: string;
                            email: string;
                            emailVerified: boolean;
                            /** @enum {unknown} */
                            language: "EN" | "DE";
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
                    };
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** Format: date-time */
                            deletionAt: string;
                        };
                    };
                };
            };
        };
    };
    restoreAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                        }[];
                    };
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** @example cl_0123456789abcdef01234567 */
                            clientId: string;
                            name: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description To the minute; null if never. */
                            lastUsedAt: string | null;
                            revokedAt: string | null;
                        }[];
                    };
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoice archive"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** @example cl_0123456789abcdef01234567 */
                            clientId: string;
                            /** @example sk_live_… */
                            secretKey: string;
                            name: string;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
        };
    };
    revokeClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    renameClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoice archive"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    rotateClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** @example cl_0123456789abcdef01234567 */
                            clientId: string;
                            /** @example sk_live_… */
                            secretKey: string;
                        };
                    };
                };
            };
        };
    };
    revealClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** @example cl_0123456789abcdef01234567 */
                            clientId: string;
                            /** @example sk_live_… */
                            secretKey: string;
                        };
                    };
                };
            };
        };
    };
    stepUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": {
                    password?: string;
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** Format: date-time */
                            until: string;
                        };
                    };
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** @description Bytes of files: all versions, the bin included, and thumbnails. */
                            storage: {
                                used: number;
                                /** @description null: no limit. */
                                limit: number | null;
                            };
                            /** @description Bytes of resumable uploads that have not become files, by their announced sizes, and their number. */
                            unfinishedUploads: {
                                used: number;
                                /** @description null: no limit. */
                                limit: number | null;
                                count: number;
                            };
                            /** @description Stamps since midnight UTC. */
                            stampsToday: {
                                used: number;
                                /** @description null: no limit. */
                                limit: number | null;
                                /** Format: date-time */
                                resetsAt: string;
                            };
                            /** @description Items of multi-stamp requests that are running, in the process that answers. */
                            multiStampItems: {
                                used: number;
                                /** @description null: no limit. */
                                limit: number | null;
                            };
                        };
                    };
                };
            };
        };
    };
    getNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            name: string;
                            /** @description Proofs of a private chain convince only those who trust its operator. */
                            isPrivate: boolean;
                            chainId: number;
                            /** @description CAIP-2 ID of the chain. */
                            blockchainId: string;
                            contract: string;
                            /** @description Every address that has signed for this service, in use or not, oldest first. Contracts pin them. */
                            notaries: string[];
                            finality: {
                                /**
                                 * @description By the network's own tag, or in the n-th block.
                                 * @enum {unknown}
                                 */
                                rule: "finalized" | "blocks";
                                blocks: number | null;
                            };
                            /** @description The latest block; null if the node is not responding. */
                            head: {
                                number: number;
                                /** Format: date-time */
                                time: string;
                                /** @description The latest final block. */
                                finalNumber: number;
                            } | null;
                            /** @description The lag: batches that are signed and stored, but not yet in a block. */
                            waiting: {
                                batches: number;
                                oldestSeconds: number | null;
                            };
                            /** @description What proofs of this chain can show. */
                            evidence: {
                                /** @description Proofs show our transaction in its block, or our root in the contract's storage as of the block. */
                                kinds: ("transaction" | "state")[];
                                /** @description Number of blocks examined when the service started. */
                                examined: number;
                                /** @description How many of them could be proven. */
                                provable: number;
                                problem: string | null;
                            };
                            /** @description What has kept submitted batches from being confirmed for half a minute or more; with 0 batches, what is wrong with the chain as its nodes show it. */
                            trouble: {
                                batches: number;
                                /** Format: date-time */
                                since: string;
                                /** @description In words, for the operator. */
                                why: string;
                            } | null;
                            /** @description Average cost of the latest transactions, in wei. */
                            costPerTransaction: string | null;
                            signers: {
                                address: string;
                                balance: string | null;
                                transactionsLastDay: number;
                                /** @description How long the balance lasts at the rate of the last day; null if nothing was spent. */
                                lastsDays: number | null;
                            }[];
                            /** @description The latest batches. */
                            batches: {
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
                            }[];
                            /** Format: date-time */
                            seenAt: string;
                        };
                    };
                };
            };
        };
    };
    getBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** @description CAIP-2 ID of the chain. */
                            blockchainId: string;
                            number: number;
                            hash: string;
                            /** Format: date-time */
                            time: string;
                        };
                    };
                };
            };
        };
    };
    getWitnesses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** @description How often the roots of new batches go to the witnesses. */
                            intervalSeconds: number;
                            /** @description Those in use; none when no witness is set. */
                            witnesses: {
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
                            }[];
                        };
                    };
                };
            };
        };
    };
    getStampOrListStamps: {
        parameters: {
            query?: {
                /** @description A code, a hash or a transaction ID. A transaction ID of this service is never taken for a hash. */
                id?: string;
                /** @description A hash, and nothing else. */
                hash?: string;
                /** @description Lists the stamps of a transaction. */
                txid?: string;
                page?: number;
                /** @description Items per page. */
                limit?: number;
                cursor?: string;
                /** @description true: in a block; false: not yet. */
                status?: boolean;
                /** @description Matches code or name. */
                search?: string;
                /** @description true: only private stamps; false: only public ones. */
                isPrivate?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            /** @description Code of the other stamp of this hash that you see: of your private one and the public one. */
                            otherCode: string | null;
                            proofUrl: string;
                        } | {
                            count: number;
                            files: {
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
                            }[];
                        };
                    };
                };
            };
        };
    };
    addStamp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hex of a SHA-256, SHA-384 or SHA-512 hash; 0x and upper case are accepted. */
                    hash: string;
                    filename?: string;
                    metadata?: {
                        latitude?: string;
                        longitude?: string;
                        description?: string;
                    } | {
                        latitude?: string;
                        longitude?: string;
                        description?: string;
                    }[];
                    metaData?: {
                        latitude?: string;
                        longitude?: string;
                        description?: string;
                    } | {
                        latitude?: string;
                        longitude?: string;
                        description?: string;
                    }[];
                    /** @description Only the owner sees it. */
                    isPrivate?: boolean;
                    /** @description Shows metadata and owner to everyone who sees the stamp. By default only you see them. */
                    publicDetails?: boolean;
                    isEsign?: boolean;
                    originalDocHash?: string;
                    /** @description A digit string. */
                    type?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                    };
                };
            };
        };
    };
    publishStamp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `false` makes a private stamp public. There is no way back. */
                    isPrivate?: boolean;
                    /** @description `false` hides metadata and owner again from everyone who has not kept them. */
                    publicDetails?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            /** @description Code of the other stamp of this hash that you see: of your private one and the public one. */
                            otherCode: string | null;
                            proofUrl: string;
                        };
                    };
                };
            };
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
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "application/pdf": string;
                    "text/html": string;
                    "application/vnd.opentimestamps.v1": string;
                    "application/timestamp-reply": string;
                };
            };
        };
    };
    multiStamp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hex of a SHA-256, SHA-384 or SHA-512 hash; 0x and upper case are accepted. */
                    hash: string;
                    filename: string;
                    isPrivate?: boolean;
                }[];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @description Hex, lower case, without 0x. */
                            hash: string;
                            /** @description Transaction ID, with 0x. */
                            txid: string;
                            /** @description True if the hash was already stamped or repeats in the request. */
                            existing?: boolean;
                        }[];
                    };
                };
            };
        };
    };
    getStampOrListStampsV2: {
        parameters: {
            query?: {
                /** @description A code, a hash or a transaction ID. A transaction ID of this service is never taken for a hash. */
                id?: string;
                /** @description A hash, and nothing else. */
                hash?: string;
                /** @description Lists the stamps of a transaction. */
                txid?: string;
                page?: number;
                /** @description Items per page. */
                limit?: number;
                cursor?: string;
                /** @description true: in a block; false: not yet. */
                status?: boolean;
                /** @description Matches code or name. */
                search?: string;
                /** @description true: only private stamps; false: only public ones. */
                isPrivate?: boolean;
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            /** @description Code of the other stamp of this hash that you see: of your private one and the public one. */
                            otherCode: string | null;
                            proofUrl: string;
                        } | {
                            count: number;
                            files: {
                                /** Format: uuid */
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
                            }[];
                        };
                    };
                };
            };
        };
    };
    addStampV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hex of a SHA-256, SHA-384 or SHA-512 hash; 0x and upper case are accepted. */
                    hash: string;
                    userId: string;
                    isPrivate?: boolean;
                    /** @description Shows metadata and owner to everyone who sees the stamp. By default only you see them. */
                    publicDetails?: boolean;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                    };
                };
            };
        };
    };
    listenToEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event received. The first time, the time a list was loaded, so that no later event is missed: milliseconds since 1970, from the `Date` of its response. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listFolders: {
        parameters: {
            query?: {
                page?: number;
                /** @description Items per page. */
                limit?: number;
                /** @description Yours: your own folders. Another one's: the public ones of it. */
                organizationId?: string;
                /** @description Those directly in this folder; `root`: those at the top, yours or the account's. */
                parentFolderId?: string | "root";
                /** @description true: folders in your bin. */
                isBin?: boolean;
                search?: string;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            count: number;
                            data: {
                                /** Format: uuid */
                                _id: string;
                                folderName: string;
                                /** Format: uuid */
                                parentFolderId: string;
                                folderLevel: number;
                                isBin: boolean;
                                /** Format: date-time */
                                createdAt: string;
                                userData: {
                                    /** Format: uuid */
                                    id: string;
                                    name: string | null;
                                };
                            }[];
                        };
                    };
                };
            };
        };
    };
    createFolder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 255 characters, no control characters, no slash. */
                    folderName: string;
                    /** @enum {unknown} */
                    folderType: "public" | "private";
                    /** @description Your user ID. */
                    organizationId: string;
                    /** Format: uuid */
                    parentFolderId?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                    };
                };
            };
        };
    };
    restoreFolder: {
        parameters: {
            query?: {
                /** @description Your user ID. */
                organizationId?: string;
            };
            header?: never;
            path: {
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                    };
                };
            };
        };
    };
    getFolder: {
        parameters: {
            query?: {
                /** @description Your user ID. */
                organizationId?: string;
            };
            header?: never;
            path: {
                parentFolderId: string;
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                    };
                };
            };
        };
    };
    browseFolder: {
        parameters: {
            query?: {
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: never;
            path: {
                /** @description ID of a folder; `root` for your top level. */
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            path: {
                                /** Format: uuid */
                                _id: string;
                                folderName: string;
                                /** @enum {unknown} */
                                folderType: "public" | "private";
                            }[];
                            /** @description Number of folders directly in it. */
                            folders: number;
                            /** @description Number of files directly in it. */
                            files: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
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
            header?: never;
            path: {
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    updateFolder: {
        parameters: {
            query?: {
                /** @description Your user ID. */
                organizationId?: string;
            };
            header?: never;
            path: {
                folderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            count: number;
                            data: {
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
                            }[];
                        };
                    };
                };
            };
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
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "application/pdf": string;
                    "text/html": string;
                    "application/vnd.opentimestamps.v1": string;
                    "application/timestamp-reply": string;
                };
            };
        };
    };
    createFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
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
                    /** Format: binary */
                    attachments: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** Format: uuid */
                            fileId: string;
                            /** @description Transaction of the entry that recorded the content, with 0x. */
                            transactionId: string;
                            /** @description Code of the file's page, which shows it while its folder is public. */
                            uniqueId: string;
                            /** @description Thumbnail link; works without a header for a few minutes. */
                            thumbUrl: string;
                        };
                    };
                };
            };
        };
    };
    validateFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    fileId: string;
                    /** @description Your user ID. */
                    organizationId: string;
                    /** Format: binary */
                    attachments: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
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
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            count: number;
                            data: {
                                /** Format: uuid */
                                versionId: string;
                                /** @description From 1. */
                                number: number;
                                isCurrent: boolean;
                                transactionId: string;
                                attachmentHash: string;
                                file: {
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
                                thumbUrl: string;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    addFileVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description Your user ID. */
                    organizationId?: string;
                    /** Format: binary */
                    attachments: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** Format: uuid */
                            fileId: string;
                            /** @description Transaction of the entry that recorded the content, with 0x. */
                            transactionId: string;
                            /** @description Code of the file's page, which shows it while its folder is public. */
                            uniqueId: string;
                            /** @description Thumbnail link; works without a header for a few minutes. */
                            thumbUrl: string;
                        };
                    };
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: never;
            path: {
                folderId: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            file: {
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
                            ownerInfo: {
                                ownerId: string;
                                name: string;
                                userName: string;
                                /** @description Empty unless it is one's own. */
                                email: string;
                                profilePicture: string;
                                thumbProfilePicture: string;
                            };
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
                    };
                };
            };
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
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: never;
            path: {
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            count: number;
                            data: {
                                /** Format: uuid */
                                _id: string;
                                fileName: string;
                                description: string;
                                /** Format: uuid */
                                folderId: string;
                                transactionId: string;
                                attachmentHash: string;
                                uniqueId: string;
                                file: {
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
                            }[];
                        };
                    };
                };
            };
        };
    };
    browseFile: {
        parameters: {
            query?: {
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** Format: uuid */
                            _id: string;
                            fileName: string;
                            description: string;
                            /** Format: uuid */
                            folderId: string;
                            transactionId: string;
                            attachmentHash: string;
                            uniqueId: string;
                            file: {
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
                            path: {
                                /** Format: uuid */
                                _id: string;
                                folderName: string;
                                /** @enum {unknown} */
                                folderType: "public" | "private";
                            }[];
                            /**
                             * @description State of the entry that recorded the content.
                             * @enum {unknown}
                             */
                            state: "submitted" | "confirmed" | "final" | "failed";
                            blockNumber: number | null;
                            blockTime: string | null;
                        };
                    };
                };
            };
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
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    updateFile: {
        parameters: {
            query?: {
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    restoreFile: {
        parameters: {
            query?: {
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    getFilePage: {
        parameters: {
            query?: {
                version?: string;
            };
            header?: never;
            path: {
                fileId: string;
                /** @description From 1. */
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
        };
    };
    getFileContent: {
        parameters: {
            query?: {
                version?: string;
                account?: string;
                expires?: number;
                signature?: string;
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getFileThumbnail: {
        parameters: {
            query?: {
                version?: string;
                account?: string;
                expires?: number;
                signature?: string;
                /** @description Your user ID; any other is rejected. */
                organizationId?: string;
            };
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
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
            header?: never;
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "application/pdf": string;
                    "text/html": string;
                    "application/vnd.opentimestamps.v1": string;
                    "application/timestamp-reply": string;
                };
            };
        };
    };
    getManifest: {
        parameters: {
            query?: {
                organizationId?: string;
            };
            header?: never;
            path: {
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
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
            };
            header?: never;
            path: {
                /** @description ID of a folder; `root` for your top level. */
                folderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            count: number;
                            data: {
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
                            }[];
                        };
                    };
                };
            };
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            count: number;
                            data: {
                                /** Format: uuid */
                                _id: string;
                                fileName: string;
                                description: string;
                                /** Format: uuid */
                                folderId: string;
                                transactionId: string;
                                attachmentHash: string;
                                uniqueId: string;
                                file: {
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
                            }[];
                        };
                    };
                };
            };
        };
    };
    searchNames: {
        parameters: {
            query: {
                search: string;
                /** @description Directly in this folder; `root`: at your top level. */
                folderId?: string;
                page?: number;
                limit?: number;
                /** @description The Next-Cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            count: number;
                            data: ({
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
                                path: {
                                    /** Format: uuid */
                                    _id: string;
                                    folderName: string;
                                    /** @enum {unknown} */
                                    folderType: "public" | "private";
                                }[];
                            } | {
                                /** Format: uuid */
                                _id: string;
                                fileName: string;
                                description: string;
                                /** Format: uuid */
                                folderId: string;
                                transactionId: string;
                                attachmentHash: string;
                                uniqueId: string;
                                file: {
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
                                path: {
                                    /** Format: uuid */
                                    _id: string;
                                    folderName: string;
                                    /** @enum {unknown} */
                                    folderType: "public" | "private";
                                }[];
                            })[];
                        };
                    };
                };
            };
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            count: number;
                            data: {
                                /** Format: uuid */
                                _id: string;
                                /** @enum {unknown} */
                                type: "folder" | "file";
                                name: string;
                                /** @description The folder it was in; null for the top level. */
                                from: {
                                    /** Format: uuid */
                                    _id: string;
                                    folderName: string;
                                } | null;
                                fileSize: number | null;
                                mimetype: string | null;
                                /** Format: date-time */
                                deletedAt: string;
                                /**
                                 * Format: date-time
                                 * @description When it is purged, unless restored.
                                 */
                                erasedAt: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    emptyBin: {
        parameters: {
            query?: {
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    beginUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required: `1.0.0`. */
                "tus-resumable"?: string;
                /** @description Required. Size in bytes. */
                "upload-length"?: string;
                /** @description Keys with base64 values: `fileName` and `folderId`, or `fileId` for a new version; `description`, `organizationId`, `lat`, `long`, `filename`, `filetype`. */
                "upload-metadata"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begun: `Location` says where to send the content. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "getUpload-head": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `Upload-Offset` says how much there is, `Upload-Expires` how long it is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    appendToUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required: `1.0.0`. */
                "tus-resumable"?: string;
                /** @description Required. Where the body continues. */
                "upload-offset"?: string;
            };
            path: {
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** Format: uuid */
                            fileId: string;
                            /** @description Transaction of the entry that recorded the content, with 0x. */
                            transactionId: string;
                            /** @description Code of the file's page, which shows it while its folder is public. */
                            uniqueId: string;
                            /** @description Thumbnail link; works without a header for a few minutes. */
                            thumbUrl: string;
                        };
                    };
                };
            };
            /** @description Kept; `Upload-Offset` says how much there is. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            count: number;
                            webhooks: {
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
                                /** @description Until then, the previous secret also signs deliveries. */
                                previousSecretUntil: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                updatedAt: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An https URL with a public address. */
                    redirectUrl: string;
                    description?: string;
                    /** @description Events to send. */
                    action: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            /** @description Until then, the previous secret also signs deliveries. */
                            previousSecretUntil: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description whsec_ and base64. Shown only once: save it. */
                            secret: string;
                        };
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            /** @description Until then, the previous secret also signs deliveries. */
                            previousSecretUntil: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An https URL with a public address. */
                    redirectUrl?: string;
                    description?: string;
                    /** @description Events to send. */
                    action?: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
                    /** @description false: pending deliveries are cancelled and new events are not kept. true: starts again. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            /** @description Until then, the previous secret also signs deliveries. */
                            previousSecretUntil: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            /** @description Until then, the previous secret also signs deliveries. */
                            previousSecretUntil: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description whsec_ and base64. Shown only once: save it. */
                            secret: string;
                        };
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            lastAttempt: {
                                /** @description From 1. */
                                number: number;
                                /** Format: date-time */
                                at: string;
                                durationMs: number;
                                /** @description The address actually connected to. */
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
                            } | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
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
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            count: number;
                            deliveries: {
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
                                lastAttempt: {
                                    /** @description From 1. */
                                    number: number;
                                    /** Format: date-time */
                                    at: string;
                                    durationMs: number;
                                    /** @description The address actually connected to. */
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
                                } | null;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                updatedAt: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            lastAttempt: {
                                /** @description From 1. */
                                number: number;
                                /** Format: date-time */
                                at: string;
                                durationMs: number;
                                /** @description The address actually connected to. */
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
                            } | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            log: {
                                /** @description From 1. */
                                number: number;
                                /** Format: date-time */
                                at: string;
                                durationMs: number;
                                /** @description The address actually connected to. */
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
                            }[];
                        };
                    };
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
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
                            lastAttempt: {
                                /** @description From 1. */
                                number: number;
                                /** Format: date-time */
                                at: string;
                                durationMs: number;
                                /** @description The address actually connected to. */
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
                            } | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    };
                };
            };
        };
    };
    recoverDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Events from this time on.
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            /** @description Number of deliveries to be resent. */
                            recovered: number;
                        };
                    };
                };
            };
        };
    };
    timestamp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/timestamp-query": string;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/timestamp-reply": string;
                };
            };
        };
    };
    getTsaCertificates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pem-certificate-chain": string;
                };
            };
        };
    };
    findTimestampToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Hex, as `openssl ts -reply -text` prints it. */
                serialNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            hash: string;
                            /**
                             * Format: date-time
                             * @description The time in the token.
                             */
                            time: string;
                            /** @description Of the stamp. */
                            code: string;
                            txid: string;
                            /** @description Of the proof of the stamp; `?format=tsr` gives its first token. */
                            proofUrl: string;
                        };
                    };
                };
            };
        };
    };
    submitDigest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getTimestamp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Hex. */
                commitment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description Default Response */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    getPublicPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            uniqueId: string;
                            /** @enum {string} */
                            type: "file";
                            fileName: string;
                            /** @description Always empty: it is for accounts. */
                            description: string;
                            /** @description Always null: it is for accounts. */
                            fileSize: null;
                            /** @description Extension in its name, lower case; may be empty. */
                            fileType: string;
                            /** @description Always empty: it is for accounts. */
                            mimetype: string;
                            /** @description SHA-256 of the content, hex. */
                            attachmentHash: string;
                            /** @description To salt and details, which are not public; hex. */
                            commitment: string;
                            transactionId: string;
                            /** @description CAIP-2 ID of the chain. */
                            blockchainId: string;
                            network: string;
                            isPrivateNetwork: boolean;
                            /** @description Always empty: it is for accounts. */
                            ownerName: string;
                            /** Format: date-time */
                            createdAt: string;
                            proofUrl: string;
                        } | {
                            code: string;
                            /** @enum {string} */
                            type: "stamp";
                            /** @description Hex, lower case, without 0x. */
                            hash: string;
                            /** @description To salt and details; hex. */
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
                    };
                };
            };
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
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "application/pdf": string;
                    "text/html": string;
                    "application/vnd.opentimestamps.v1": string;
                    "application/timestamp-reply": string;
                };
            };
        };
    };
    findPublicStamp: {
        parameters: {
            query: {
                hash: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        message: string;
                        data: {
                            code: string;
                            /** @enum {string} */
                            type: "stamp";
                            /** @description Hex, lower case, without 0x. */
                            hash: string;
                            /** @description To salt and details; hex. */
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
                        } | {
                            uniqueId: string;
                            /** @enum {string} */
                            type: "file";
                            fileName: string;
                            /** @description Always empty: it is for accounts. */
                            description: string;
                            /** @description Always null: it is for accounts. */
                            fileSize: null;
                            /** @description Extension in its name, lower case; may be empty. */
                            fileType: string;
                            /** @description Always empty: it is for accounts. */
                            mimetype: string;
                            /** @description SHA-256 of the content, hex. */
                            attachmentHash: string;
                            /** @description To salt and details, which are not public; hex. */
                            commitment: string;
                            transactionId: string;
                            /** @description CAIP-2 ID of the chain. */
                            blockchainId: string;
                            network: string;
                            isPrivateNetwork: boolean;
                            /** @description Always empty: it is for accounts. */
                            ownerName: string;
                            /** Format: date-time */
                            createdAt: string;
                            proofUrl: string;
                        };
                    };
                };
            };
        };
    };
}
