import { defaultLanguage } from '../../texts/languages.js'

// Maps better-auth's tables and fields, on the left, to ours (0009_portal.sql).

/** Users of better-auth are accounts. */
export const userSchema = {
  user: {
    modelName: 'accounts',
    fields: {
      emailVerified: 'email_verified',
      image: 'profile_picture',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    additionalFields: {
      username: { type: 'string', required: false, input: false },
      walletAddress: { type: 'string', required: false, input: false, fieldName: 'wallet_address' },
      language: { type: 'string', required: false, defaultValue: defaultLanguage, input: true },
    },
  },
} as const

export const sessionSchema = {
  session: {
    modelName: 'portal_sessions',
    fields: {
      userId: 'user_id',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      expiresAt: 'expires_at',
    },
    cookieCache: { enabled: false },
    // Off: what takes more than a session takes a step-up (step-up.ts), which is stricter.
    freshAge: 0,
  },
} as const

export const credentialSchema = {
  account: {
    modelName: 'portal_credentials',
    fields: {
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'user_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'portal_verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    // Links that log in must not be readable in the database.
    storeIdentifier: 'hashed',
  },
} as const

export const twoFactorSchema = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'portal_two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
}

export const passkeySchema = {
  passkey: {
    modelName: 'portal_passkeys',
    fields: {
      userId: 'user_id',
      publicKey: 'public_key',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
}
