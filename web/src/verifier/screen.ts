import { element, fill } from './elements.js'
import { type Carrier, type Finding, isOfRecord, judge, readCarrier } from './judge.js'
import { de, en, type Texts } from './texts.js'
import { changeText, verdictPanel } from './verdict.js'

/** Inputs of a screen. */
export interface ScreenOptions {
  language: 'en' | 'de'
  /** SHA-256 of the script of this page. */
  ownScript: string
  /** The proof of the certificate that the screen is part of; then it asks for the document alone. */
  own?: Carrier
}

/** The verifier's interface: takes the document and its proof, in any order, and shows the verdict. */
export class Screen {
  readonly root = element('div')
  private texts: Texts = en
  private language: 'en' | 'de' = 'en'
  private readonly options: ScreenOptions
  private document: File | undefined
  private carrier: Carrier | undefined
  private finding: Finding | undefined
  /** Counts the checks: a newer one makes the results of an older one void. */
  private turn = 0

  constructor(options: ScreenOptions) {
    this.options = options
    this.carrier = options.own
    this.speak(options.language)
    if (options.own && isOfRecord(options.own)) void this.judge(++this.turn)
  }

  /** Takes files: those that carry a proof, and the document. */
  async take(files: readonly File[]): Promise<void> {
    const turn = ++this.turn
    try {
      for (const file of files.slice(0, 2)) {
        const carrier = await readCarrier(file, this.options.ownScript)
        // In a certificate, every file is the document, unless it is another form of a proof that is asked for.
        if (carrier && !this.options.own) this.carrier = carrier
        else this.document = file
      }
      await this.judge(turn)
    } catch {
      if (turn === this.turn) this.show(this.problem(fill(this.texts.unreadable, { name: files[0]?.name ?? '' })))
    }
  }

  private async judge(turn: number, blockHash?: string): Promise<void> {
    this.finding = undefined
    this.show()
    const { document: given, carrier } = this
    if (!carrier || (!given && !isOfRecord(carrier))) return
    const status = element('p', { role: 'status' })
    const bar = element('progress', { max: '1', value: '0', 'aria-label': given?.name ?? carrier.name })
    this.show(element('div', {}, status, bar))
    const finding = await judge(given, carrier, blockHash, (part) => {
      if (turn !== this.turn) return
      bar.value = part
      status.textContent = fill(this.texts.hashing, { name: given?.name ?? '', percent: Math.floor(part * 100) })
    })
    if (turn !== this.turn) return
    this.finding = finding
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
    const { texts, carrier, document: given, finding } = this
    const { own } = this.options
    const parts: (HTMLElement | null)[] = [own ? null : this.header(), own ? this.ownProblem(own) : null]
    if (finding) {
      const context = { texts, locale: this.language === 'de' ? 'de-DE' : 'en-GB', documentName: given?.name ?? '' }
      const onBlockHash = (hash: string) => void this.judge(++this.turn, hash)
      const again = element('button', { class: 'plain' }, texts.again)
      again.addEventListener('click', () => this.reset())
      parts.push(verdictPanel(finding, { ...context, onBlockHash }), again)
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
    this.finding = undefined
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
    const binding = 'binding' in evidence ? evidence.binding : undefined
    if (binding?.status !== 'changed') return null
    const { texts } = this
    return element(
      'section',
      { class: 'verdict refused', role: 'alert' },
      element('h2', {}, texts.ownWords),
      element('p', {}, changeText(binding, texts)),
    )
  }
}
