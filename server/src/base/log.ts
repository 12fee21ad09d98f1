import { type DestinationStream, type Logger, pino } from 'pino'

/** Header and body names whose values are never written to a log. */
const secret = ['authorization', 'secret-key', 'secretKey', 'password', 'token', 'refreshToken', 'cookie', 'masterKey']

/**
 * The service's log: one JSON object a line, with ISO 8601 times.
 *
 * @param level `trace` … `fatal`, or `silent`
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secret.flatMap((name) => [key(name), `*${key(name)}`, `*.headers${key(name)}`]),
      censor: '[redacted]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

function key(name: string): string {
  return `["${name}"]`
}
