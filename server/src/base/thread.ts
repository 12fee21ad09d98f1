import { MessagePort, parentPort, type ResourceLimits, Worker } from 'node:worker_threads'
import { ownFile } from './own-files.js'

/** Functions that another thread calls by name. Arguments and results are copied; message ports are handed over. */
export type Methods = { [name: string]: (...args: never[]) => unknown }

type MethodName<M> = keyof M & string
type Arguments<F> = F extends (...args: infer Args) => unknown ? Args : never
type Result<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never

interface Call {
  id: number
  method: string
  args: readonly unknown[]
}

type Reply = { id: number; result: unknown } | { id: number; error: unknown }

interface Pending {
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Restores an error from the form in which {@link answer} sent it. */
type ErrorOf = (sent: unknown) => unknown

/** Calls to the methods that the other end of a port answers with {@link answer}. */
export class Calls<M extends Methods> {
  private readonly port: MessagePort | Worker
  private readonly errorOf: ErrorOf
  private readonly pending = new Map<number, Pending>()
  private lastId = 0
  private failure: Error | null = null

  constructor(port: MessagePort | Worker, errorOf: ErrorOf = (sent) => sent) {
    this.port = port
    this.errorOf = errorOf
    port.on('message', (reply: Reply) => {
      const pending = this.pending.get(reply.id)
      this.pending.delete(reply.id)
      if ('error' in reply) pending?.reject(this.errorOf(reply.error))
      else pending?.resolve(reply.result)
    })
  }

  /** True until {@link end}. */
  get isOpen(): boolean {
    return this.failure === null
  }

  call<Name extends MethodName<M>>(method: Name, ...args: Arguments<M[Name]>): Promise<Result<M[Name]>> {
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure)
      const id = ++this.lastId
      const given: readonly unknown[] = args
      const ports = given.filter((arg) => arg instanceof MessagePort)
      this.port.postMessage({ id, method, args: given } satisfies Call, ports)
      this.pending.set(id, { resolve: resolve as Pending['resolve'], reject })
    })
  }

  /** Fails the pending calls and all later ones. */
  end(failure: Error): void {
    this.failure ??= failure
    for (const { reject } of this.pending.values()) reject(this.failure)
    this.pending.clear()
  }
}

/**
 * Answers calls that arrive at a port.
 *
 * @param send turns an error into something that can be copied; by default the error itself, which arrives without its class
 */
export function answer(
  methods: Methods,
  port: MessagePort | null = parentPort,
  send: (error: unknown) => unknown = (error) => error,
): void {
  port?.on('message', async ({ id, method, args }: Call) => {
    try {
      const perform = methods[method] as (...args: readonly unknown[]) => unknown
      port.postMessage({ id, result: await perform(...args) } satisfies Reply)
    } catch (error) {
      port.postMessage({ id, error: send(error) } satisfies Reply)
    }
  })
}

/** Settings of a {@link Thread}. */
export interface ThreadOptions {
  resourceLimits?: ResourceLimits
  errorOf?: ErrorOf
  /** Turns the end of the thread into the error of its calls. */
  endError?(cause: Error): Error
}

/** A worker thread that is called like functions. It starts when first needed, and again after it ended. */
export class Thread<M extends Methods> {
  private readonly name: string
  private readonly options: ThreadOptions
  private running: { calls: Calls<M>; worker: Worker } | null = null

  /** @param name of the program in `dist`, without its extension */
  constructor(name: string, options: ThreadOptions = {}) {
    this.name = name
    this.options = options
  }

  /**
   * Returns the calls to the thread that runs now. They fail once it ended: keep them across calls that rely on what the thread
   * remembers, since a new one remembers nothing.
   */
  calls(): Calls<M> {
    if (!this.running?.calls.isOpen) this.running = this.start()
    return this.running.calls
  }

  /** Ends the thread; its pending calls fail. */
  async stop(): Promise<void> {
    const { running } = this
    this.running = null
    await running?.worker.terminate()
  }

  private start(): { calls: Calls<M>; worker: Worker } {
    const { resourceLimits, errorOf, endError = (cause: Error) => cause } = this.options
    // The compiled file, even when this module runs from source.
    const worker = new Worker(ownFile(`dist/${this.name}.js`), resourceLimits && { resourceLimits })
    // Idle on its own, so it must not keep the process alive.
    worker.unref()
    const calls = new Calls<M>(worker, errorOf)
    worker.on('error', (error) => calls.end(endError(error as Error)))
    worker.on('exit', () => calls.end(endError(new Error(`the thread ${this.name} exited`))))
    return { calls, worker }
  }
}
