import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

/** Returns a function that is made when it is first called. */
function late<Args extends unknown[], Result>(make: () => (...args: Args) => Result): (...args: Args) => Result {
  let made: ((...args: Args) => Result) | undefined
  return (...args) => {
    made ??= make()
    return made(...args)
  }
}

/** A compiled validator; `errors` are those of its last call. */
interface Validate {
  (data: unknown): boolean | Promise<unknown>
  errors?: unknown
}

/** The part of the validator (Ajv) that is needed here. */
interface Validator {
  compile(schema: object): Validate
}

/**
 * Has the validator (Ajv) compile a schema when the first request needs it. The routes have hundreds of schemas; to compile them all took
 * a quarter of the processor time of a start.
 */
export function validateLate(validator: Validator): void {
  const compile = validator.compile.bind(validator)
  validator.compile = (schema) => {
    let made: Validate | undefined
    const validate: Validate = (data) => {
      made ??= compile(schema)
      const isValid = made(data)
      validate.errors = made.errors
      return isValid
    }
    return validate
  }
}

/** Fastify's serializers, each compiled when the first answer needs it. */
export const lateSerializers: ReturnType<typeof SerializerSelector> = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return (route) => late(() => compile(route))
}
