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
         * Log in with client id and secret key
         * @description No body. 30 failed attempts per minute and address are allowed; then 429 with Retry-After.
         */
        post: operations["authenticate"];
        /**
         * Log out
         * @description Revokes the presented token and the rest of its login. It counts everywhere within 5 seconds.
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
         * Renew a token
         * @description A refresh token works once. One that comes back after it was used ends its whole family, access tokens included.
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
        /** Read the profile */
        get: operations["getProfile"];
        /**
         * Update the profile
         * @description All fields are optional; at least one must be there.
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
        /** Read the account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Delete the account in 14 days
         * @description Until then everything stays as it is, and the deletion can be taken back. Afterwards all that is kept of the account is erased; proofs that were kept elsewhere stay valid. Only for who is logged in to the portal, with the password given once more.
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
         * Take the deletion of the account back
         * @description Only for who is logged in to the portal.
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
         * List the logins to the portal
         * @description The last one used first. Only for who is logged in to the portal.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all other logins to the portal
         * @description Only for who is logged in to the portal.
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
         * End a login to the portal
         * @description Its tokens end everywhere within 5 seconds. Only for who is logged in to the portal.
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
         * List the API clients
         * @description Newest first, revoked ones included. Secret keys are not in it.
         */
        get: operations["listClients"];
        put?: never;
        /** Make an API client */
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
         * @description For good, with all its tokens. It counts everywhere within 5 seconds.
         */
        delete: operations["revokeClient"];
        options?: never;
        head?: never;
        /** Give an API client another name */
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
         * Give an API client a new secret key
         * @description The old one, and the tokens that it obtained, end at once.
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
         * Show the secret key of an API client again
         * @description Only for who is logged in to the portal, with the password given once more.
         */
        post: operations["revealClient"];
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
         * Get a stamp by code, hash or transaction id; list stamps; list the stamps of a transaction
         * @description With `id`: one stamp. With `txid`: all stamps of a transaction. Else: your own stamps, newest first, by `page` and `limit`, or by the `Next-Cursor` of the page before as `cursor`. `status`, `search` and `isPrivate` say which ones.
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
    "/hash/{code}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The proof of a stamp
         * @description A document that verifies offline: `npx tallystick verify FILE PROOF`. It grows with its anchor, at one address. `format=ots`: the same as an OpenTimestamps file, for SHA-256 digests. `pdf`, `html`: a certificate for people, with the document inside.
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
         * @description Validated whole before anything is stamped. What is stamped already answers `existing: true`: repeating is safe.
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
         * Get a stamp by code, hash or transaction id; list and search stamps; list the stamps of a transaction
         * @description With `id`: one stamp. With `txid`: all stamps of a transaction. Else: your own stamps (`userId`), newest first. `status=true`: in a block; `false`: not yet. `search` matches code or name, from three characters on anywhere, below at the beginning.
         */
        get: operations["getStampOrListStampsV2"];
        put?: never;
        /** Stamp a hash with free metadata */
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
         * @description `event: stamp` tells how a stamp stands: when it is new, and whenever it is in another state or transaction. `event: reset`: more has happened than is told one by one, load the list again. After `event: ready` nothing is missed; with `Last-Event-ID` it goes on from there. A comment comes every 15 seconds. 10 connections an account; each ends with its token.
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
    "/network": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The chain, its lag, the signing account, and the newest batches */
        get: operations["getNetwork"];
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
         * @description Your own and the public ones of all accounts, or those of `organizationId`; newest first, by `page` and `limit`, or by the `Next-Cursor` of the page before as `cursor`. `search` matches the name anywhere, without case.
         */
        get: operations["listFolders"];
        put?: never;
        /**
         * Create a folder
         * @description At the top, or in the folder `parentFolderId`. What is inside a private folder is private.
         */
        post: operations["createFolder"];
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
        /** Folder details */
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
         * A folder with where it lies and how much lies in it
         * @description `root` is the root of your own folders: its id is the `parentFolderId` of what lies at the top.
         */
        get: operations["browseFolder"];
        put?: never;
        post?: never;
        /**
         * Put a folder into the bin, or erase it
         * @description With everything under it. `permanent=true` erases it at once, from the bin or directly.
         */
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        /**
         * Rename a folder, change its type, or move it
         * @description What is under it follows. The type of a folder inside a private one stays private.
         */
        patch: operations["updateFolder"];
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
         * Take a folder out of the bin
         * @description With what went into the bin by the same deletion. To where it was; to the top, when that is in the bin itself.
         */
        post: operations["restoreFolder"];
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
         * The proofs of all files of a folder
         * @description One document with the files in the folder and in those under it, out of the bin, in their current versions. It verifies offline: `npx tallystick verify DIR MANIFEST`. At most 100,000 files.
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
         * @description One file of at most 5,368,709,120 bytes. The fields may come in any order; those before the file are checked before it is read.
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
         * @description 422 when it is another one. What is sent is compared as it comes, and not kept.
         */
        post: operations["validateFile"];
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
        /** File details */
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
         * @description Newest first, by `page` and `limit`, or by the `Next-Cursor` of the page before as `cursor`. `search` matches the name: from three characters on anywhere, below at the beginning. The count with a search stops at 10,000.
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
        /** A file with where it lies and how far its entry has come */
        get: operations["browseFile"];
        put?: never;
        post?: never;
        /**
         * Put a file into the bin, or erase it
         * @description `permanent=true` erases it at once, with all its versions, from the bin or directly.
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
        /** Take a file out of the bin */
        post: operations["restoreFile"];
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
         * @description Newest first, by `page` and `limit`, or by the `Next-Cursor` of the page before as `cursor`.
         */
        get: operations["listFileVersions"];
        put?: never;
        /**
         * Upload a new version of a file
         * @description It becomes the content of the file; the ones before stay.
         */
        post: operations["addFileVersion"];
        delete?: never;
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
         * Begin an upload that can be resumed (tus 1.0)
         * @description At most 5,368,709,120 bytes. An upload to which nothing comes for 24 hours is forgotten. What has come is kept encrypted until it becomes a file.
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
        /** Forget an upload, and what has come of it */
        delete: operations["endUpload"];
        options?: never;
        /**
         * How far an upload has come
         * @description When it is whole, `File-Id` and `Transaction-Id` say what it has become.
         */
        head: operations["getUpload-head"];
        /**
         * Send an upload, or go on with it
         * @description Content-Type: application/offset+octet-stream. The last bytes are answered as `POST /api/files` does, when the file is durable and its entry is committed.
         */
        patch: operations["appendToUpload"];
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
         * List the folders in a folder
         * @description Out of the bin, with how much lies in each. Newest first, by `page` and `limit`, or by the `Next-Cursor` of the page before as `cursor`.
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
         * @description Of all your folders, newest first, by `page` and `limit`, or by the `Next-Cursor` of the page before as `cursor`. The count stops at 10,000.
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
         * Find folders and files by their names
         * @description In all your folders, or directly in `folderId`, which may be a public folder of somebody else. Out of the bin, newest first, by `page` and `limit`, or by the `Next-Cursor` of the page before as `cursor`, each with the folders that it lies in. From three characters on anywhere in the name, below at its beginning; without case. The count stops at 10,000.
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
         * @description Folders and files that were deleted themselves, latest deletion first, by `page` and `limit`, or by the `Next-Cursor` of the page before as `cursor`; what went with a folder comes back with it. The count stops at 10,000. Restore and erase them by the routes of folders and files.
         */
        get: operations["listBin"];
        put?: never;
        post?: never;
        /**
         * Empty your bin: erase all that is in it
         * @description At once and for good, by nobody to be brought back. `until`: nothing that was deleted later than this `deletedAt`, so that nothing goes that you have not seen. What of it stopped half-way is still in the bin; asking again goes on.
         */
        delete: operations["emptyBin"];
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
         * A page of a PDF as a picture: WebP
         * @description Its longer side has 1600 pixels. 422 for what cannot be drawn. `version`: of an older one.
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
         * @description One range at a time (`Range`), `ETag` with `If-None-Match` and `If-Range`. `version`: an older one.
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
         * A small picture of a file: WebP
         * @description Of an image or the first page of a PDF; of others a plain icon.
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
         * The proof of a file
         * @description Of the entry that recorded the content: verifies offline with `npx tallystick verify FILE PROOF`. `version`: an older one. `format=ots`, `pdf`, `html` as with stamps.
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
         * Download the account with all its data, files and proofs
         * @description One zip archive, made while it is sent; its README.txt says what is where. One at a time.
         */
        post: operations["exportAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Newest first, by `page` and `limit`, or by the `Next-Cursor` of the page before as `cursor`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description Up to 20. The answer holds the secret that signs deliveries; it is not shown again.
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
        /** Webhook details */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook with its delivery log */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change, disable or enable a webhook */
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
         * Get a new secret
         * @description For 24 hours deliveries are signed with both, the new one and the one until now.
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
         * @description A made-up stamp with `action` `test`, sent once. The delivery log tells what came of it.
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
         * Delivery log
         * @description Newest first, each with its newest attempt. `count` is exact up to 10,000.
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
        /** A delivery with every attempt */
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
         * Send a delivery again
         * @description With the same id and content, from the beginning of the schedule of retries.
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
         * Send again all that failed since a time
         * @description Also what was cancelled, or came while the webhook was disabled because of failures.
         */
        post: operations["recoverDeliveries"];
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
         * What everybody may know of a public stamp or file
         * @description JSON; a browser, which asks for `text/html`, gets the page that shows it.
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
         * The proof of a public stamp or file
         * @description The same document as `/hash/{code}/proof` and `/api/files/{fileId}/proof`, without a login.
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
         * The public stamp or file of a hash
         * @description For who has the document alone. It is found by its hash; the document itself is not sent. Of both, the stamp; of files, the one that has had this content longest.
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
                            /** @description Good for one refresh within 30 days. */
                            refreshToken: string;
                            /**
                             * Format: uuid
                             * @description The user id; it is the organization id as well.
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
                            /** @description Good for one refresh within 30 days. */
                            refreshToken: string;
                            /**
                             * Format: uuid
                             * @description The user id; it is the organization id as well.
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
                    /** @description Personal wallet address: 0x and 40 hex digits, in one case or with the right EIP-55 checksum. Answered with checksum. */
                    walletAddress?: string;
                    /** @description What you are called; others see it beside public folders. */
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
                            /** @description How many there are. */
                            passkeys: number;
                            hasPassword: boolean;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description When it will be erased, unless that is taken back. */
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
                            /** @description Network address of the login; of IPv6 its /64. May be empty. */
                            address: string;
                            /** @description What the browser calls itself. May be empty. */
                            userAgent: string;
                            /** @description The login that asks. */
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
                            /** @description To the minute. Null: never. */
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
    getStampOrListStamps: {
        parameters: {
            query?: {
                /** @description A code, a hash or a transaction id. */
                id?: string;
                txid?: string;
                page?: number;
                /** @description Items per page. */
                limit?: number;
                cursor?: string;
                /** @description true: in a block; false: not yet. */
                status?: boolean;
                /** @description In code or name. */
                search?: string;
                /** @description Only private ones, or only public ones. */
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
                            /** @description "0" submitted as a hash, "1" from an uploaded file, "2" multi-stamp, unless sent. */
                            type: string;
                            originalDocHash: string;
                            isEsign: boolean;
                            isPrivateBc: boolean;
                            username: string;
                            metaData: {
                                [key: string]: unknown;
                            }[];
                            txid: string;
                            /** @description 1 when the owner's e-mail is verified. */
                            userVerify: number;
                            /**
                             * @description failed: the chain refused it again and again; it will not be anchored.
                             * @enum {unknown}
                             */
                            state: "submitted" | "confirmed" | "final" | "failed";
                            blockNumber: number | null;
                            blockTime: string | null;
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
                                isPrivateBc: boolean;
                                /** @description CAIP-2 id of the chain. */
                                blockchainId: string;
                                txId: string;
                                /** Format: date-time */
                                updatedAt: string;
                                /**
                                 * @description failed: the chain refused it again and again; it will not be anchored.
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
                            /** @description Transaction id, with 0x. */
                            txid: string;
                            /** @description 10 characters of Crockford base 32. */
                            code: string;
                            filename: string;
                        };
                    };
                };
            };
        };
    };
    getProof: {
        parameters: {
            query?: {
                /** @description `json` unless said otherwise. */
                format?: "json" | "ots" | "pdf" | "html";
                /** @description Of `pdf` and `html`; that of your profile by default. */
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
                            /** @description Transaction id, with 0x. */
                            txid: string;
                            /** @description True when the hash was stamped already or repeats in the request. */
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
                /** @description A code, a hash or a transaction id. */
                id?: string;
                txid?: string;
                page?: number;
                /** @description Items per page. */
                limit?: number;
                cursor?: string;
                /** @description true: in a block; false: not yet. */
                status?: boolean;
                /** @description In code or name. */
                search?: string;
                /** @description Only private ones, or only public ones. */
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
                            /** @description "0" submitted as a hash, "1" from an uploaded file, "2" multi-stamp, unless sent. */
                            type: string;
                            originalDocHash: string;
                            isEsign: boolean;
                            isPrivateBc: boolean;
                            username: string;
                            metaData: {
                                [key: string]: unknown;
                            }[];
                            txid: string;
                            /** @description 1 when the owner's e-mail is verified. */
                            userVerify: number;
                            /**
                             * @description failed: the chain refused it again and again; it will not be anchored.
                             * @enum {unknown}
                             */
                            state: "submitted" | "confirmed" | "final" | "failed";
                            blockNumber: number | null;
                            blockTime: string | null;
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
                                txId: string;
                                /**
                                 * @description failed: the chain refused it again and again; it will not be anchored.
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
                            /** @description Transaction id, with 0x. */
                            txid: string;
                            /** @description 10 characters of Crockford base 32. */
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
                /** @description The `id` of the last event that was received. The first time: when a list was loaded, so that nothing since is missed, in milliseconds since 1970 by the `Date` of its answer. */
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
                            /** @description A private chain proves only to those who trust its operator. */
                            isPrivate: boolean;
                            chainId: number;
                            /** @description CAIP-2 id of the chain. */
                            blockchainId: string;
                            contract: string;
                            finality: {
                                /**
                                 * @description By the network's own tag, or in the n-th block.
                                 * @enum {unknown}
                                 */
                                rule: "finalized" | "blocks";
                                blocks: number | null;
                            };
                            /** @description The newest block; null when the node does not answer. */
                            head: {
                                number: number;
                                /** Format: date-time */
                                time: string;
                                /** @description The newest final block. */
                                finalNumber: number;
                            } | null;
                            /** @description The lag: batches that are signed and recorded, but not yet in a block. */
                            waiting: {
                                batches: number;
                                oldestSeconds: number | null;
                            };
                            /** @description What the newest transactions cost on average, in wei. */
                            costPerTransaction: string | null;
                            signers: {
                                address: string;
                                balance: string | null;
                                transactionsLastDay: number;
                                /** @description How long the balance lasts at the spending of the last day; null when nothing is spent. */
                                lastsDays: number | null;
                            }[];
                            /** @description The newest ones. */
                            batches: {
                                /** Format: uuid */
                                id: string;
                                /** @enum {unknown} */
                                purpose: "anchor" | "deploy";
                                /** @description Entries that share the transaction. */
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
                /** @description true: those in your bin. */
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
                    /** @description Your user id. */
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
                             * @description At the top: the id of the hidden root folder.
                             */
                            parentFolderId: string;
                            /** @description 1 at the top. */
                            folderLevel: number;
                            isSign: boolean;
                            isBin: boolean;
                            defaultOptions: boolean;
                            digitalTwinId: string | null;
                            /** @description In the bin: the folder that it was in. */
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
                /** @description Your user id. */
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
                            /** @description In the bin: the folder that it was in. */
                            previousFolderId: string | null;
                            /**
                             * @description What is inside a private folder is private.
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
                /** @description Your user id; another one is refused. */
                organizationId?: string;
            };
            header?: never;
            path: {
                /** @description Of a folder; `root` for what lies at your top. */
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
                            /** @description 1 at the top, 0 for the root. */
                            folderLevel: number;
                            /** @enum {unknown} */
                            folderType: "public" | "private";
                            isBin: boolean;
                            isOwn: boolean;
                            /** Format: uuid */
                            ownerId: string;
                            ownerName: string;
                            /** @description The folders from the top to it. */
                            path: {
                                /** Format: uuid */
                                _id: string;
                                folderName: string;
                                /** @enum {unknown} */
                                folderType: "public" | "private";
                            }[];
                            /** @description How many folders lie directly in it. */
                            folders: number;
                            /** @description How many files lie directly in it. */
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
                /** @description Your user id. */
                organizationId?: string;
                /** @description Erase it, instead of putting it into the bin. */
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
                /** @description Your user id. */
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
                    /** @description Your user id. */
                    organizationId?: string;
                    /** @description 1 to 255 characters, no control characters, no slash. */
                    folderName?: string;
                    /** @enum {unknown} */
                    folderType?: "public" | "private";
                    /**
                     * Format: uuid
                     * @description Moves it into that folder.
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
    restoreFolder: {
        parameters: {
            query?: {
                /** @description Your user id. */
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
                             * @description At the top: the id of the hidden root folder.
                             */
                            parentFolderId: string;
                            /** @description 1 at the top. */
                            folderLevel: number;
                            isSign: boolean;
                            isBin: boolean;
                            defaultOptions: boolean;
                            digitalTwinId: string | null;
                            /** @description In the bin: the folder that it was in. */
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
                    /** @description Your user id. */
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
                            /** @description Of the entry that recorded the content, with 0x. */
                            transactionId: string;
                            /** @description Code of the file's page, which shows it while its folder is public. */
                            uniqueId: string;
                            /** @description Works without a header, for some minutes. */
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
                    /** @description Your user id. */
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
    getFile: {
        parameters: {
            query?: {
                /** @description Your user id; another one is refused. */
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
                                /** @description What the uploaded file was called. */
                                fileName: string;
                                /** @description Bytes. */
                                fileSize: number;
                                /** @description Extension, lower case, without its dot; may be empty. */
                                fileType: string;
                                /** @description Of the content: works without a header, for some minutes. */
                                url: string;
                                /** @description By the bytes, whatever the client said. */
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
                            /** @description Are there several versions? */
                            isVersion: boolean;
                            isFavourite: boolean;
                            isDateUpdated: boolean;
                            durationChangedDate: string;
                            /**
                             * @description Of the folder it lies in.
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
                /** @description The Next-Cursor of the page before. */
                cursor?: string;
                search?: string;
                isBin?: boolean;
                /** @description Your user id; another one is refused. */
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
                                    /** @description What the uploaded file was called. */
                                    fileName: string;
                                    /** @description Bytes. */
                                    fileSize: number;
                                    /** @description Extension, lower case, without its dot; may be empty. */
                                    fileType: string;
                                    /** @description Of the content: works without a header, for some minutes. */
                                    url: string;
                                    /** @description By the bytes, whatever the client said. */
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
                                 * @description Of the folder it lies in.
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
                /** @description Your user id; another one is refused. */
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
                                /** @description What the uploaded file was called. */
                                fileName: string;
                                /** @description Bytes. */
                                fileSize: number;
                                /** @description Extension, lower case, without its dot; may be empty. */
                                fileType: string;
                                /** @description Of the content: works without a header, for some minutes. */
                                url: string;
                                /** @description By the bytes, whatever the client said. */
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
                             * @description Of the folder it lies in.
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
                            /** @description The folders from the top to it. */
                            path: {
                                /** Format: uuid */
                                _id: string;
                                folderName: string;
                                /** @enum {unknown} */
                                folderType: "public" | "private";
                            }[];
                            /**
                             * @description Of the entry that recorded the content.
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
                /** @description At once, and for good. */
                permanent?: boolean;
                /** @description Your user id; another one is refused. */
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
                /** @description Your user id; another one is refused. */
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
                    /** @description Your user id; another one is refused. */
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
                /** @description Your user id; another one is refused. */
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
    listFileVersions: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The Next-Cursor of the page before. */
                cursor?: string;
                /** @description Your user id; another one is refused. */
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
                                    /** @description What the uploaded file was called. */
                                    fileName: string;
                                    /** @description Bytes. */
                                    fileSize: number;
                                    /** @description Extension, lower case, without its dot; may be empty. */
                                    fileType: string;
                                    /** @description Of the content: works without a header, for some minutes. */
                                    url: string;
                                    /** @description By the bytes, whatever the client said. */
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
                    /** @description Your user id. */
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
                            /** @description Of the entry that recorded the content, with 0x. */
                            transactionId: string;
                            /** @description Code of the file's page, which shows it while its folder is public. */
                            uniqueId: string;
                            /** @description Works without a header, for some minutes. */
                            thumbUrl: string;
                        };
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
                /** @description Required. Bytes. */
                "upload-length"?: string;
                /** @description Keys with values in base64: `fileName` and `folderId`, or `fileId` for a new version; `description`, `organizationId`, `lat`, `long`, `filename`, `filetype`. */
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
                /** @description Required. Where the body goes on. */
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
                            /** @description Of the entry that recorded the content, with 0x. */
                            transactionId: string;
                            /** @description Code of the file's page, which shows it while its folder is public. */
                            uniqueId: string;
                            /** @description Works without a header, for some minutes. */
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
    listSubfolders: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The Next-Cursor of the page before. */
                cursor?: string;
                search?: string;
            };
            header?: never;
            path: {
                /** @description Of a folder; `root` for what lies at your top. */
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
                                /** @description How many folders lie directly in it. */
                                folders: number;
                                /** @description How many files lie directly in it. */
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
                /** @description The Next-Cursor of the page before. */
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
                                    /** @description What the uploaded file was called. */
                                    fileName: string;
                                    /** @description Bytes. */
                                    fileSize: number;
                                    /** @description Extension, lower case, without its dot; may be empty. */
                                    fileType: string;
                                    /** @description Of the content: works without a header, for some minutes. */
                                    url: string;
                                    /** @description By the bytes, whatever the client said. */
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
                                 * @description Of the folder it lies in.
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
                /** @description Directly in this folder; `root`: at your top. */
                folderId?: string;
                page?: number;
                limit?: number;
                /** @description The Next-Cursor of the page before. */
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
                                /** @description How many folders lie directly in it. */
                                folders: number;
                                /** @description How many files lie directly in it. */
                                files: number;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                updatedAt: string;
                                /** @enum {string} */
                                type: "folder";
                                /** @description The folders from the top to it. */
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
                                    /** @description What the uploaded file was called. */
                                    fileName: string;
                                    /** @description Bytes. */
                                    fileSize: number;
                                    /** @description Extension, lower case, without its dot; may be empty. */
                                    fileType: string;
                                    /** @description Of the content: works without a header, for some minutes. */
                                    url: string;
                                    /** @description By the bytes, whatever the client said. */
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
                                 * @description Of the folder it lies in.
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
                                /** @description The folders from the top to it. */
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
                /** @description The Next-Cursor of the page before. */
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
                                /** @description The folder that it was in; null for what was at the top. */
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
                                 * @description When it is erased for good, unless restored.
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
                /** @description Your user id; another one is refused. */
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
                /** @description Your user id; another one is refused. */
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
                /** @description `json` unless said otherwise. */
                format?: "json" | "ots" | "pdf" | "html";
                /** @description Of `pdf` and `html`; that of your profile by default. */
                lang?: "EN" | "DE";
                /** @description Your user id; another one is refused. */
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
                                /** @description Where deliveries go. */
                                redirectUrl: string;
                                description: string;
                                /** @description What you want to be told of. */
                                action: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
                                enabled: boolean;
                                /** @description By you; because the receiver answered 410; because nothing but failures came back for five days. */
                                disabledReason: ("owner" | "gone" | "failing") | null;
                                disabledAt: string | null;
                                /** @description Until then the secret before this one signs as well. */
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
                    /** @description https, to a public address. */
                    redirectUrl: string;
                    description?: string;
                    /** @description What you want to be told of. */
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
                            /** @description Where deliveries go. */
                            redirectUrl: string;
                            description: string;
                            /** @description What you want to be told of. */
                            action: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
                            enabled: boolean;
                            /** @description By you; because the receiver answered 410; because nothing but failures came back for five days. */
                            disabledReason: ("owner" | "gone" | "failing") | null;
                            disabledAt: string | null;
                            /** @description Until then the secret before this one signs as well. */
                            previousSecretUntil: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description whsec_ and base64. Shown this once: keep it. */
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
                            /** @description Where deliveries go. */
                            redirectUrl: string;
                            description: string;
                            /** @description What you want to be told of. */
                            action: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
                            enabled: boolean;
                            /** @description By you; because the receiver answered 410; because nothing but failures came back for five days. */
                            disabledReason: ("owner" | "gone" | "failing") | null;
                            disabledAt: string | null;
                            /** @description Until then the secret before this one signs as well. */
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
                    /** @description https, to a public address. */
                    redirectUrl?: string;
                    description?: string;
                    /** @description What you want to be told of. */
                    action?: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
                    /** @description false: what waits is cancelled, and nothing new is kept. true: it begins anew. */
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
                            /** @description Where deliveries go. */
                            redirectUrl: string;
                            description: string;
                            /** @description What you want to be told of. */
                            action: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
                            enabled: boolean;
                            /** @description By you; because the receiver answered 410; because nothing but failures came back for five days. */
                            disabledReason: ("owner" | "gone" | "failing") | null;
                            disabledAt: string | null;
                            /** @description Until then the secret before this one signs as well. */
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
                            /** @description Where deliveries go. */
                            redirectUrl: string;
                            description: string;
                            /** @description What you want to be told of. */
                            action: ("hash.succeed" | "hash.failed" | "hash.reorged")[];
                            enabled: boolean;
                            /** @description By you; because the receiver answered 410; because nothing but failures came back for five days. */
                            disabledReason: ("owner" | "gone" | "failing") | null;
                            disabledAt: string | null;
                            /** @description Until then the secret before this one signs as well. */
                            previousSecretUntil: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description whsec_ and base64. Shown this once: keep it. */
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
                            /** @description What is sent. */
                            payload: {
                                [key: string]: unknown;
                            };
                            lastAttempt: {
                                /** @description From 1. */
                                number: number;
                                /** Format: date-time */
                                at: string;
                                durationMs: number;
                                /** @description The address that was really connected to. */
                                address: string | null;
                                requestHead: string;
                                responseStatus: number | null;
                                responseHead: string | null;
                                /** @description The first 4 KiB. */
                                responseBody: string | null;
                                /** @description What went wrong, in words. */
                                error: string | null;
                                /** @description The same for programs. Null where error is: an answer came, whatever its status. */
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
                                /** @description What is sent. */
                                payload: {
                                    [key: string]: unknown;
                                };
                                lastAttempt: {
                                    /** @description From 1. */
                                    number: number;
                                    /** Format: date-time */
                                    at: string;
                                    durationMs: number;
                                    /** @description The address that was really connected to. */
                                    address: string | null;
                                    requestHead: string;
                                    responseStatus: number | null;
                                    responseHead: string | null;
                                    /** @description The first 4 KiB. */
                                    responseBody: string | null;
                                    /** @description What went wrong, in words. */
                                    error: string | null;
                                    /** @description The same for programs. Null where error is: an answer came, whatever its status. */
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
                            /** @description What is sent. */
                            payload: {
                                [key: string]: unknown;
                            };
                            lastAttempt: {
                                /** @description From 1. */
                                number: number;
                                /** Format: date-time */
                                at: string;
                                durationMs: number;
                                /** @description The address that was really connected to. */
                                address: string | null;
                                requestHead: string;
                                responseStatus: number | null;
                                responseHead: string | null;
                                /** @description The first 4 KiB. */
                                responseBody: string | null;
                                /** @description What went wrong, in words. */
                                error: string | null;
                                /** @description The same for programs. Null where error is: an answer came, whatever its status. */
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
                                /** @description The address that was really connected to. */
                                address: string | null;
                                requestHead: string;
                                responseStatus: number | null;
                                responseHead: string | null;
                                /** @description The first 4 KiB. */
                                responseBody: string | null;
                                /** @description What went wrong, in words. */
                                error: string | null;
                                /** @description The same for programs. Null where error is: an answer came, whatever its status. */
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
                            /** @description What is sent. */
                            payload: {
                                [key: string]: unknown;
                            };
                            lastAttempt: {
                                /** @description From 1. */
                                number: number;
                                /** Format: date-time */
                                at: string;
                                durationMs: number;
                                /** @description The address that was really connected to. */
                                address: string | null;
                                requestHead: string;
                                responseStatus: number | null;
                                responseHead: string | null;
                                /** @description The first 4 KiB. */
                                responseBody: string | null;
                                /** @description What went wrong, in words. */
                                error: string | null;
                                /** @description The same for programs. Null where error is: an answer came, whatever its status. */
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
                            /** @description Deliveries that are sent again. */
                            recovered: number;
                        };
                    };
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
                            description: string;
                            fileSize: number;
                            fileType: string;
                            mimetype: string;
                            /** @description SHA-256 of the content, hex. */
                            attachmentHash: string;
                            transactionId: string;
                            /** @description CAIP-2 id of the chain. */
                            blockchainId: string;
                            network: string;
                            isPrivateNetwork: boolean;
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
                            filename: string;
                            metaData: {
                                [key: string]: unknown;
                            }[];
                            ownerName: string;
                            transactionId: string;
                            /** @description CAIP-2 id of the chain. */
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
                /** @description `json` unless said otherwise. */
                format?: "json" | "ots" | "pdf" | "html";
                /** @description Of `pdf` and `html`; that of your profile by default. */
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
                            filename: string;
                            metaData: {
                                [key: string]: unknown;
                            }[];
                            ownerName: string;
                            transactionId: string;
                            /** @description CAIP-2 id of the chain. */
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
                            description: string;
                            fileSize: number;
                            fileType: string;
                            mimetype: string;
                            /** @description SHA-256 of the content, hex. */
                            attachmentHash: string;
                            transactionId: string;
                            /** @description CAIP-2 id of the chain. */
                            blockchainId: string;
                            network: string;
                            isPrivateNetwork: boolean;
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
