import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Counts and times of requests. */
export interface RequestMetrics {
  observe(method: string, route: string, status: number, seconds: number): void
}

/** The service's metrics, in the form Prometheus reads. */
export class Metrics implements RequestMetrics {
  readonly registry = new Registry()
  private readonly requests: Counter<'method' | 'route' | 'status'>
  private readonly seconds: Histogram<'route'>
  // Finding a series by its labels costs more than counting in it. Routes are patterns, so there are few.
  private readonly series = new Map<string, { count: Counter.Internal; time: Histogram.Internal<'route'> }>()

  constructor() {
    collectDefaultMetrics({ register: this.registry })
    this.requests = new Counter({
      name: 'tallystick_requests_total',
      help: 'Requests answered',
      labelNames: ['method', 'route', 'status'],
      registers: [this.registry],
    })
    this.seconds = new Histogram({
      name: 'tallystick_request_seconds',
      help: 'Time from request to answer',
      labelNames: ['route'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
      registers: [this.registry],
    })
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`
    let series = this.series.get(key)
    if (!series) {
      series = { count: this.requests.labels({ method, route, status }), time: this.seconds.labels({ route }) }
      this.series.set(key, series)
    }
    series.count.inc()
    series.time.observe(seconds)
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
