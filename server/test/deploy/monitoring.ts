import { readFileSync } from 'node:fs'
import { root } from '../../../test/sources.js'

/** Returns the queries of the dashboard, as they are after its variables are filled in. */
export function dashboardQueries(): string[] {
  const text = readFileSync(`${root}deploy/grafana/tallystick.json`, 'utf8')
  const { panels } = JSON.parse(text) as { panels: { targets: { expr: string }[] }[] }
  return panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')),
  )
}

/** Returns the metrics of the service that a text names, without the suffixes of histograms. */
export function metricsIn(text: string): string[] {
  const names = text.match(/\b(tallystick|nodejs|process)_[a-z0-9_]+/g) ?? []
  return [...new Set(names.map((name) => name.replace(/(?<=_seconds)_(bucket|sum|count)$/, '')))].sort()
}
