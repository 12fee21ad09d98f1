import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteGenericInterface,
} from 'fastify'
import type { TSchema } from 'typebox'
import { envelope, list } from '../answers/envelope.js'
import type { ErrorCode } from '../errors.js'
import { type CursorFormat, type Page, type PageQuery, type PageRequest, pageRequest, setNextCursor } from './paging.js'

/** How a page is answered. */
interface ListAnswer<Position> {
  message: string
  /** The field of the data that holds the items; `data` by default. */
  itemsName?: string
  cursor: CursorFormat<Position>
}

/** A route that answers with pages of a list. */
export interface ListRoute<Route extends RouteGenericInterface, Row, Position> extends ListAnswer<Position> {
  url: string
  onRequest: onRequestHookHandler
  schema: {
    tags: readonly string[]
    operationId: string
    errors?: readonly ErrorCode[]
    summary: string
    description: string
    params?: TSchema
    querystring: TSchema
  }
  /** The schema of an item. */
  item: TSchema
  /** Reads the page that the request asks for. */
  read(request: FastifyRequest<Route>, page: PageRequest<Position>): Promise<Page<Row, Position>>
  /** Turns rows into items. */
  present(rows: readonly Row[], request: FastifyRequest<Route>): readonly object[] | Promise<readonly object[]>
}

/** Adds a `GET` that reads the page or cursor of its query and answers `{count, data}`, with `Next-Cursor` in the header. */
export function listRoute<Route extends { Querystring: PageQuery }, Row, Position>(
  app: FastifyInstance,
  { url, onRequest, schema, item, read, present, ...answer }: ListRoute<Route, Row, Position>,
): void {
  app.route<{ Querystring: PageQuery }>({
    method: 'GET',
    url,
    onRequest,
    schema: { ...schema, response: { 200: envelope(list(item, answer.itemsName)) } },
    handler: async (request, reply) => {
      const typed = request as FastifyRequest<Route>
      const page = await read(typed, pageRequest(request.query, answer.cursor))
      return answerPage(reply, page, await present(page.rows, typed), answer)
    },
  })
}

/** The body of the answer with a page; sets the header `Next-Cursor`. */
export function answerPage<Position>(
  reply: Pick<FastifyReply, 'header'>,
  page: Page<unknown, Position>,
  items: readonly object[],
  { message, itemsName = 'data', cursor }: ListAnswer<Position>,
) {
  setNextCursor(reply, page, cursor)
  return { status: 200, message, data: { count: page.count, [itemsName]: items } }
}
