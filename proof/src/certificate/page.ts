import { renderSVG } from 'uqr'
import { toBase64 } from '../encoding/base64.js'
import { sha256, utf8 } from '../encoding/hash.js'
import type { Certificate, Fact } from './certificate.js'
import { paler } from './look.js'
import { style } from './page-style.js'
import { sealOf } from './seal.js'
import { fill } from './words/words.js'

/** Returns the Content-Security-Policy of the page: it loads nothing and runs the verifier's script alone. */
export function pagePolicy(script: string): string {
  const sources = { 'default-src': "'none'", 'script-src': hashSource(script), 'style-src': hashSource(style) }
  const rules = Object.entries(sources).map(([name, source]) => `${name} ${source}`)
  return [...rules, 'img-src data:', "base-uri 'none'", "form-action 'none'"].join('; ')
}

/** Returns a script or a style as a source of a Content-Security-Policy, which names it by its hash. */
export function hashSource(content: string): string {
  return `'sha256-${toBase64(sha256(utf8(content)))}'`
}

/**
 * Renders a certificate as a self-contained page that verifies documents offline. Contains the proof twice: as a download, and as JSON
 * for programs.
 * @param script the verifier's script; its interface is in a shadow root, so that a saved page is the page that was sent.
 * @param logo the issuer's logo as PNG, in Base64
 * @param policy the {@link pagePolicy} of the script, if known: hashing the script takes longer than the rest of a page
 */
export function certificatePage(
  certificate: Certificate,
  script: string,
  logo = '',
  policy = pagePolicy(script),
): string {
  const { words, name, link, proof, parameters, local } = certificate
  return `<!doctype html>
<html lang="${certificate.language.toLowerCase()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="tallystick-certificate" content="${escapeHtml(parameters)}">
<title>${escapeHtml(name)}</title>
<style>${style}</style>
</head>
<body>
<main>
<section class="check">
<h2>${escapeHtml(words.sections.drop)}</h2>
<div id="tallystick-check"></div>
<noscript><p>${escapeHtml(words.noScript)}</p></noscript>
</section>
<article class="sheet">
<div class="top">${logoHtml(certificate, logo)}<p class="maker">Tallystick</p></div>
<div class="mid">
${sealHtml(certificate)}
<p class="kind">${escapeHtml(certificate.kind)}</p>
<h1>${escapeHtml(certificate.heading)}</h1>
<p class="headline">${escapeHtml(certificate.headline)}</p>
${local === undefined ? '' : `<p class="pale">${escapeHtml(local)}</p>`}
<p class="pale">${escapeHtml(certificate.clock)}</p>
</div>
${certificate.warnings.map((text) => `<p class="warning" role="note">${escapeHtml(text)}</p>`).join('\n')}
${factsHtml(certificate.what)}
${certificate.notes.map((text) => `<p class="pale">${escapeHtml(text)}</p>`).join('\n')}
<div class="low">
<a class="scan" href="${escapeHtml(link)}">${renderSVG(link, { ecc: 'M', border: 0 })}<span><b>${escapeHtml(words.scan)}</b>${escapeHtml(link)}</span></a>
${signatureHtml(certificate)}
</div>
</article>
<article class="sheet">
<h2>${escapeHtml(words.sections.check)}</h2>
<p class="intro">${escapeHtml(words.steps.intro)}</p>
<ol>
${certificate.steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('\n')}
</ol>
<h3>${escapeHtml(words.sections.where)}</h3>
${factsHtml([...certificate.where, ...certificate.verifier])}
<p><a class="button" download="${escapeHtml(proof.filename)}" href="data:application/json;base64,${toBase64(utf8(proof.json))}">${escapeHtml(words.download)}</a></p>
</article>
</main>
<script type="application/json" id="tallystick-proof">${proof.json.replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
</body>
</html>
`
}

function factsHtml(facts: readonly Fact[]): string {
  const rows = facts.map(
    ({ label, value, isExact }) =>
      `<div><dt>${escapeHtml(label)}</dt><dd${isExact ? ' class="exact"' : ''}>${escapeHtml(value)}</dd></div>`,
  )
  return `<dl>\n${rows.join('\n')}\n</dl>`
}

function logoHtml({ look, words }: Certificate, logo: string): string {
  if (look.logo === undefined) return ''
  const { width, height } = look.logo
  return `<img class="logo" src="data:image/png;base64,${logo}" width="${width}" height="${height}" alt="${escapeHtml(words.pictures.logo)}">`
}

function sealHtml({ seal, words, look }: Certificate): string {
  const { dark, pale } = sealOf(seal)
  const paths = (areas: typeof dark, color: string) =>
    areas.map((outlines) => {
      const lines = outlines.map((outline) => `M${outline.map(([x, y]) => `${x} ${y}`).join('L')}Z`)
      return `<path fill="${color}" fill-rule="evenodd" d="${lines.join('')}"/>`
    })
  const label = fill(words.pictures.seal, { fingerprint: seal.slice(0, 8) })
  const drawn = [...paths(dark, look.color), ...paths(pale, paler(look.color))].join('')
  return `<svg class="seal" viewBox="-101 -101 202 202" role="img" aria-label="${escapeHtml(label)}">${drawn}</svg>`
}

function signatureHtml({ look, words }: Certificate): string {
  if (look.signature === '') return ''
  return `<p class="sign"><span>${escapeHtml(words.signature)}</span><span>${escapeHtml(look.signature)}</span></p>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
