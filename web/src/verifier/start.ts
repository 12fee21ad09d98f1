import { readPage } from '@tallystick/proof'
import type { CheckTokens } from '../checking/judge-evidence.js'
import { look } from './look.js'
import { Screen } from './screen.js'

/**
 * Puts the verifier's interface into its place in the page. It is in a shadow root: the page itself stays as it was sent.
 *
 * @param certificateScript SHA-256 of the script that certificates contain
 * @param checkTokens checks the timestamp tokens of a proof
 */
export function startVerifier(certificateScript: string, checkTokens: CheckTokens): void {
  const host = document.getElementById('tallystick-check')
  if (!host) return
  // Before anything changes: what the reader sees of the certificate is what is compared with its proof.
  const read = readPage(`<!doctype html>${document.documentElement.outerHTML}`, [certificateScript])
  const own = read && { name: document.title, evidence: { form: 'html' as const, ...read } }
  const isGerman = own ? document.documentElement.lang === 'de' : /^de\b/i.test(navigator.language)
  const screen = new Screen({
    language: isGerman ? 'de' : 'en',
    certificateScript,
    checkTokens,
    ...(own && { own }),
  })
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
