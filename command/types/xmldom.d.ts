/*
 * The part of @xmldom/xmldom that the command uses. The library's own types bring in those of browsers, which then stand for Node's in every
 * program that compiles this one: streams and headers are no longer iterable.
 */

/** A node of a document. */
export interface Node {
  readonly nodeType: number
  readonly nodeName: string
  readonly ELEMENT_NODE: number
  readonly nextSibling: Node | null
}

export interface Element extends Node {
  readonly localName: string
  readonly namespaceURI: string | null
  readonly firstChild: Node | null
  readonly textContent: string | null
  getAttribute(name: string): string | null
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<Element>
}

export interface Document {
  readonly documentElement: Element
}

type Report = (problem: string) => void

export class DOMParser {
  constructor(options: { errorHandler: { warning: Report; error: Report; fatalError: Report } })
  parseFromString(text: string, type: 'text/xml'): Document | undefined
}
