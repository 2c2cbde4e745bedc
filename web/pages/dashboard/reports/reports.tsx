import { faChevronLeft, faChevronRight } from '@fortawesome/free-solid-svg-icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { lastMonthOf, monthAfter, type PeriodMonths, periodText } from '#domain/billing/period.ts'
import { deductionParts } from '#domain/pledges/deductions.ts'
import type { MonthFigures, ProviderMonth } from '#domain/schemas/report.ts'
import { ApiError } from '#web/api-error.ts'
import { usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { PastTheEnd } from '#web/parts/records/past-the-end.tsx'
import { SavePdf } from '#web/parts/sheets/save-pdf.tsx'
import { paths } from '#web/paths.ts'
import { monthFile, monthFilterOf, monthSearch, providerMonthQuery, searchOf } from '#web/queries/reports.ts'
import { RepresentativesOnly, refusedBy } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { useTitle } from '#web/site/use-title.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { MonthBank } from './month-bank.tsx'
import { MonthBooks, MonthCampaigns, MonthOrganizations } from './month-tables.tsx'

/** From the newest to the oldest; the one that is shown is among them, also if it has no entries. */
export function monthsBetween(first: string, last: string, shown: string): string[] {
  const months = shown > last ? [shown] : []
  for (let month = last; month >= first; month = monthAfter(month, -1)) months.push(month)
  return shown < first ? [...months, shown] : months
}

/** Every part of the net amount: what is from earlier months and bounced checks only where there are any. */
export function monthParts(month: MonthFigures, receivedEarlier?: string): string {
  const earlier = receivedEarlier ? ` (${usd(receivedEarlier)} of it in earlier months)` : ''
  const received = `${usd(month.collected)} received${earlier}`
  return [received, ...deductionParts(month, ['refunds', 'disputes'])].join(', ')
}

const PAGE_SIZE = 50

const queries = ({ request }: { request: Request }) => [
  providerMonthQuery(monthFilterOf(new URL(request.url).searchParams)),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Month')

/** The provider's month, chosen in the address: in all, by campaign, and the books it matches. */
export default function Reports() {
  const [params] = useSearchParams()
  const query = providerMonthQuery(monthFilterOf(params))
  const found = useQuery({ ...query, placeholderData: keepPreviousData })
  const { error } = found
  const data = keptOf(found)
  if (error instanceof ApiError && error.status === 403) return <RepresentativesOnly />
  return (
    <main id="main" className="wrap grid gap-6 py-8 lg:py-10">
      <Breadcrumbs>
        <Link to={paths.dashboard}>Dashboard</Link>
      </Breadcrumbs>
      {!data && error && <h1>The provider’s month</h1>}
      <LoadProblem what="The month" found={found} />
      {!data && !error && <Skeleton className="h-96" />}
      {data && <Loaded month={data} />}
    </main>
  )
}

function Loaded({ month }: { month: ProviderMonth }) {
  const { totals } = month
  useTitle(periodText(month))
  return (
    <>
      <Head month={month} />
      {month.moneyMode === 'sandbox' && <Note>Test money: none of it is real.</Note>}
      <section className="card" aria-label="Totals">
        <Tiles
          tiles={[
            {
              label: 'Collected, net',
              figure: <Figure text={usd(totals.net)} />,
              note: monthParts(totals, month.receivedEarlier),
            },
            {
              label: 'Commission',
              figure: <Figure text={usd(totals.commission)} />,
              note: `${usd(totals.fees)} processing fees, which the commission pays for`,
            },
            { label: 'Paid out', figure: <Figure text={usd(totals.paidOut)} /> },
            {
              label: month.isRunning ? 'Owed so far' : 'Owed at the end',
              figure: <Figure text={usd(totals.owedTo)} />,
              note:
                totals.owedBy === '0.00'
                  ? `${usd(totals.owedBefore)} at the start`
                  : `${usd(totals.owedBy)} owed by organizations: ${usd(totals.owed)} net, ${usd(totals.owedBefore)} at the start`,
            },
          ]}
        />
      </section>
      <MonthBooks month={month} />
      <MonthBank month={month} />
      <Campaigns month={month} />
      <MonthOrganizations month={month} />
    </>
  )
}

const PERIOD_WORDS: Record<PeriodMonths, string> = { 1: 'month', 3: 'quarter', 12: 'year' }
const PERIOD_OPTIONS = [
  { value: '1', label: 'Month' },
  { value: '3', label: 'Quarter' },
  { value: '12', label: 'Year' },
]

/** The quarter or the calendar year of a month; another start is chosen afterwards. */
export function startOf(month: string, months: string): string {
  const number = Number(month.slice(5))
  return monthAfter(month, -((number - 1) % Number(months)))
}

/** What the links lead to: those with entries; undefined where there are none. */
function neighborsOf(month: ProviderMonth, listed: readonly string[]) {
  const place = listed.indexOf(month.month)
  if (month.months === 1) return { before: listed[place + 1], after: listed[place - 1] }
  const before = monthAfter(month.month, -month.months)
  const after = monthAfter(month.month, month.months)
  return {
    before: lastMonthOf({ ...month, month: before }) >= month.firstMonth ? before : undefined,
    after: after <= month.lastMonth ? after : undefined,
  }
}

const MONEY = [
  { value: 'live', label: 'Real money' },
  { value: 'sandbox', label: 'Test money' },
]

function Head({ month }: { month: ProviderMonth }) {
  const navigate = useNavigate()
  const { firstMonth, lastMonth, isRunning } = month
  const pathOf = (one: string) => `${paths.reports}${monthSearch({ ...searchOf(month), month: one })}`
  const textOf = (one: string) => periodText({ month: one, months: month.months })
  const go = (search: Parameters<typeof monthSearch>[0]) =>
    void navigate(`${paths.reports}${monthSearch(search)}`, { preventScrollReset: true })
  const months = monthsBetween(firstMonth, lastMonth, month.month)
  const { before, after } = neighborsOf(month, months)
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <p className="quiet">
          The provider’s {PERIOD_WORDS[month.months]}
          {isRunning ? ', so far' : ''}
        </p>
        <h1>{periodText(month)}</h1>
        <p className="quiet fine mt-1">
          An amount counts on the day it was recorded, in its campaign’s time zone.
        </p>
      </div>
      <div className="flex flex-wrap gap-3 max-md:w-full max-md:gap-2.5 max-md:*:flex-auto max-md:*:px-3">
        {months.length > 1 && (
          <>
            <MonthLink to={before} month={month} pathOf={pathOf}>
              <Icon icon={faChevronLeft} /> {textOf(before ?? monthAfter(month.month, -month.months))}
            </MonthLink>
            <MonthLink to={after} month={month} pathOf={pathOf}>
              {textOf(after ?? monthAfter(month.month, month.months))} <Icon icon={faChevronRight} />
            </MonthLink>
            <Select
              label={month.months === 1 ? 'Month' : 'From'}
              className="w-48"
              value={month.month}
              options={months.map((one) => ({ value: one, label: periodText({ month: one, months: 1 }) }))}
              onChange={(one) => void navigate(pathOf(one), { preventScrollReset: true })}
            />
          </>
        )}
        <Select
          label="Period"
          className="w-36"
          value={String(month.months)}
          options={PERIOD_OPTIONS}
          onChange={(chosen) =>
            go({ ...searchOf(month), months: chosen, month: startOf(month.month, chosen) })
          }
        />
        {month.hasOther && (
          <Select
            label="Which money"
            className="w-40"
            value={month.moneyMode}
            options={MONEY}
            onChange={(money) => go({ ...searchOf(month), money })}
          />
        )}
        <SavePdf path={monthFile('month.pdf', month)} />
      </div>
    </div>
  )
}

type MonthLinkProps = {
  to: string | undefined
  month: ProviderMonth
  pathOf: (month: string) => string
  children: ReactNode
}

/** At the first or the last month, the link that led there keeps the focus and leads no further. */
const MonthLink = ({ to, month, pathOf, children }: MonthLinkProps) => (
  <Link
    to={pathOf(to ?? month.month)}
    className={buttonClass()}
    aria-disabled={to === undefined}
    onClick={(event) => to === undefined && event.preventDefault()}
    preventScrollReset
  >
    {children}
  </Link>
)

function Campaigns({ month }: { month: ProviderMonth }) {
  const navigate = useNavigate()
  const go = (page: number): void =>
    void navigate(`${paths.reports}${monthSearch({ ...searchOf(month), page: String(page) })}`, {
      preventScrollReset: true,
    })
  if (month.campaigns.length === 0 && month.page > 1) return <PastTheEnd onPage={go} />
  const start = (month.page - 1) * PAGE_SIZE
  return (
    <>
      <MonthCampaigns month={month} />
      {month.pages > 1 && (
        <Pager
          label="Pages of campaigns"
          from={start + 1}
          to={start + month.campaigns.length}
          of={month.campaignsCount}
          onPrevious={month.page > 1 ? () => go(month.page - 1) : null}
          onNext={month.page < month.pages ? () => go(month.page + 1) : null}
        />
      )}
    </>
  )
}

export const ErrorBoundary = refusedBy(RepresentativesOnly)
