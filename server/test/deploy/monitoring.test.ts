import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../../../test/sources.js'
import { useOwnService } from '../service.js'
import { dashboardQueries, metricsIn } from './monitoring.js'

const service = useOwnService({ METRICS_TOKEN: 'scraper' })
const textOf = (path: string) => readFileSync(`${root}${path}`, 'utf8')

const files = {
  'deploy/prometheus/alerts.yaml': metricsIn(textOf('deploy/prometheus/alerts.yaml')),
  'deploy/grafana/tallystick.json': metricsIn(dashboardQueries().join('\n')),
  'docs/operators.md': metricsIn(textOf('docs/operators.md')),
}

/** The metrics of a real service. */
async function exported(): Promise<string[]> {
  const { text } = await service.call('GET', '/metrics', undefined, { authorization: 'Bearer scraper' })
  return [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name)
}

describe('metrics', () => {
  it.each(Object.entries(files))('named in %s exist in the service', async (_file, named) => {
    const has = await exported()
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !has.includes(name))).toEqual([])
  })

  it.each(['deploy/grafana/tallystick.json', 'docs/operators.md'] as const)('are all in %s', async (file) => {
    const own = (await exported()).filter((name) => name.startsWith('tallystick_'))
    expect(own.filter((name) => !files[file].includes(name))).toEqual([])
  })
})
