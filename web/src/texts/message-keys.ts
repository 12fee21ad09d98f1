import type { messages } from './en/portal.js'
import type { messages as publicMessages } from './en/public.js'

// Keys are checked by the compiler: `t('nothing.like.this')` does not build.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof messages & typeof publicMessages
  }
}
