import { type TSchema, Type } from 'typebox'

/** The schema of a success: `{status, message}`, with `data` where there is any. */
export function envelope(data?: TSchema) {
  const common = { status: Type.Integer(), message: Type.String() }
  return data === undefined ? Type.Object(common) : Type.Object({ ...common, data })
}

/** The schema of a list's data: how many items there are in all, and those of the page. Named after its items. */
export function list(item: TSchema, name = 'data') {
  const title = 'title' in item ? { title: `${item.title}List` } : {}
  return Type.Object({ count: Type.Integer(), [name]: Type.Array(item) }, title)
}
