import type { reference } from './en/developers/reference.js'
import type { texts as portal } from './en/portal.js'
import type { texts as pages } from './en/public.js'
import type { verifyMany } from './en/verify-many.js'

// The compiler checks keys: `t('no.such.key')` does not build.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof portal & typeof pages & { verifyMany: typeof verifyMany; reference: typeof reference }
  }
}
