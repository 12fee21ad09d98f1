import { regexes } from 'zod/v4/core'

/** As zod's own, but the last label may be an A-label, such as `xn--p1ai`. */
const form = new RegExp(regexes.email.source.replace(/\[A-Za-z\]\{2,\}\$$/, '(?:xn--[A-Za-z0-9-]+|[A-Za-z]{2,})$'))

/** Returns whether a text is an e-mail address, in its canonical spelling. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && form.test(text)
}

/**
 * Has zod take addresses of international top-level domains. better-auth checks addresses with zod's pattern, which it can't be given
 * another one for, and which knows no digit or hyphen in the last label.
 */
export function takeInternationalDomains(): void {
  regexes.email.test = (text) => form.test(text)
}
