import { Tokenizer, TokenType } from '@streamparser/json'

/** A value in JSON as far as a flat list needs it: containers inside an item are only named. */
export type Scalar = string | number | boolean | null | typeof container
/** An object or a list. */
export const container = Symbol('container')

/** Parts of the body, as they are read. */
export interface BodyEvents {
  /** A list begins. Called at most once, first. */
  list(): void
  /** An item that is an object begins. */
  item(): void
  /** A key of the item with its value. */
  field(key: string, value: Scalar): void
  /** The item ends. */
  itemEnd(): void
  /** An item that isn't an object. */
  otherItem(): void
}

/** The text isn't JSON. */
export class JsonProblem extends Error {
  override name = 'JsonProblem'
}

/** Parts allowed next. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'next' | 'nothing'

/** Deeper text is refused: nothing here is nested, and each level takes memory. */
const depthMax = 1000

/** The depth inside the list, and inside an item. */
const inList = 1
const inItem = 2

/**
 * Reads a JSON list of flat objects from its bytes as they arrive. The library splits them into tokens; this checks their order
 * (RFC 8259) and reports fields, so that each key is seen, also a repeated one, and no more than one field is in memory.
 */
export class ListReader {
  private readonly events: BodyEvents
  private readonly tokens = new Tokenizer()
  /** Text in another encoding would be decoded into something else, and recorded. */
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  /** For each open container, whether it is an object. */
  private readonly open: boolean[] = []
  private expected: Expected = 'value'
  private key = ''
  private isList = false
  private failure: JsonProblem | undefined

  constructor(events: BodyEvents) {
    this.events = events
    this.tokens.onToken = ({ token, value, offset }) => this.token(token, value as Scalar, offset)
    this.tokens.onError = (error) => {
      this.failure ??= error instanceof JsonProblem ? error : new JsonProblem(problemOf(error.message))
    }
    this.tokens.onEnd = () => undefined
  }

  /** @throws {JsonProblem} when the bytes so far don't begin a JSON text */
  write(bytes: Uint8Array): void {
    this.checkText(bytes)
    this.tokens.write(bytes)
    if (this.failure) throw this.failure
  }

  /** @throws {JsonProblem} when the text isn't complete */
  end(): void {
    this.checkText()
    if (!this.tokens.isEnded) this.tokens.end()
    if (this.failure && this.expected === 'nothing') throw this.failure
    if (this.expected !== 'nothing') throw new JsonProblem('Unexpected end of JSON input')
  }

  private checkText(bytes?: Uint8Array): void {
    try {
      this.utf8.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new JsonProblem('it is not UTF-8')
    }
  }

  private token(token: TokenType, value: Scalar, offset: number): void {
    const { expected } = this
    const unexpected = () => new JsonProblem(`Unexpected ${JSON.stringify(value)} at position ${offset}`)
    if (expected === 'nothing') throw unexpected()
    if (expected === 'colon') {
      if (token !== TokenType.COLON) throw unexpected()
      this.expected = 'value'
      return
    }
    if (expected === 'next') {
      if (token === TokenType.COMMA) this.expected = this.open.at(-1) ? 'key' : 'value'
      else this.close(token, unexpected)
      return
    }
    if (expected === 'key' || expected === 'first key') {
      if (token === TokenType.STRING) {
        if (value === '__proto__') throw new JsonProblem('the keys __proto__ and constructor.prototype are not taken')
        if (this.open.length === inItem) this.key = value as string
        this.expected = 'colon'
      } else if (expected === 'first key') this.close(token, unexpected)
      else throw unexpected()
      return
    }
    if (expected === 'first value' && token === TokenType.RIGHT_BRACKET) this.close(token, unexpected)
    else this.value(token, value, unexpected)
  }

  private value(token: TokenType, value: Scalar, unexpected: () => JsonProblem): void {
    const isObject = token === TokenType.LEFT_BRACE
    if (isObject || token === TokenType.LEFT_BRACKET) {
      this.seen(container, isObject)
      if (this.open.length === depthMax) throw new JsonProblem('it is nested too deeply')
      this.open.push(isObject)
      this.expected = isObject ? 'first key' : 'first value'
      return
    }
    const isScalar =
      token === TokenType.STRING ||
      token === TokenType.NUMBER ||
      token === TokenType.TRUE ||
      token === TokenType.FALSE ||
      token === TokenType.NULL
    if (!isScalar) throw unexpected()
    this.seen(value, false)
    this.expected = this.open.length === 0 ? 'nothing' : 'next'
  }

  /** Reports a value where it begins. */
  private seen(value: Scalar, isObject: boolean): void {
    const depth = this.open.length
    if (depth === 0 && value === container && !isObject) {
      this.isList = true
      this.events.list()
    }
    if (!this.isList) return
    if (depth === inList) isObject ? this.events.item() : this.events.otherItem()
    else if (depth === inItem && this.open[inList]) this.events.field(this.key, value)
  }

  private close(token: TokenType, unexpected: () => JsonProblem): void {
    const closing = this.open.at(-1) ? TokenType.RIGHT_BRACE : TokenType.RIGHT_BRACKET
    if (token !== closing || this.open.length === 0) throw unexpected()
    const wasObject = this.open.pop()
    if (this.isList && wasObject && this.open.length === inList) this.events.itemEnd()
    this.expected = this.open.length === 0 ? 'nothing' : 'next'
  }
}

/** The tokenizer's message without its own states. */
function problemOf(message: string): string {
  const found = /^Unexpected "([\s\S]*)" at .*position "(\d+)"\)? in state/.exec(message)
  return found ? `Unexpected ${JSON.stringify(found[1])} at position ${found[2]}` : message.slice(0, 200)
}
