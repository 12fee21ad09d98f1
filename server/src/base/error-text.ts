/** Returns an error in words; connection errors of several addresses have an empty message of their own. */
export function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
