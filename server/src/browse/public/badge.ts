import { escaped } from '../../base/markup.js'
import { type Language, languages } from '../../texts/languages.js'
import { fill } from '../../texts/texts.js'
import { factsOf, momentText, type PublicData } from './words.js'

const mark =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#20262e"/>' +
  '<path d="M4 9h5l1.5 4L12 9h4l1.5 4L19 9h9v5.2H4z" fill="#e3a869"/>' +
  '<path d="M4 23h5l1.5-4 1.5 4h4l1.5-4 1.5 4h9v-5.2H4z" fill="#faf8f3"/></svg>'

/**
 * Writes the badge of a public stamp or file, a small page for a frame in other pages. It says whose word the time is, and leads to
 * the page on which anyone can check it.
 *
 * @param origin of the service, `https://notary.example.com`
 */
export function badgePage(data: PublicData, language: Language, origin: string): string {
  const { code, name, owner, at, isInBlock } = factsOf(data)
  const { badge } = languages[language].texts.pages
  const { host } = new URL(origin)
  const when = fill(isInBlock ? badge.time : badge.received, { time: momentText(at, language), host })
  const lines = [when, ...(owner === '' ? [] : [fill(badge.by, { owner })])]
  return `<!doctype html>
<html lang="${language.toLowerCase()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(name)} · Tallystick</title>
<link rel="stylesheet" href="/portal/badge.css">
</head>
<body>
<main>
${mark}
<div>
<h1>${escaped(name)}</h1>
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
</div>
<a href="${escaped(`${origin}/s/${code}`)}" target="_blank" rel="noopener">${badge.verify}</a>
</main>
</body>
</html>
`
}
