/** Lighthouse, mobile preset, on the pages that visitors meet first. It slows the machine down to a phone. */
import { chromium } from '@playwright/test'
import { median } from './compare.ts'
import { idOf } from './database.ts'
import { FAST_INDEX, fromLighthouse, slowdownFor } from './phone.ts'
import type { Bench, Score } from './report.ts'

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

type Report = {
  environment: { benchmarkIndex: number }
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; displayValue?: string }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>
type Launcher = (options: object) => Promise<{ port: number; kill(): void }>

async function load(): Promise<{ lighthouse: Lighthouse; launch: Launcher }> {
  const { default: lighthouse } = await fromLighthouse('lighthouse/core/index.js')
  const { launch } = await fromLighthouse('chrome-launcher/dist/index.js')
  return { lighthouse, launch }
}

export async function benchLighthouse(bench: Bench): Promise<Score[]> {
  const { lighthouse, launch } = await load()
  const { port } = await bench.product({ cache: true })
  const chromePath = process.env.CHROMIUM || chromium.executablePath()
  const rows: Score[] = []
  const visit = async (path: string, slowdown: number): Promise<Report | undefined> => {
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
  // The first visit only measures how fast the machine is; each later one uses what the one before it measured.
  let index = (await visit('/', 1))?.environment.benchmarkIndex ?? FAST_INDEX
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
