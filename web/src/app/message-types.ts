import type { messages } from './messages.en.js'

// Keys are checked by the compiler: `t('nothing.like.this')` does not build.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof messages
  }
}
