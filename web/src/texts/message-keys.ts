import type { emailLinks } from './en/account/email-links.js'
import type { copies } from './en/copies.js'
import type { operator } from './en/developers/operator.js'
import type { reference } from './en/developers/reference.js'
import type { texts as checking } from './en/pages/checking.js'
import type { texts as member } from './en/pages/member.js'
import type { texts as portal } from './en/pages/portal.js'
import type { texts as pages } from './en/pages/public.js'
import type { keys, palette } from './en/palette.js'
import type { verifyMany } from './en/verify/verify-many.js'

// The compiler checks keys: `t('no.such.key')` does not build.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof portal &
      typeof member &
      typeof pages &
      typeof checking & {
        copies: typeof copies
        emailLinks: typeof emailLinks
        keys: typeof keys
        operator: typeof operator
        palette: typeof palette
        reference: typeof reference
        verifyMany: typeof verifyMany
      }
  }
}
