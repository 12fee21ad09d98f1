// Generated from docs/portal-api.json by sdk/test/openapi.test.ts. Do not edit.

export interface paths {
    "/portal/api/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a token for the session of the cookie */
        post: operations["getPortalToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Step up the session with a passkey */
        post: operations["stepUpByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm the new e-mail address of an account, by the token that was mailed to it */
        post: operations["confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/email/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give an account its former e-mail address back, by the token that was mailed to it */
        post: operations["undoEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the portal's public settings */
        get: operations["getPortalSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/mailbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the mails of a service without a mail server */
        get: operations["listPortalMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/operator/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get whether the service is ready, or why not */
        get: operations["getStateForOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/operator/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the settings in force, and where each comes from */
        get: operations["getSettingsForOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/operator/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List accounts, newest first unless sorted */
        get: operations["listAccountsForOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/operator/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an account with its usage and what operators did to it */
        get: operations["getAccountForOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/operator/accounts/{accountId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disable an account */
        post: operations["disableAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/operator/accounts/{accountId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enable a disabled account */
        post: operations["enableAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/operator/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get how mails are delivered, and which wait */
        get: operations["getMailsForOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/operator/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get how many submissions wait for their answer */
        get: operations["getQueueForOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/operator/lanes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get how each lane stands, as `lane status` prints it */
        get: operations["getLanesForOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/operator/storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the free space of the disks */
        get: operations["getStorageForOperator"];
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
    schemas: {
        /** AccountEmail */
        AccountEmail: {
            email: string;
        };
        /** AccountEmailAnswer */
        AccountEmailAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["AccountEmail"];
        };
        /** Answer */
        Answer: {
            status: number;
            message: string;
        };
        /** ConfirmEmailRequest */
        ConfirmEmailRequest: {
            token: string;
        };
        /** DisableAccountRequest */
        DisableAccountRequest: {
            reason: string;
        };
        /** EnableAccountRequest */
        EnableAccountRequest: {
            reason: string;
        };
        /** GetLanesForOperatorAnswer */
        GetLanesForOperatorAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["OperatorLane"][];
        };
        /** GetSettingsForOperatorAnswer */
        GetSettingsForOperatorAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["OperatorSetting"][];
        };
        /** ListPortalMailsAnswer */
        ListPortalMailsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["PortalMail"][];
        };
        /** OperatorAccount */
        OperatorAccount: {
            /** Format: uuid */
            id: string;
            email: string;
            emailVerified: boolean;
            name: string;
            /** @enum {unknown} */
            state: "open" | "disabled" | "erasing";
            isOperator: boolean;
            deletionAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Last login of a client or use of the portal. */
            lastActiveAt: string | null;
            /** @description API clients that are not revoked. */
            clients: number;
            stamps: number;
            storedBytes: number;
        };
        /** OperatorAccountDetails */
        OperatorAccountDetails: {
            /** Format: uuid */
            id: string;
            email: string;
            emailVerified: boolean;
            name: string;
            /** @enum {unknown} */
            state: "open" | "disabled" | "erasing";
            isOperator: boolean;
            deletionAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Last login of a client or use of the portal. */
            lastActiveAt: string | null;
            /** @description API clients that are not revoked. */
            clients: number;
            stamps: number;
            storedBytes: number;
            usage: components["schemas"]["Usage"];
            twoFactorEnabled: boolean;
            passkeys: number;
            /** @description The newest twenty, newest first. */
            interventions: components["schemas"]["OperatorAccountDetailsInterventionsItem"][];
        };
        /** OperatorAccountDetailsAnswer */
        OperatorAccountDetailsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["OperatorAccountDetails"];
        };
        /** OperatorAccountDetailsInterventionsItem */
        OperatorAccountDetailsInterventionsItem: {
            /** Format: uuid */
            id: string;
            /** @enum {unknown} */
            kind: "disabled" | "enabled" | "operator_added" | "operator_removed";
            /** Format: date-time */
            at: string;
            /** @description The user of the operating system who ran the command; null when it was done in the portal. */
            person: string | null;
            /** @description E-mail address of the operator in the portal; null once that account is erased. */
            operator: string | null;
            reason: string | null;
        };
        /** OperatorAccountList */
        OperatorAccountList: {
            count: number;
            data: components["schemas"]["OperatorAccount"][];
        };
        /** OperatorAccountListAnswer */
        OperatorAccountListAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["OperatorAccountList"];
        };
        /** OperatorLane */
        OperatorLane: {
            address: string;
            nextNonce: number;
            /** @description The nonce after the newest that a verified block has shown as used; null before the first. */
            shownNonce: number | null;
            /** @description The same, according to the node. */
            minedNonce: number;
            /** @description The nonce after those that the node has. */
            pendingNonce: number;
            /** @description Batches in no block yet. */
            submitted: number;
            /** @description Nonces that the node lacks, and that no submitted batch has. */
            holes: number[];
            /** @description Reason it waits, if known. */
            why: string | null;
        };
        /** OperatorMails */
        OperatorMails: {
            /**
             * @description By a mail server, into the portal's own mailbox, or not at all.
             * @enum {unknown}
             */
            delivery: "server" | "mailbox" | "none";
            waiting: number;
            oldestAt: string | null;
            /** @description Mails that the mail server refused at least once. */
            retried: number;
            failure: string | null;
        };
        /** OperatorMailsAnswer */
        OperatorMailsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["OperatorMails"];
        };
        /** OperatorQueue */
        OperatorQueue: {
            /** @description Submissions that wait for their answer, in the process that answers. */
            waiting: number;
            /** @description How long the oldest of them has been waiting; 0 without any. */
            oldestSeconds: number;
            /** @description Whether this process accepts submissions: it holds a lane, and its queue has room. */
            takes: boolean;
        };
        /** OperatorQueueAnswer */
        OperatorQueueAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["OperatorQueue"];
        };
        /** OperatorSetting */
        OperatorSetting: {
            name: string;
            /** @enum {unknown} */
            source: "default" | "environment" | "file";
            /** @description As written, without users and passwords of addresses; null for a secret, and where nothing is set. */
            value: string | null;
            isSecret: boolean;
            meaning: string;
        };
        /** OperatorState */
        OperatorState: {
            version: string;
            /** @description Why stamps or files would be refused now; empty when ready. */
            problems: string[];
            /** @description Further problems, though stamps and files are accepted. */
            warnings: string[];
        };
        /** OperatorStateAnswer */
        OperatorStateAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["OperatorState"];
        };
        /** OperatorStorage */
        OperatorStorage: {
            /**
             * @description Where the content of files is.
             * @enum {unknown}
             */
            store: "disk" | "s3";
            /** @description File systems that the service writes to; empty with S3 and a database elsewhere. */
            disks: components["schemas"]["OperatorStorageDisksItem"][];
            /** @description Bytes held for uploads that are running in this process. */
            heldBytes: number;
        };
        /** OperatorStorageAnswer */
        OperatorStorageAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["OperatorStorage"];
        };
        /** OperatorStorageDisksItem */
        OperatorStorageDisksItem: {
            /** @enum {unknown} */
            holds: "files" | "database";
            folder: string;
            freeBytes: number;
            /** @description Bytes kept free of uploads. */
            reserveBytes: number;
        };
        /** PortalLogin */
        PortalLogin: {
            /** @description Bearer token, valid for ten minutes. */
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
            /** @description Whether the account sees the operator's page. */
            isOperator: boolean;
        };
        /** PortalLoginAnswer */
        PortalLoginAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["PortalLogin"];
        };
        /** PortalMail */
        PortalMail: {
            /** Format: uuid */
            id: string;
            to: string;
            subject: string;
            text: string;
            html: string;
            /** @description The link of the mail. */
            link: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** PortalSettings */
        PortalSettings: {
            /** @enum {unknown} */
            registration: "open" | "closed";
            /**
             * @description Whether an account without an authenticator app gets no token.
             * @enum {unknown}
             */
            secondFactor: "optional" | "required";
            /** @description Mails stay in the portal's own mailbox instead of being sent, and this client can open it. */
            mailbox: boolean;
            /** @description Days for which the log of webhooks keeps deliveries. */
            webhookLogDays: number;
            /** @description Days for which the request log is kept; 0: it is off. */
            requestLogDays: number;
            /** @description Whether the service seals stamped copies of PDFs. */
            sealsCopies: boolean;
            passwordMin: number;
            passwordMax: number;
            /** @description The only host on which passkeys work. */
            passkeyHost: string;
        };
        /** PortalSettingsAnswer */
        PortalSettingsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["PortalSettings"];
        };
        /** StepUpByPasskeyAnswer */
        StepUpByPasskeyAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["StepUpByPasskeyAnswerData"];
        };
        /** StepUpByPasskeyAnswerData */
        StepUpByPasskeyAnswerData: {
            /** Format: date-time */
            until: string;
        };
        /** StepUpByPasskeyRequest */
        StepUpByPasskeyRequest: {
            response: components["schemas"]["StepUpByPasskeyRequestResponse"];
        };
        /** StepUpByPasskeyRequestResponse */
        StepUpByPasskeyRequestResponse: {
            id: string;
        };
        /** UndoEmailRequest */
        UndoEmailRequest: {
            token: string;
        };
        /** Usage */
        Usage: {
            storage: components["schemas"]["UsageStorage"];
            unfinishedUploads: components["schemas"]["UsageUnfinishedUploads"];
            stampsToday: components["schemas"]["UsageStampsToday"];
            multiStampItems: components["schemas"]["UsageMultiStampItems"];
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getPortalToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a token for the session of the cookie */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalLoginAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "session_missing" | "forbidden" | "second_factor_required" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    stepUpByPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepUpByPasskeyRequest"];
            };
        };
        responses: {
            /** @description Step up the session with a passkey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepUpByPasskeyAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "session_missing" | "forbidden" | "passkey_refused" | "passkey_unverified" | "second_factor_required" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    confirmEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmEmailRequest"];
            };
        };
        responses: {
            /** @description Confirm the new e-mail address of an account, by the token that was mailed to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountEmailAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "forbidden" | "link_invalid" | "email_taken" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    undoEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoEmailRequest"];
            };
        };
        responses: {
            /** @description Give an account its former e-mail address back, by the token that was mailed to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountEmailAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "forbidden" | "link_invalid" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getPortalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the portal's public settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSettingsAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPortalMails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the mails of a service without a mail server */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPortalMailsAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "mailbox_locked" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getStateForOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get whether the service is ready, or why not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorStateAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "token_missing" | "token_invalid" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSettingsForOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the settings in force, and where each comes from */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSettingsForOperatorAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "token_missing" | "token_invalid" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAccountsForOperator: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                cursor?: string;
                search?: string;
                state?: "open" | "disabled" | "deleting" | "operator";
                sort?: "created" | "email" | "storage";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List accounts, newest first unless sorted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAccountListAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "list_too_long" | "token_missing" | "token_invalid" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAccountForOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an account with its usage and what operators did to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAccountDetailsAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "token_missing" | "token_invalid" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    disableAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisableAccountRequest"];
            };
        };
        responses: {
            /** @description Disable an account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "not_found" | "step_up_required" | "account_erasing" | "own_account" | "token_missing" | "token_invalid" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    enableAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnableAccountRequest"];
            };
        };
        responses: {
            /** @description Enable a disabled account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "not_found" | "step_up_required" | "account_erasing" | "token_missing" | "token_invalid" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMailsForOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get how mails are delivered, and which wait */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMailsAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "token_missing" | "token_invalid" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getQueueForOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get how many submissions wait for their answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorQueueAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "token_missing" | "token_invalid" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getLanesForOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get how each lane stands, as `lane status` prints it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetLanesForOperatorAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "node_unavailable" | "token_missing" | "token_invalid" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getStorageForOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the free space of the disks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorStorageAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    "Error-Code"?: "token_missing" | "token_invalid" | "malformed_request" | "headers_too_large" | "host_unknown" | "method_not_allowed" | "not_found" | "malformed_json" | "body_missing" | "unsupported_type" | "charset_unsupported" | "encoding_unsupported" | "too_large" | "request_timeout" | "invalid" | "rate_limited" | "internal" | "unavailable";
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
