/** A season's report, for a board: figures kept apart, and charts drawn as lines. */

import { capital, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { type Cents, cents, formatUsd, parseCents, subtract, sum, ZERO } from '#domain/money.ts'
import { formatQuantity, readQuantity } from '#domain/quantity.ts'
import type { Balance } from '#domain/schemas/settlement.ts'
import {
  countsUnits,
  STATISTIC_RULES,
  type StatisticRule,
  type StatisticType,
} from '#domain/season/statistic-types.ts'
import { brand } from '#web/content/brand.ts'
import { columnsChart, lanes, resultBars } from './charts.ts'
import type { PrintedLook } from './letterhead.ts'
import { closePaper, INSIDE, LEFT, openPaper, type Paper, QUIET } from './page.ts'
import { callout, heading, paragraph, table } from './page-blocks.ts'
import { dayWords, put, putLines } from './page-text.ts'

/** Amounts are decimal strings in dollars, days are YYYY-MM-DD in the campaign's zone. */
export type SeasonReport = {
  name: string
  organizationName: string
  /** What the campaign calls its matches, its season and its team. */
  vocabulary: Vocabulary
  /** City and state. */
  place: string
  status: string
  startOn: string
  endOn: string
  /** The campaign's, for the day on which the report is made. */
  timeZone: string
  supporters: number
  isTestMoney: boolean
  commissionBasisPoints: number
  goal: string
  /** When the final settlement was locked; until then, today. */
  pledged: string
  /** What supporters owe by the final settlement and its corrections; null until it is locked. */
  settled: string | null
  earned: string
  /** Earned after the final lock, and neither billed nor waived yet. */
  undecided: string
  /** Of what is settled, what is not asked for on purpose, and what was given up. */
  waived: string
  writtenOff: string
  balance: Balance
  statistics: {
    id: string
    name: string
    type: StatisticType
    confirmed: number
    achievement: string | null
    lastYear: number | null
    target: number | null
    pledges: number
    earned: string
  }[]
  /** Earned from one-time pledges. */
  gifts: string
  matches: { name: string; on: string; earned: string }[]
  ambassadors: { name: string; supporters: number; pledged: string; earned: string }[]
}
export type SeasonFacts = { report: SeasonReport; drawnOn: string; look?: PrintedLook | undefined }

const amount = (text: string): number => parseCents(text) ?? ZERO
const usd = (text: string): string => formatUsd(parseCents(text) ?? ZERO)
const quantity = (value: number): string => {
  const parsed = readQuantity(value)
  return parsed === null ? String(value) : formatQuantity(parsed)
}

function title(paper: Paper, report: SeasonReport): void {
  const { doc } = paper
  const ink = { size: 40, family: 'display', weight: 800 } as const
  const lines = putLines(doc, report.name, { x: LEFT, y: paper.y + 30, width: INSIDE }, ink, 2)
  paper.y += 36 + (lines - 1) * 42.4
  const about = `${report.organizationName}, ${report.place}`
  const more = putLines(doc, about, { x: LEFT, y: paper.y + 14, width: INSIDE }, { size: 12, weight: 700 }, 2)
  paper.y += more * 16.5 + 2
  const season = `${dayWords(report.startOn)} to ${dayWords(report.endOn)}`
  put(doc, season, { x: LEFT, y: paper.y + 13, width: INSIDE }, { size: 10.5, color: QUIET })
  paper.y += 30
}

const percent = (basisPoints: number): string => `${basisPoints / BASIS_POINTS_A_PERCENT}%`
const BASIS_POINTS_A_PERCENT = 100

function money(paper: Paper, report: SeasonReport): void {
  const { balance } = report
  lanes(paper, {
    goal: { label: `Goal ${usd(report.goal)}`, value: amount(report.goal) },
    lanes: [
      { look: 'pledged', label: 'Pledged', text: usd(report.pledged), value: amount(report.pledged) },
      { look: 'earned', label: 'Earned', text: usd(report.earned), value: amount(report.earned) },
      {
        look: 'collected',
        label: 'Collected',
        text: usd(balance.collected),
        value: amount(balance.collected),
      },
    ],
  })
  settled(paper, report)
  heading(paper, 'From collected to paid out', 120)
  table(
    paper,
    [
      { head: '', share: 0.7 },
      { head: 'Amount', share: 0.3, align: 'right' },
    ],
    [
      { cells: ['Collected: received, less refunds and disputes', usd(balance.collected)] },
      {
        cells: [
          `${brand.name}’s share, ${percent(report.commissionBasisPoints)} of it`,
          usd(balance.commission),
        ],
      },
      { cells: ['The organization’s share', usd(balance.organizationShare)], isTotal: true },
      { cells: ['Paid out so far', usd(balance.paidOut)] },
      { cells: ['Still owed to the organization', usd(balance.owed)], isTotal: true },
    ],
  )
}

/** From what is settled to what was collected: nothing of the difference is left unexplained. */
function settled(paper: Paper, { settled: owed, status, balance, waived, writtenOff }: SeasonReport): void {
  if (owed === null || status === 'cancelled' || owed === balance.collected) return
  const due = cents(amount(owed))
  const collected = cents(amount(balance.collected))
  const given = [waived, writtenOff].map((one) => cents(amount(one)))
  const open = subtract(subtract(due, sum(given)), collected)
  const row = (words: string, value: Cents) => (value === 0 ? [] : [{ cells: [words, formatUsd(value)] }])
  heading(paper, 'From settled to collected', 120)
  table(
    paper,
    [
      { head: '', share: 0.7 },
      { head: 'Amount', share: 0.3, align: 'right' },
    ],
    [
      { cells: ['Settled', usd(owed)] },
      ...row('Waived: changed after the final settlement, and not billed', given[0] ?? ZERO),
      ...row('Written off', given[1] ?? ZERO),
      ...row('Not paid yet, refunded or disputed', open),
      { cells: ['Collected', usd(balance.collected)], isTotal: true },
    ],
  )
}

const RESULT: Record<string, string> = { achieved: 'Achieved', not_achieved: 'Not achieved', open: 'Open' }
const resultOf = (one: SeasonReport['statistics'][number]): string => {
  const results: Record<StatisticRule['results'], string> = {
    units: quantity(one.confirmed),
    yes: RESULT[one.achievement ?? 'open'] ?? 'Open',
    none: 'Gifts',
  }
  return results[STATISTIC_RULES[one.type].results]
}
const orNone = (value: number | null): string => (value === null ? '–' : quantity(value))

function statistics(paper: Paper, report: SeasonReport): void {
  if (report.statistics.length === 0) return
  heading(paper, 'By statistic', 140)
  const counted = report.statistics.filter(({ type }) => countsUnits(type))
  resultBars(
    paper,
    counted.map(({ name, confirmed, lastYear, target }) => ({
      name,
      value: confirmed,
      text: quantity(confirmed),
      lastYear,
      target,
      note: [
        lastYear === null ? '' : `last year ${quantity(lastYear)}`,
        target === null ? '' : `target ${quantity(target)}`,
      ]
        .filter(Boolean)
        .join(', '),
    })),
  )
  table(
    paper,
    [
      { head: 'Statistic', share: 0.34 },
      { head: 'Result', share: 0.15, align: 'right' },
      { head: 'Last year', share: 0.12, align: 'right' },
      { head: 'Target', share: 0.11, align: 'right' },
      { head: 'Pledges', share: 0.1, align: 'right' },
      { head: 'Earned', share: 0.18, align: 'right' },
    ],
    [
      ...report.statistics.map((one) => ({
        cells: [
          one.name,
          resultOf(one),
          orNone(one.lastYear),
          orNone(one.target),
          String(one.pledges),
          usd(one.earned),
        ],
      })),
      { cells: ['Total', '', '', '', '', usd(report.earned)], isTotal: true },
    ],
  )
}

function matches(paper: Paper, report: SeasonReport): void {
  if (report.matches.length === 0) return
  heading(paper, `By ${report.vocabulary.match}`, 170)
  columnsChart(
    paper,
    report.matches.map(({ on, earned }) => ({ label: on.slice(5).replace('-', '/'), value: amount(earned) })),
    (value) => formatUsd(cents(Math.floor(value)), 'none'),
  )
  table(
    paper,
    [
      { head: 'Date', share: 0.24 },
      { head: capital(report.vocabulary.match), share: 0.54 },
      { head: 'Earned', share: 0.22, align: 'right' },
    ],
    [
      ...(amount(report.gifts) === 0 ? [] : [{ cells: ['–', 'One-time gifts', usd(report.gifts)] }]),
      ...report.matches.map(({ on, name, earned }) => ({ cells: [dayWords(on), name, usd(earned)] })),
      { cells: ['Total', '', usd(report.earned)], isTotal: true },
    ],
  )
}

function ambassadors(paper: Paper, report: SeasonReport): void {
  heading(paper, 'By ambassador', 90)
  if (report.ambassadors.length === 0) {
    paragraph(paper, `No pledges came through an ambassador this ${report.vocabulary.season}.`)
    return
  }
  table(
    paper,
    [
      { head: 'Ambassador', share: 0.4 },
      { head: 'Supporters', share: 0.16, align: 'right' },
      { head: 'Pledged', share: 0.22, align: 'right' },
      { head: 'Earned', share: 0.22, align: 'right' },
    ],
    report.ambassadors.map(({ name, supporters, pledged, earned }) => ({
      cells: [name, String(supporters), usd(pledged), usd(earned)],
    })),
  )
}

/** How final the figures are: after the final lock, a correction changes earned before it is settled. */
function stateOf({ status, settled: owed, earned, undecided, waived }: SeasonReport): string {
  if (status === 'cancelled') return 'It was cancelled: nothing more is earned.'
  if (owed === null) return 'It is not settled yet: pledged and earned can still change.'
  const less = amount(waived) === 0 ? '' : `, less ${usd(waived)} that is waived`
  if (owed === earned && amount(undecided) === 0)
    return `It is settled: what was earned is what is owed${less}.`
  const waits =
    amount(undecided) === 0
      ? ''
      : ` ${usd(undecided)} was earned after that and waits for a decision: it is billed or waived.`
  const refunds = amount(earned) < amount(owed) ? ' The next settlement refunds the difference.' : ''
  return `It is settled at ${usd(owed)}. Results changed after that: earned reflects today’s results.${waits}${refunds}`
}

export function drawSeason({ report, drawnOn, look }: SeasonFacts): Promise<Buffer> {
  const { season } = report.vocabulary
  const paper = openPaper({
    title: `${capital(season)} report: ${report.name}`,
    kind: `${capital(season)} report`,
    note: report.name,
    drawnOn,
    look,
  })
  if (report.isTestMoney) callout(paper, 'Test mode: no real money was involved.')
  title(paper, report)
  const backing =
    report.supporters === 0
      ? `No one has backed this ${season} yet. `
      : `${report.supporters} ${report.supporters === 1 ? 'supporter' : 'supporters'} backed this ${season}. `
  paragraph(paper, backing + stateOf(report))
  money(paper, report)
  statistics(paper, report)
  matches(paper, report)
  ambassadors(paper, report)
  return closePaper(
    paper,
    `As of ${dayWords(drawnOn)}. Pledged, earned and collected are separate figures and are never added together.`,
  )
}
