/**
 * Lighthouse, mobile preset, on the pages that visitors meet first. It is installed in its own folder when first
 * used: nothing else needs it. It slows the machine down to a phone; how much depends on how fast the machine is.
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
  'guest pledge': `/campaigns/${idOf('campaign', 1)}/pledge`,
}
const EXPECTED = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof EXPECTED
/** Search engines are told to skip it, so that does not count against it. */
const UNLISTED: readonly string[] = ['guest pledge']
const CATEGORIES = Object.keys(EXPECTED) as Category[]
/** A single run depends on what else the machine does: the median of these counts. */
const RUNS = 3
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-quic', '--disable-background-networking']

/**
 * The preset assumes a fast desktop, of index 1,500, and slows it down four times. A slower or busier one would end up
 * slower than any phone: it is slowed to the phone's speed instead (Lighthouse, "CPU throttling").
 */
const PRESET_SLOWDOWN = 4
const FAST_INDEX = 1500
const PHONE_INDEX = FAST_INDEX / PRESET_SLOWDOWN
const slowdownFor = (index: number): number => Math.min(PRESET_SLOWDOWN, Math.max(1, index / PHONE_INDEX))

type Report = {
  environment: { benchmarkIndex: number }
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

type Visit = (path: string, slowdown: number) => Promise<Report | undefined>

async function visitor(port: number): Promise<Visit> {
  const { lighthouse, launch } = await load()
  const chromePath = process.env.CHROMIUM || chromium.executablePath()
  return async (path, slowdown) => {
    const browser = await launch({ chromePath, chromeFlags: FLAGS, logLevel: 'silent' })
    try {
      const done = await lighthouse(`http://localhost:${port}${path}`, {
        port: browser.port,
        onlyCategories: CATEGORIES,
        logLevel: 'error',
        throttling: { cpuSlowdownMultiplier: slowdown },
      })
      return done?.lhr
    } finally {
      browser.kill()
    }
  }
}

/** How fast this machine is, as Lighthouse measures it on the way to a page. */
const indexOf = async (visit: Visit): Promise<number> =>
  (await visit('/', 1))?.environment.benchmarkIndex ?? FAST_INDEX

/** How many times slower a phone's processor is than this machine now. */
export const slowdownOf = async (port: number): Promise<number> =>
  slowdownFor(await indexOf(await visitor(port)))

export async function benchLighthouse(bench: Bench): Promise<Score[]> {
  const { port } = await bench.product({ cache: true })
  const visit = await visitor(port)
  const rows: Score[] = []
  // The first visit only measures how fast the machine is; each later one uses what the one before it measured.
  let index = await indexOf(visit)
  for (const [what, path] of Object.entries(PAGES)) {
    const reports: Report[] = []
    const slowdowns: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const slowdown = slowdownFor(index)
      const report = await visit(path, slowdown)
      if (!report) continue
      reports.push(report)
      slowdowns.push(slowdown)
      index = report.environment.benchmarkIndex
    }
    const judged = CATEGORIES.filter((category) => category !== 'seo' || !UNLISTED.includes(what))
    for (const category of judged) rows.push(scored(what, category, reports, slowdowns))
    for (const row of rows.slice(-judged.length)) bench.progress(row)
  }
  return rows
}

function scored(
  what: string,
  category: Category,
  reports: readonly Report[],
  slowdowns: readonly number[],
): Score {
  const score = median(reports.map(({ categories }) => Math.round((categories[category].score ?? 0) * 100)))
  return {
    what: `${what}: ${category}`,
    score,
    atLeastScore: EXPECTED[category],
    note: [slowed(category, slowdowns), lost(category, reports.at(-1))].filter(Boolean).join(', '),
  }
}

/** How much the machine was slowed down, where that matters. */
const slowed = (category: Category, slowdowns: readonly number[]): string =>
  category === 'performance' ? `slowed down ${slowdowns.map((one) => one.toFixed(1)).join(', ')} times` : ''

/** What cost points, by Lighthouse's own names. */
function lost(category: Category, report: Report | undefined): string {
  if (!report) return 'no report'
  const { categories, audits } = report
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.95)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim())
    .join(', ')
}
