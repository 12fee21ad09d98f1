/** Options of every request. */
export interface RequestOptions {
  /** Ends the request, and the waiting between attempts, when it aborts. */
  signal?: AbortSignal | undefined
}
