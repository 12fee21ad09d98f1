import { escaped } from '../../base/markup.js'
import { type Language, languages } from '../../texts/languages.js'
import { fill, type Texts } from '../../texts/texts.js'

/** Subject and text of a mail. */
export interface MailTemplate {
  language: Language
  subject: string
  paragraphs: readonly string[]
  /** Shown after the first paragraph. */
  link?: { label: string; url: string }
}

/**
 * Returns a mail in a language.
 *
 * @param values of its placeholders
 * @param url of its button, if it has one
 */
export function mailIn(
  language: Language,
  kind: keyof Texts['mails'],
  values: Readonly<Record<string, string>>,
  url?: string,
): MailTemplate {
  const { subject, paragraphs, link } = languages[language].texts.mails[kind] as Texts['mails'][typeof kind]
  return {
    language,
    subject: fill(subject, values),
    paragraphs: paragraphs.map((text) => fill(text, values)),
    ...(link !== undefined && url !== undefined ? { link: { label: link, url } } : {}),
  }
}

/** Renders the plain text body. */
export function mailText({ paragraphs, link }: MailTemplate): string {
  const [first = '', ...rest] = paragraphs
  return `${[first, ...(link ? [link.url] : []), ...rest].join('\n\n')}\n\n-- \nTallystick\n`
}

/** Renders the HTML body, without external resources. */
export function mailHtml({ language, subject, paragraphs, link }: MailTemplate): string {
  const [first = '', ...rest] = paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(text)}</p>`)
  const button = link
    ? `<p style="margin:0 0 16px"><a href="${escaped(link.url)}" style="display:inline-block;padding:12px 20px;` +
      `border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escaped(link.label)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:13px;color:#57534e;word-break:break-all">${escaped(link.url)}</p>`
    : ''
  return [
    `<!doctype html><html lang="${language.toLowerCase()}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#fafaf9;font:16px/1.5 system-ui,sans-serif;color:#1c1917">',
    '<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">',
    `<h1 style="margin:0 0 16px;font-size:20px">${escaped(subject)}</h1>`,
    `${first}${button}${rest.join('')}`,
    '<p style="margin:24px 0 0;font-size:13px;color:#57534e">Tallystick</p></div></body></html>',
  ].join('\n')
}
