import { type Evidence, englishWords, germanWords, type KnownBlock, type ProofError } from '@tallystick/proof'
import { isOfChange } from '../checking/evidence.js'
import type { CheckTokens } from '../checking/judge-evidence.js'
import { readEvidence } from '../checking/read-evidence.js'
import { changedWords } from '../checking/spoken.js'
import { check, type Found } from './check.js'
import { element, fill } from './elements.js'
import { de, en, type Texts } from './texts.js'
import { verdictPanel } from './verdict.js'

/** A file that carries evidence, or some that can't be read. */
export interface Carrier {
  name: string
  evidence: Evidence | ProofError
}

/** Inputs of a screen. */
export interface ScreenOptions {
  language: 'en' | 'de'
  /** SHA-256 of the script that certificates contain. */
  certificateScript: string
  checkTokens: CheckTokens
  /** The proof of the certificate that the screen is part of; then it asks for the document alone. */
  own?: Carrier
}

/** This screen is one file, so it has the words for findings in both languages. */
const words = { en: englishWords, de: germanWords }

/** The verifier's interface: takes the document and its proof, in any order, and shows the verdict. */
export class Screen {
  readonly root = element('div')
  private texts: Texts = en
  private language: 'en' | 'de' = 'en'
  private readonly options: ScreenOptions
  private document: File | undefined
  private carrier: Carrier | undefined
  private found: Found | undefined
  /** Counts the checks: a newer one makes the results of an older one void. */
  private turn = 0

  constructor(options: ScreenOptions) {
    this.options = options
    this.carrier = options.own
    this.speak(options.language)
    if (options.own && isOfChange(options.own.evidence)) void this.judge(++this.turn)
  }

  /** Takes files: those that carry a proof, and the document. */
  async take(files: readonly File[]): Promise<void> {
    const turn = ++this.turn
    try {
      for (const file of files.slice(0, 2)) {
        // In a certificate, every file is the document.
        const evidence = this.options.own ? null : await readEvidence(file, [this.options.certificateScript])
        if (evidence) this.carrier = { name: file.name, evidence }
        else this.document = file
      }
      await this.judge(turn)
    } catch {
      if (turn === this.turn) this.show(this.problem(fill(this.texts.unreadable, { name: files[0]?.name ?? '' })))
    }
  }

  private async judge(turn: number, known: readonly KnownBlock[] = []): Promise<void> {
    this.found = undefined
    this.show()
    const { document: given, carrier } = this
    if (!carrier || (!given && !isOfChange(carrier.evidence))) return
    const status = element('p', { role: 'status' })
    const bar = element('progress', { max: '1', value: '0', 'aria-label': given?.name ?? carrier.name })
    this.show(element('div', {}, status, bar))
    const onProgress = (part: number) => {
      if (turn !== this.turn) return
      bar.value = part
      status.textContent = fill(this.texts.hashing, { name: given?.name ?? '', percent: Math.floor(part * 100) })
    }
    const { checkTokens } = this.options
    const found = await check(carrier.evidence, given, known, { checkTokens, onProgress })
    if (turn !== this.turn) return
    this.found = found
    this.show()
    if (given) this.root.querySelector<HTMLElement>('.verdict')?.focus()
  }

  private speak(language: 'en' | 'de'): void {
    this.language = language
    this.texts = { en, de }[language]
    if (!this.options.own) {
      document.documentElement.lang = language
      document.title = `${this.texts.title} – Tallystick`
    }
    this.show()
  }

  private show(extra?: HTMLElement): void {
    const { texts, carrier, document: given, found } = this
    const { own } = this.options
    const parts: (HTMLElement | null)[] = [own ? null : this.header(), own ? this.ownProblem(own) : null]
    if (found) {
      const { language } = this
      const context = { language, texts, words: words[language], document: found.document }
      const onBlock = (block: KnownBlock) => void this.judge(++this.turn, [block])
      const again = element('button', { class: 'plain' }, texts.again)
      again.addEventListener('click', () => this.reset())
      parts.push(verdictPanel(found.finding, { ...context, onBlock }), again)
    } else {
      const missing = given && !carrier ? fill(texts.missingProof, { name: given.name }) : ''
      const names = [given?.name, own ? undefined : carrier?.name].filter((name) => name !== undefined)
      parts.push(
        names.length > 0 ? element('ul', { class: 'given' }, ...names.map((name) => element('li', {}, name))) : null,
        extra?.querySelector('progress') ? null : this.zone(missing || (carrier && !own ? texts.missingDocument : '')),
      )
    }
    if (own) parts.push(element('p', { class: 'soft' }, texts.own))
    this.root.replaceChildren(...[...parts, extra].filter((part) => part !== null && part !== undefined))
  }

  private reset(): void {
    this.turn++
    this.document = undefined
    this.found = undefined
    this.carrier = this.options.own
    this.show()
    this.root.querySelector<HTMLElement>('.zone button')?.focus()
  }

  private header(): HTMLElement {
    const { texts } = this
    const other = this.language === 'en' ? 'de' : 'en'
    const switcher = element('button', { class: 'plain', lang: other }, other === 'de' ? 'Deutsch' : 'English')
    switcher.addEventListener('click', () => this.speak(other))
    return element(
      'header',
      {},
      element('div', { class: 'top' }, element('p', { class: 'maker' }, 'Tallystick'), switcher),
      element('h1', {}, texts.title),
      element('p', {}, texts.intro),
    )
  }

  private zone(missing: string): HTMLElement {
    const { texts } = this
    const { own } = this.options
    const input = element('input', { type: 'file', hidden: '', 'aria-hidden': 'true', tabindex: '-1' })
    input.multiple = !own
    input.addEventListener('change', () => void this.take([...(input.files ?? [])]))
    const button = element('button', {}, own ? texts.chooseDocument : texts.choose)
    button.addEventListener('click', () => input.click())
    const zone = element(
      'div',
      { class: 'zone' },
      element('strong', {}, missing || (own ? texts.dropDocument : texts.drop)),
      element('span', { class: 'soft' }, texts.dropHint),
      element('div', {}, button),
      input,
    )
    return zone
  }

  private problem(text: string): HTMLElement {
    return element('p', { class: 'wrong', role: 'alert' }, text)
  }

  /** The certificate's own words were changed. */
  private ownProblem({ evidence }: Carrier): HTMLElement | null {
    const headline = changedWords(evidence, words[this.language])
    if (headline === undefined) return null
    return element(
      'section',
      { class: 'verdict refused', 'data-outcome': 'refused', role: 'alert' },
      element('h2', {}, headline),
    )
  }
}
