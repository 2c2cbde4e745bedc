/**
 * Lighthouse, mobile preset, on the pages that visitors meet first. It is installed in a folder of its own when first
 * asked for: nothing else needs it. The machine is slowed down by calculation, so a busy one costs little.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { median } from './compare.ts'
import { idOf } from './database.ts'
import type { Bench, Score } from './report.ts'

const FOLDER = join(import.meta.dirname, 'lighthouse')
const PAGES = {
  landing: '/',
  discovery: '/campaigns',
  'campaign page': `/campaigns/${idOf('campaign', 1)}`,
}
const EXPECTED = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof EXPECTED
const CATEGORIES = Object.keys(EXPECTED) as Category[]
/** A single run is at the mercy of whatever else the machine does: the middle one of these counts. */
const RUNS = 3
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-quic', '--disable-background-networking']

type Report = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; displayValue?: string }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>
type Launcher = (options: object) => Promise<{ port: number; kill(): void }>

async function load(): Promise<{ lighthouse: Lighthouse; launch: Launcher }> {
  const modules = join(FOLDER, 'node_modules')
  if (!existsSync(join(modules, 'lighthouse'))) {
    const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' })
    if (done.status !== 0) throw new Error('Lighthouse could not be installed: see above')
  }
  const from = (path: string) => import(pathToFileURL(join(modules, path)).href)
  const { default: lighthouse } = await from('lighthouse/core/index.js')
  const { launch } = await from('chrome-launcher/dist/index.js')
  return { lighthouse, launch }
}

export async function benchLighthouse(bench: Bench): Promise<Score[]> {
  const { lighthouse, launch } = await load()
  const { port } = await bench.product({ cache: true })
  const chromePath = process.env.CHROMIUM || chromium.executablePath()
  const rows: Score[] = []
  for (const [what, path] of Object.entries(PAGES)) {
    const reports: Report[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const browser = await launch({ chromePath, chromeFlags: FLAGS, logLevel: 'silent' })
      try {
        const done = await lighthouse(`http://localhost:${port}${path}`, {
          port: browser.port,
          onlyCategories: CATEGORIES,
          logLevel: 'error',
        })
        if (done) reports.push(done.lhr)
      } finally {
        browser.kill()
      }
    }
    for (const category of CATEGORIES) rows.push(scored(what, category, reports))
    for (const row of rows.slice(-CATEGORIES.length)) bench.progress(row)
  }
  return rows
}

function scored(what: string, category: Category, reports: readonly Report[]): Score {
  const score = median(reports.map(({ categories }) => Math.round((categories[category].score ?? 0) * 100)))
  return {
    what: `${what}: ${category}`,
    score,
    atLeastScore: EXPECTED[category],
    note: lost(category, reports.at(-1)),
  }
}

/** What cost points, by Lighthouse's own names. */
function lost(category: Category, report: Report | undefined): string {
  if (!report) return 'no report'
  const { categories, audits } = report
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.95)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim())
    .join(', ')
}
