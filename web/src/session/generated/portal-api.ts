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
        /** ConfirmEmailRequest */
        ConfirmEmailRequest: {
            token: string;
        };
        /** ListPortalMailsAnswer */
        ListPortalMailsAnswer: {
            status: number;
            message: string;
            data: components["schemas"]["PortalMail"][];
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
}
