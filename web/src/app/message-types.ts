import type { messages } from './messages.en.js'
import type { messages as publicMessages } from './messages-public.en.js'

// Keys are checked by the compiler: `t('nothing.like.this')` does not build.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof messages & typeof publicMessages
  }
}
