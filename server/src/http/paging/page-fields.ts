import { Type } from 'typebox'

/** The schemas of a `PageQuery`. */
export const pageFields = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Items per page.' })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
}
