import { type DestinationStream, type Logger, pino } from 'pino'

/** Headers, fields and settings whose values are never logged. */
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
 * Creates the service's log: one JSON object per line, with ISO 8601 times.
 *
 * Errors go under `err`, without any values of clients ({@link describeError}).
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

/** Depth of logged causes; also ends a circle of them. */
const causesMax = 5

/**
 * Returns what is logged of an error: type, code, message, stack and causes, no other properties. PostgreSQL puts whole rows
 * into `detail` and given values into messages of class 22; RPC clients put their address, with the operator's key, into
 * messages. None of these is logged.
 */
function describeError(error: unknown, depth = 0): unknown {
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

/** Returns the stack without its first lines, which repeat the message. */
function placesOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n')
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}

/** Reduces addresses to scheme and host: providers' keys are in user names, paths and queries. */
function withoutAddresses(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@"']*@)?([^\s/?#"']*)[^\s"']*/gi, '$1$2')
}
