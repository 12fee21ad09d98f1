import { shortened } from '../binding.js'
import { NotAsWritten } from '../page-tokens.js'
import { tableColumns } from '../pdf-look.js'
import { WordsDiffer } from './differ.js'
import { expectValue, idOf, nameOf, type PdfFile, written } from './objects.js'
import { type PdfValue, textOf } from './values.js'

/** A page, as the logical structure refers to it. */
export interface MarkedPage {
  readonly id: number
  /** Key of its marks in the tree of parents. */
  readonly key: PdfValue
  /** Names of its marks, in the order of their numbers. */
  readonly tags: readonly string[]
}

/** A link, as the logical structure refers to it. */
export interface MarkedLink {
  readonly id: number
  readonly key: PdfValue
}

/** Elements that may be inside of others. The rest have marks of pages. */
const children: Readonly<Record<string, string>> = {
  Document: 'Figure Link P H1 H2 L Table',
  Table: 'TR',
  TR: 'TH TD',
  L: 'LI',
  LI: 'Lbl LBody',
}

/**
 * Checks the logical structure, which screen readers and exports follow: it has all that pages show, in the same order and by the
 * same names, and nothing in place of it.
 * @param alts texts of the pictures, in order
 */
export function checkStructure(
  file: PdfFile,
  reference: PdfValue | undefined,
  pages: readonly MarkedPage[],
  links: readonly MarkedLink[],
  alts: readonly string[],
): void {
  const root = file.dictionary(reference, 'Type ParentTree ParentTreeNextKey K')
  expectValue(root.get('Type'), '/StructTreeRoot')
  const parents = new Map<PdfValue, string>()
  const marked = pages.map(() => [] as string[])
  let page = 0
  let linked = 0
  let pictured = 0
  const visit = (at: PdfValue, parent: number, allowed: string): void => {
    const id = idOf(at)
    const element = file.dictionary(at, 'S P K', 'Pg Alt A')
    const name = nameOf(element.get('S'))
    if (!allowed.split(' ').includes(name) || idOf(element.get('P')) !== parent) throw differs(`/${name}`)
    if (element.has('Alt') !== (name === 'Figure')) throw differs('/Alt')
    if (element.has('Alt')) {
      const [found, expected = ''] = [textOf(file.value(element.get('Alt'))), alts[pictured++]]
      if (found !== expected) throw new WordsDiffer(found, expected)
    }
    if (element.has('A') !== (name === 'TH')) throw differs('/A')
    if (name === 'TH') expectValue(file.value(element.get('A')), '<</O /Table /Scope /Column>>')
    const inner = children[name]
    if (name === 'TR' && file.list(element.get('K')).length !== tableColumns.length) throw differs('/TR')
    for (const kid of file.list(element.get('K'))) {
      if (inner !== undefined) {
        if (element.has('Pg')) throw differs('/Pg')
        visit(kid, id, inner)
        continue
      }
      // A link's object follows its mark, which may be the last one of its page.
      const isFull = () => marked[page]?.length === pages[page]?.tags.length
      while (typeof kid === 'number' && page + 1 < pages.length && isFull()) page++
      if (idOf(element.get('Pg')) !== pages[page]?.id) throw differs('/Pg')
      if (typeof kid === 'number') {
        if (marked[page]?.length !== kid || pages[page]?.tags[kid] !== name) throw differs(`the mark ${kid}`)
        marked[page]?.push(`${id} R`)
        continue
      }
      const object = file.dictionary(kid, 'Type Obj Pg')
      const target = links[linked++]
      expectValue(object.get('Type'), '/OBJR')
      if (name !== 'Link' || target === undefined) throw differs('/OBJR')
      expectValue(object.get('Obj'), `${target.id} R`)
      expectValue(object.get('Pg'), `${pages[page]?.id} R`)
      parents.set(target.key, `${id} R`)
    }
  }
  const [document, ...others] = file.list(root.get('K'))
  if (document === undefined || others.length > 0) throw differs('/K')
  visit(document, idOf(reference), 'Document')
  for (const [at, { tags, key }] of pages.entries()) {
    if (marked[at]?.length !== tags.length) throw differs('what is left out')
    parents.set(key, `[${marked[at]?.join(' ')}]`)
  }
  if (linked !== links.length || pictured !== alts.length) throw differs('a link or a picture that is left out')
  expectParents(file, root.get('ParentTree'), parents)
  expectValue(root.get('ParentTreeNextKey'), String(parents.size))
}

/** Leads from marks to elements, so it is the same relation the other way round. */
function expectParents(file: PdfFile, reference: PdfValue | undefined, parents: ReadonlyMap<PdfValue, string>): void {
  const tree = file.dictionary(reference, 'Limits Nums')
  expectValue(tree.get('Limits'), `[0 ${parents.size - 1}]`)
  const nums = Array.from({ length: parents.size }, (_, key) => `${key} ${parents.get(key)}`)
  const found = file.list(tree.get('Nums')).map(written)
  if (found.join(' ') !== nums.join(' ')) throw differs('/ParentTree')
}

const differs = (found: string) => new NotAsWritten(`another structure: ${shortened(found)}`)
