/**
 * Answers that report an event: given, given after the first of two factors, given to a person who is logged in already, refused, refused
 * for want of a second factor, or refused because of too many.
 */
export type Outcome = 'done' | 'half' | 'present' | 'refused' | 'closed' | 'limited'

/** A kind of line in the security log. */
export interface SecurityEvent {
  code: string
  /** The meaning in one sentence. */
  meaning: string
  outcome: Outcome
  /** Routes whose answers report it, as `METHOD path`. None: it doesn't come from a request. */
  routes: readonly string[]
}

const auth = 'POST /portal/api/auth'
const logins = ['POST /authenticate', `${auth}/sign-in/email`, `${auth}/passkey/verify-authentication`]
const factors = [`${auth}/two-factor/verify-totp`, `${auth}/two-factor/verify-backup-code`]
const stepUps = ['POST /account/step-up', 'POST /portal/api/step-up']
const passwords = [`${auth}/change-password`, `${auth}/reset-password`]
const settingsWithPassword = [
  `${auth}/two-factor/enable`,
  `${auth}/two-factor/disable`,
  `${auth}/two-factor/generate-backup-codes`,
  `${auth}/two-factor/get-totp-uri`,
  'POST /account/clients/:clientId/reveal',
]
const protocols = ['POST /tsa', 'POST /digest']
const operators = [
  'POST /portal/api/operator/accounts/:accountId/disable',
  'POST /portal/api/operator/accounts/:accountId/enable',
]
const deviceCodes = [
  'GET /account/devices/:userCode',
  'POST /account/devices/:userCode/approve',
  'POST /account/devices/:userCode/deny',
]

