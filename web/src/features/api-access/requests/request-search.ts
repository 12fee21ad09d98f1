/** Classes of answers that the log can be filtered by. */
export const answerClasses = ['2xx', '4xx', '5xx'] as const

/** Filters of the log, as the page's address holds them. */
export interface RequestSearch {
  status?: (typeof answerClasses)[number]
  route?: string
}

/** Reads the filters from the page's address. */
export function readRequestSearch({ status, route }: Record<string, unknown>): RequestSearch {
  const known = answerClasses.find((one) => one === status)
  return {
    ...(known ? { status: known } : {}),
    ...(typeof route === 'string' && route.startsWith('/') ? { route } : {}),
  }
}
