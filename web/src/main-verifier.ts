import { readPage, scriptHash } from '@tallystick/proof'
import { look } from './verifier/look.js'
import { Screen } from './verifier/screen.js'

/*
 * Entry of the verifier's script. It is inlined into the verifier's page and into every certificate, so it is one classic script that
 * loads nothing and works from disk. Its interface is in a shadow root: the page itself stays as it was sent.
 */

const script = document.currentScript?.textContent ?? ''
const ownScript = scriptHash(script)
const host = document.getElementById('tallystick-check')

if (host) {
  // Before anything changes: what the reader sees of the certificate is what is compared with its proof.
  const read = readPage(`<!doctype html>${document.documentElement.outerHTML}`, [ownScript])
  const own = read && { name: document.title, evidence: { form: 'html' as const, ...read } }
  const isGerman = own ? document.documentElement.lang === 'de' : /^de\b/i.test(navigator.language)
  const screen = new Screen({ language: isGerman ? 'de' : 'en', ownScript, ...(own && { own }) })
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(look)
  shadow.adoptedStyleSheets = [sheet]
  shadow.append(screen.root)
  receiveDrops(screen)
}

/** Takes files dropped anywhere on the page: a file beside the zone would otherwise replace the page. */
function receiveDrops(screen: Screen): void {
  const mark = (isOver: boolean) => screen.root.querySelector('.zone')?.classList.toggle('over', isOver)
  document.addEventListener('dragover', (event) => {
    event.preventDefault()
    mark(true)
  })
  document.addEventListener('dragleave', () => mark(false))
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    mark(false)
    void screen.take([...(event.dataTransfer?.files ?? [])])
  })
}
