import { Counter, type Metric, type Registry } from 'prom-client'

/** Upper bounds of the histogram, seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30] as const

/** The times of one route: how many within each bound and, last, beyond all of them. */
interface Times {
  counts: number[]
  sum: number
}

/** Requests of one method, route and status. */
interface Series {
  labels: { method: string; route: string; status: number }
  count: number
  times: Times
}

/**
 * Counts and times of requests. Counted in plain numbers and brought into Prometheus' form when it asks: the library would look
 * up each series by its labels for every request.
 */
export class RequestMetrics {
  /** By route: looking through the few of one is cheaper than putting a key together for each request. */
  private readonly series = new Map<string, Series[]>()
  private readonly routes = new Map<string, Times>()

  constructor(registry: Registry) {
    const { series } = this
    new Counter({
      name: 'tallystick_requests_total',
      help: 'Requests answered',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
      collect() {
        this.reset()
        for (const { labels, count } of [...series.values()].flat()) this.inc(labels, count)
      },
    })
    const name = 'tallystick_request_seconds'
    const seconds = { name, help: 'Time from request to answer', type: 'histogram', aggregator: 'sum' }
    const histogram = { ...seconds, get: async () => ({ ...seconds, values: this.times(name) }) }
    registry.registerMetric(histogram as unknown as Metric)
  }

  /** Routes are patterns, never addresses, so there are few. */
  observe(method: string, route: string, status: number, seconds: number): void {
    const series = this.seriesOf(method, route, status)
    series.count++
    series.times.sum += seconds
    let bucket = 0
    while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++
    series.times.counts[bucket] = (series.times.counts[bucket] as number) + 1
  }

  private seriesOf(method: string, route: string, status: number): Series {
    let ofRoute = this.series.get(route)
    if (!ofRoute) {
      ofRoute = []
      this.series.set(route, ofRoute)
      this.routes.set(route, { counts: [...bounds, Number.POSITIVE_INFINITY].map(() => 0), sum: 0 })
    }
    for (const known of ofRoute) if (known.labels.status === status && known.labels.method === method) return known
    const series = { labels: { method, route, status }, count: 0, times: this.routes.get(route) as Times }
    ofRoute.push(series)
    return series
  }

  /** Buckets are cumulative: each holds all that is within its bound. */
  private times(name: string) {
    return [...this.routes].flatMap(([route, { counts, sum }]) => {
      let within = 0
      const buckets = counts.map((count, at) => {
        within += count
        return { metricName: `${name}_bucket`, labels: { le: bounds[at] ?? '+Inf', route }, value: within }
      })
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels: { route }, value: sum },
        { metricName: `${name}_count`, labels: { route }, value: within },
      ]
    })
  }
}
