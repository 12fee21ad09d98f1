/** Settles like the promise, or rejects with the signal's reason when it aborts first. */
export async function unlessAborted<Value>(
  value: Value | PromiseLike<Value>,
  signal: AbortSignal | null | undefined,
): Promise<Value> {
  if (!signal) return value
  signal.throwIfAborted()
  let onAbort = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([value, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Waits for this many milliseconds. @throws the signal's reason when it aborts */
export async function sleep(ms: number, signal?: AbortSignal | null): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await unlessAborted(over, signal)
  } finally {
    clearTimeout(timer)
  }
}
