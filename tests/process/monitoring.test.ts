/** The dashboard and the alert rules of deploy/ match what /metrics really says, as promtool reads it. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../free-port.ts'
import { cleanUp, root } from './program.ts'
import { interrupt, visit } from './site.ts'

/** Debian's package prometheus; CI must have it. */
const PROMTOOL = '/usr/bin/promtool'
const hasPromtool = Boolean(process.env.CI) || existsSync(PROMTOOL)
const WHY_NOT = 'promtool is not on this machine (apt-get install prometheus)'
const folder = join(root, 'deploy', 'prometheus')
function promtool(args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { cwd: folder, encoding: 'utf8', input })
  return { status, output: stdout + stderr }
}

afterEach(cleanUp)

describe('promtool', () => {
  it('accepts the configuration and the rules', ({ skip }) => {
    skip(!hasPromtool, WHY_NOT)
    for (const args of [
      ['check', 'config', 'prometheus.yml'],
      ['check', 'rules', 'alerts.yml'],
    ])
      expect(promtool(args)).toMatchObject({ status: 0 })
  })

  it('sees each alert fire when it should, and none in an ordinary hour', ({ skip }) => {
    skip(!hasPromtool, WHY_NOT)
    const { status, output } = promtool(['test', 'rules', 'alerts.test.yml'])
    expect(status, output).toBe(0)
  })
})

type Panel = { targets?: { expr: string }[] }
const dashboard = () =>
  JSON.parse(readFileSync(join(root, 'deploy', 'grafana', 'dashboard.json'), 'utf8')) as { panels: Panel[] }

/** The metrics of an expression: names with an underscore that are neither labels nor functions. */
const namesIn = (expression: string): string[] =>
  expression.replaceAll(/\{[^}]*\}|\b(by|on) ?\([^)]*\)/g, '').match(/\b[a-z]+(_[a-z0-9]+)+\b(?! *\()/g) ?? []

it('the dashboard and the alerts ask only for what a server says, and promtool accepts what it says', async () => {
  const port = await freePort()
  const env = { METRICS_PORT: String(port), DEMO: '0' }
  const site = await visit({ env })
  expect((await fetch(`${site.url}/metrics`)).status).toBe(404)
  await fetch(`${site.url}/api/campaigns`)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string))
  const exists = (name: string) => known.has(name) || known.has(name.replace(/_(bucket|sum|count)$/, ''))
  const expressions = [
    ...dashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...[
      ...readFileSync(join(folder, 'alerts.yml'), 'utf8').matchAll(/expr: ((?:>-\n(?: {10}.*\n)+)|.*)/g),
    ].map(([, expression]) => expression as string),
  ]
  const asked = [...new Set(expressions.flatMap(namesIn))]
  expect(asked.length).toBeGreaterThan(15)
  // Filled once there is something to count, and tested with it in tests/api: metrics, webhooks-fetched and card-balance.
  const later = new Set([
    'charges_unfinished',
    'settlements_open',
    'settlements_oldest_due_seconds',
    'books_balanced_timestamp_seconds',
    'card_balance_differences',
    'card_events_fetched_timestamp_seconds',
    'job_failing',
    'job_last_success_timestamp_seconds',
  ])
  expect(asked.filter((name) => !exists(name) && !later.has(name))).toEqual([])
  if (hasPromtool) {
    // prom-client's own names of three gauges are not ours to change.
    const remarks = promtool(['check', 'metrics'], text).output.split('\n')
    expect(remarks.filter((line) => line !== '' && !line.startsWith('nodejs_active_'))).toEqual([])
  }
  await interrupt(site)
})
