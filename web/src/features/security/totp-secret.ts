/** What `two-factor/enable` answers. */
export interface TotpSecret {
  totpURI: string
  backupCodes: string[]
}