/** Every line of the security log, by its code. The documentation is tested against this table, which is only ever added to. */
export const securityEvents: readonly SecurityEvent[] = [
  done('login', 'A client or a person logged in.', [...logins, ...factors]),
  {
    code: 'first_factor',
    meaning: 'The password was right, and a second factor is asked for.',
    outcome: 'half',
    routes: [`${auth}/sign-in/email`],
  },
  refused('login_failed', 'A login was refused.', [...logins, ...protocols]),
  refused('second_factor_failed', 'The code of an authenticator app or a backup code was refused.', factors),
  done('login_refreshed', 'A client got new tokens for a refresh token.', ['POST /authenticate/refresh']),
  refused('refresh_failed', 'A refresh token was unknown, expired or used before; a used one ends its login.', [
    'POST /authenticate/refresh',
  ]),
  done('logout', 'A client or a person logged out.', ['DELETE /authenticate', `${auth}/sign-out`]),
  done('sessions_ended', 'A person ended portal sessions.', [
    'DELETE /account/sessions',
    'DELETE /account/sessions/:sessionId',
  ]),
  done('browsers_forgotten', 'A person had known browsers forgotten.', [
    'DELETE /account/browsers',
    'DELETE /account/browsers/:browserId',
  ]),
  done('step_up', 'A person or client proved again who it is.', stepUps),
  refused('step_up_failed', 'That proof was refused.', stepUps),
  done('registered', 'Someone asked for an account. For an address that has one, `account` names none.', [
    `${auth}/sign-up/email`,
  ]),
  done('email_confirmed', 'A person confirmed an e-mail address.', [`${auth}/verify-email`]),
  done('email_change_requested', 'A person asked for another e-mail address. It counts once it is confirmed.', [
    'POST /account/email',
  ]),
  done('email_changed', 'A new e-mail address was confirmed, by the link in a mail to it.', [
    'POST /portal/api/email/confirm',
  ]),
  done('email_change_undone', 'An account got its former e-mail address back, by the link in a mail to that one.', [
    'POST /portal/api/email/undo',
  ]),
  done('password_link_requested', 'Someone asked for a link to set a new password.', [
    `${auth}/request-password-reset`,
  ]),
  done('password_changed', 'A password was changed.', passwords),
  refused('password_change_failed', 'A change of the password was refused.', passwords),
  done('second_factor_begun', 'A person began to set up an authenticator app.', [`${auth}/two-factor/enable`]),
  {
    code: 'second_factor_added',
    meaning: 'A person who is logged in gave a code of the second factor, which turns it on.',
    outcome: 'present',
    routes: factors,
  },
  {
    code: 'second_factor_missing',
    meaning: 'A login was kept out, because its account lacks the authenticator app that the service requires.',
    outcome: 'closed',
    routes: [
      'POST /portal/api/token',
      'POST /portal/api/step-up',
      `${auth}/change-password`,
      `${auth}/two-factor/disable`,
      `${auth}/two-factor/generate-backup-codes`,
      `${auth}/two-factor/get-totp-uri`,
      `${auth}/passkey/verify-registration`,
      `${auth}/passkey/update-passkey`,
      `${auth}/passkey/delete-passkey`,
    ],
  },
  done('second_factor_removed', 'The second factor was turned off.', [`${auth}/two-factor/disable`]),
  done('backup_codes_made', 'New backup codes replaced the old ones.', [`${auth}/two-factor/generate-backup-codes`]),
  refused('password_wrong', 'An action that takes the password was refused.', settingsWithPassword),
  done('passkey_added', 'A passkey was added.', [`${auth}/passkey/verify-registration`]),
  done('passkey_removed', 'A passkey was removed.', [`${auth}/passkey/delete-passkey`]),
  done('client_created', 'An API client was created.', ['POST /account/clients']),
  done('client_rotated', 'A client got a new secret key; the old one and its tokens ended.', [
    'POST /account/clients/:clientId/rotate',
  ]),
  done('client_revoked', 'A client was revoked.', ['DELETE /account/clients/:clientId']),
  done('secret_revealed', "A client's secret key was shown.", ['POST /account/clients/:clientId/reveal']),
  done('device_approved', 'A person let a device have a client.', ['POST /account/devices/:userCode/approve']),
  done('device_denied', 'A person refused a device.', ['POST /account/devices/:userCode/deny']),
  done('device_connected', 'A device took its client.', ['POST /account/devices/token']),
  refused('device_code_wrong', 'The code of a device was wrong.', deviceCodes),
  done('webhook_created', 'A webhook was created.', ['POST /v2/webhooks']),
  done('webhook_rotated', 'The signing secret of a webhook was replaced.', ['POST /v2/webhooks/:id/rotate']),
  done('webhook_deleted', 'A webhook was deleted.', ['DELETE /v2/webhooks/:id']),
  done('exported', 'An account was exported.', ['POST /account/export']),
  done('deletion_scheduled', 'An account is to be deleted.', ['DELETE /account']),
  done('deletion_cancelled', 'An account is kept after all.', ['POST /account/restore']),
  done('account_disabled', 'An operator disabled an account.', operators.slice(0, 1)),
  done('account_enabled', 'An operator enabled an account.', operators.slice(1)),
  refused('operator_refused', 'Someone who may not do so tried to disable or enable an account.', operators),
  {
    code: 'limit_reached',
    meaning: 'One of the requests above was refused because there had been too many.',
    outcome: 'limited',
    routes: [
      ...new Set([
        ...logins,
        ...factors,
        ...stepUps,
        ...passwords,
        ...settingsWithPassword,
        ...protocols,
        ...deviceCodes,
        'POST /authenticate/refresh',
        `${auth}/sign-up/email`,
        `${auth}/request-password-reset`,
        'POST /account/devices/token',
        'POST /account/email',
      ]),
    ],
  },
  { code: 'admin_command', meaning: 'An operator ran a command of `tallystick admin`.', outcome: 'done', routes: [] },
]

function done(code: string, meaning: string, routes: readonly string[]): SecurityEvent {
  return { code, meaning, outcome: 'done', routes }
}

function refused(code: string, meaning: string, routes: readonly string[]): SecurityEvent {
  return { code, meaning, outcome: 'refused', routes }
}
