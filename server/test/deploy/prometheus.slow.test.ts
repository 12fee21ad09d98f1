import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DebianPrograms, debianPrograms, noDebian } from '../../../test/debian.js'
import { root } from '../../../test/sources.js'
import { dashboardQueries } from './monitoring.js'

describe('with the promtool of Debian', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-prometheus-'))
  let debian: DebianPrograms | null

  beforeAll(async () => {
    cpSync(`${root}deploy/prometheus`, folder, { recursive: true })
    writeFileSync(join(folder, 'metrics-token'), 'scraper')
    debian = await debianPrograms(['prometheus'])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Returns what promtool prints. @throws when it finds a problem */
  const promtool = ({ path, env }: DebianPrograms, ...args: string[]) =>
    execFileSync(path('promtool'), args, { cwd: folder, env, encoding: 'utf8' })

  it('the scrape job and the alerts are valid', ({ skip }) => {
    if (!debian) return skip(noDebian)
    expect(promtool(debian, 'check', 'config', 'prometheus.yaml')).toContain('SUCCESS: 22 rules found')
  })

  it('each alert fires when it should, and none fires for an idle service', ({ skip }) => {
    if (!debian) return skip(noDebian)
    expect(promtool(debian, 'test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
  })

  it('the queries of the dashboard are valid', ({ skip }) => {
    if (!debian) return skip(noDebian)
    const rules = dashboardQueries().map((expr, at) => ({ record: `panel:${at}`, expr }))
    // YAML contains JSON.
    writeFileSync(join(folder, 'dashboard.yaml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(promtool(debian, 'check', 'rules', 'dashboard.yaml')).toContain(`SUCCESS: ${rules.length} rules found`)
  })
})
