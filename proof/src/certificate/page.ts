import { renderSVG } from 'uqr'
import { sha256, utf8 } from '../encoding/hash.js'
import type { Certificate, Fact } from './certificate.js'

const style = `
:root{color-scheme:light dark;--ink:#1c1917;--pale:#5f5953;--line:#ddd8d2;--ground:#fff;--accent:#8a4b16;--warn:#fbf3e7}
@media (prefers-color-scheme:dark){:root{--ink:#f2efec;--pale:#b3aca5;--line:#3d3833;--ground:#171412;--accent:#e0a066;--warn:#2b2118}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 Inter,system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
header{display:flex;gap:2rem;align-items:flex-start;flex-wrap:wrap;justify-content:space-between}
header>div{flex:1 1 20rem}
.maker{color:var(--accent);font-weight:600;letter-spacing:.14em;font-size:.75rem;text-transform:uppercase;margin:0}
h1{font-size:1.9rem;line-height:1.2;margin:.2rem 0 1rem}
h2{font-size:1.05rem;border-bottom:1px solid var(--line);padding-bottom:.4rem;margin:2.2rem 0 .8rem}
.headline{font-size:1.2rem;font-weight:600;line-height:1.4;margin:0 0 .5rem}
.pale{color:var(--pale);font-size:.9rem}
.qr{width:8.5rem;text-decoration:none;color:var(--pale);font-size:.72rem;overflow-wrap:anywhere}
.qr svg{display:block;width:100%;height:auto;background:#fff;padding:.4rem;border-radius:.3rem}
.warning{background:var(--warn);border-left:3px solid var(--accent);padding:.8rem 1rem;margin:1.2rem 0 0}
dl{display:grid;grid-template-columns:11rem 1fr;gap:.45rem 1rem;margin:0}
dt{color:var(--pale);font-size:.9rem}
dd{margin:0;overflow-wrap:anywhere}
dd.exact{font:.76rem/1.8 ui-monospace,"DejaVu Sans Mono",monospace}
ol{padding-left:1.3rem}
li{margin:.5rem 0;overflow-wrap:anywhere}
a{color:var(--accent)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.button{display:inline-block;border:1px solid var(--accent);border-radius:.4rem;padding:.45rem .9rem;text-decoration:none;font-weight:600}
@media (max-width:34rem){dl{grid-template-columns:1fr;gap:.1rem}dd{margin-bottom:.6rem}}
@media print{body{font-size:10.5pt}.button,.check{display:none}}
`

/** Returns the Content-Security-Policy of the page: it loads nothing and runs the verifier's script alone. */
export function pagePolicy(script: string): string {
  const sources = { 'default-src': "'none'", 'script-src': hashSource(script), 'style-src': hashSource(style) }
  const rules = Object.entries(sources).map(([name, source]) => `${name} ${source}`)
  return [...rules, 'img-src data:', "base-uri 'none'", "form-action 'none'"].join('; ')
}

/** Returns a script or a style as a source of a Content-Security-Policy, which names it by its hash. */
export function hashSource(content: string): string {
  return `'sha256-${base64(sha256(utf8(content)))}'`
}

/**
 * Renders a certificate as a self-contained page that verifies documents offline. Contains the proof twice: as a download, and as JSON
 * for programs.
 * @param script the verifier's script; its interface is in a shadow root, so that a saved page is the page that was sent.
 */
export function certificatePage(certificate: Certificate, script: string): string {
  const { words, name, link, proof, parameters } = certificate
  const [what, where, verifier] = [certificate.what, certificate.where, certificate.verifier].map(factsHtml)
  return `<!doctype html>
<html lang="${certificate.language.toLowerCase()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(pagePolicy(script))}">
<meta name="tallystick-certificate" content="${escapeHtml(parameters)}">
<title>${escapeHtml(name)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<div>
<p class="maker">Tallystick</p>
<h1>${escapeHtml(words.title)}</h1>
<p class="headline">${escapeHtml(certificate.headline)}</p>
<p class="pale">${escapeHtml(certificate.clock)}</p>
</div>
<a class="qr" href="${escapeHtml(link)}">${renderSVG(link, { ecc: 'M', border: 0 })}${escapeHtml(link)}</a>
</header>
${certificate.warnings.map((text) => `<p class="warning" role="note">${escapeHtml(text)}</p>`).join('\n')}
<section class="check">
<h2>${escapeHtml(words.sections.drop)}</h2>
<div id="tallystick-check"></div>
<noscript><p>${escapeHtml(words.noScript)}</p></noscript>
</section>
<h2>${escapeHtml(words.sections.what)}</h2>
${what}
<h2>${escapeHtml(words.sections.where)}</h2>
${where}
${certificate.notes.map((text) => `<p class="pale">${escapeHtml(text)}</p>`).join('\n')}
<h2>${escapeHtml(words.sections.check)}</h2>
<p>${escapeHtml(words.steps.intro)}</p>
<ol>
${certificate.steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('\n')}
</ol>
${verifier}
<p><a class="button" download="${escapeHtml(proof.filename)}" href="data:application/json;base64,${base64(utf8(proof.json))}">${escapeHtml(words.download)}</a></p>
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
      `<dt>${escapeHtml(label)}</dt><dd${isExact ? ' class="exact"' : ''}>${escapeHtml(value)}</dd>`,
  )
  return `<dl>\n${rows.join('\n')}\n</dl>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
