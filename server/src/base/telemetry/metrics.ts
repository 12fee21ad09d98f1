import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** The service's metrics, in Prometheus' format. */
export class Metrics {
  readonly registry = new Registry()

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  /**
   * Registers a gauge that is read on each scrape. If reading fails, the gauge is left out: the others matter most during an
   * outage.
   */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: `tallystick_${name}`,
      help,
      registers: [this.registry],
      async collect() {
        // Its old value must go too: it would look fresh.
        this.remove()
        const value = await Promise.resolve()
          .then(read)
          .catch(() => undefined)
        if (value !== undefined) this.set(value)
      },
    })
  }

  /** Registers gauges that differ in one label, read on each scrape. If reading fails, they are left out. */
  gauges(
    name: string,
    help: string,
    label: string,
    read: () => Iterable<readonly [string, number]> | Promise<Iterable<readonly [string, number]>>,
  ): void {
    new Gauge({
      name: `tallystick_${name}`,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        const values = await Promise.resolve()
          .then(read)
          .catch(() => [])
        this.reset()
        for (const [value, number] of values) this.set({ [label]: value }, number)
      },
    })
  }
}
