import { type DestinationStream, type Logger, pino } from 'pino'

/** Names of headers, fields and settings whose values are never written to a log. */
const secret = [
  'authorization',
  'secret-key',
  'secretKey',
  'password',
  'databasePassword',
  'token',
  'metricsToken',
  'refreshToken',
  'cookie',
  'masterKey',
  'signerKey',
  'databaseUrl',
  'rpcUrl',
]

/**
 * The service's log: one JSON object a line, with ISO 8601 times.
 *
 * Errors go under `err`: what is written of them holds no values of clients ({@link describeError}).
 *
 * @param level `trace` … `fatal`, or `silent`
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
    redact: {
      paths: secret.flatMap((name) => [key(name), `*${key(name)}`, `*.*${key(name)}`]),
      censor: '[redacted]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

function key(name: string): string {
  return `["${name}"]`
}

/** Errors wrap errors; nobody reads further than this, and a circle ends. */
const causesMax = 5

/**
 * What is logged of an error: its type, code, message, places in the code, and causes; none of its other properties.
 * PostgreSQL puts whole rows into `detail` and the given value into messages of class 22, RPC clients their address with the
 * operator's key in it: neither is written.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutAddresses(error) : { type: typeof error }
  const { code, constraint, cause, errors } = error as Error & Record<string, unknown>
  const isData = typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
  const message = withoutAddresses(isData ? error.message.replace(/".*"/s, '"[redacted]"') : error.message)
  const inner = cause ?? (Array.isArray(errors) ? errors[0] : undefined)
  return {
    type: error.constructor.name === 'Error' ? error.name : error.constructor.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    message,
    stack: placesOf(error),
    ...(inner !== undefined && depth < causesMax ? { cause: describeError(inner, depth + 1) } : {}),
  }
}

/** The stack without its first lines, which repeat the message. */
function placesOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n')
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}

/** Leaves of an address its scheme and host: keys of providers stand in user names, paths and queries. */
function withoutAddresses(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@"']*@)?([^\s/?#"']*)[^\s"']*/gi, '$1$2')
}
