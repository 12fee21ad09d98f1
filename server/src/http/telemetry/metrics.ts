import { Counter, type Metric, type Registry } from 'prom-client'

/** Upper bounds of the histogram, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30] as const

/** The times of a route: how many within each bound and, last, beyond all of them. */
interface Times {
  counts: number[]
  sum: number
}

/** Requests of one method, route and status. */
interface Series {
  labels: { method: string; route: string; status: number }
  count: number
}

/** A route's series are few: searching them is cheaper than building a key for each request. */
interface Route {
  times: Times
  series: Series[]
}

/**
 * Counts and times of requests, kept as plain numbers and converted when Prometheus scrapes: the library would look up each series
 * by its labels for every request.
 */
export class RequestMetrics {
  private readonly routes = new Map<string, Route>()

  constructor(registry: Registry) {
    const { routes } = this
    new Counter({
      name: 'tallystick_requests_total',
      help: 'Requests answered',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
      collect() {
        this.reset()
        for (const { series } of routes.values()) for (const { labels, count } of series) this.inc(labels, count)
      },
    })
    const name = 'tallystick_request_seconds'
    const seconds = { name, help: 'Time from request to answer', type: 'histogram', aggregator: 'sum' }
    const histogram = { ...seconds, get: async () => ({ ...seconds, values: this.times(name) }) }
    registry.registerMetric(histogram as unknown as Metric)
  }

  /** Records a request. `route` is a pattern, never an address, so there are few. */
  observe(method: string, route: string, status: number, seconds: number): void {
    const { times, series } = this.routeOf(route)
    seriesOf(series, method, route, status).count++
    times.sum += seconds
    let bucket = 0
    while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++
    times.counts[bucket] = (times.counts[bucket] as number) + 1
  }

  private routeOf(route: string): Route {
    let known = this.routes.get(route)
    if (!known) {
      known = { times: { counts: [...bounds, Number.POSITIVE_INFINITY].map(() => 0), sum: 0 }, series: [] }
      this.routes.set(route, known)
    }
    return known
  }

  /** Buckets are cumulative: each counts everything within its bound. */
  private times(name: string) {
    return [...this.routes].flatMap(([route, { times }]) => {
      let within = 0
      const buckets = times.counts.map((count, at) => {
        within += count
        return { metricName: `${name}_bucket`, labels: { le: bounds[at] ?? '+Inf', route }, value: within }
      })
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels: { route }, value: times.sum },
        { metricName: `${name}_count`, labels: { route }, value: within },
      ]
    })
  }
}

function seriesOf(known: Series[], method: string, route: string, status: number): Series {
  for (const series of known) if (series.labels.status === status && series.labels.method === method) return series
  const series = { labels: { method, route, status }, count: 0 }
  known.push(series)
  return series
}
