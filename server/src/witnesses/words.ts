const lengthMax = 300

/** Returns an error's message with that of its cause, which names the host or the code; of a library's, the first line. */
export function wordsOf(error: unknown): string {
  const { message, cause } = error as Error
  const [first = ''] = message.split('\n')
  const words =
    cause instanceof Error && cause.message !== message ? `${first}: ${cause.message.split('\n')[0]}` : first
  return words.replace(/\p{Cc}/gu, ' ').slice(0, lengthMax)
}
