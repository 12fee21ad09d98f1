import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** The service's metrics, in the form Prometheus reads. */
export class Metrics {
  readonly registry = new Registry()

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  /**
   * Registers a gauge that is read when the metrics are asked for. While it cannot be read it is left out: the others are
   * wanted most when something is away.
   */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: `tallystick_${name}`,
      help,
      registers: [this.registry],
      async collect() {
        // Not its old value either, which would look like a fresh one.
        this.remove()
        const value = await Promise.resolve()
          .then(read)
          .catch(() => undefined)
        if (value !== undefined) this.set(value)
      },
    })
  }
}
