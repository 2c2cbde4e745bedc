import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { yearOf, yearWords } from '#domain/billing/fiscal-year.ts'
import { MONTHS, monthName } from '#domain/places/months.ts'
import { earliestDay } from '#domain/places/zone.ts'
import { deductionParts } from '#domain/pledges/deductions.ts'
import type { OrganizationYear, YearFigures } from '#domain/schemas/year.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { calendarDayText, counted, usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { keptOf, NotCurrent } from '#web/parts/records/not-loaded.tsx'
import { SavePdf } from '#web/parts/sheets/save-pdf.tsx'
import { paths } from '#web/paths.ts'
import { organizationYearQuery, yearFile, yearFilterOf, yearSearch } from '#web/queries/years.ts'
import { InsteadOfPage, missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { useNow } from '#web/site/session.ts'
import { useTitle } from '#web/site/use-title.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { FieldFrame } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { YearCampaigns } from './year-campaigns.tsx'

const STARTS = MONTHS.map((label, index) => ({ value: String(index + 1).padStart(2, '0'), label }))
const MONEY = [
  { value: 'live', label: 'Real money' },
  { value: 'sandbox', label: 'Test money' },
]

/** Which year, in which month it starts, and which money: all of it is in the address. */
function YearChoice({ year }: { year: OrganizationYear }) {
  const navigate = useNavigate()
  const now = useNow()
  const go = (to: { year?: number; from?: string; money?: string }): void => {
    const { from, money } = { from: year.from, money: year.moneyMode, ...to }
    const search = yearSearch({ from, money })
    void navigate(`${paths.organizationYear(year.organizationId, to.year ?? year.year)}${search}`, {
      preventScrollReset: true,
    })
  }
  const years = [...new Set([year.year, ...year.years])].sort((a, b) => b - a)
  return (
    <div className="flex flex-wrap items-end gap-3 max-md:w-full max-md:gap-2.5 max-md:*:flex-auto">
      <FieldFrame label="Year">
        {(ids) => (
          <Select
            ids={ids}
            className="w-full"
            value={String(year.year)}
            options={years.map((one) => ({
              value: String(one),
              label: yearWords({ year: one, from: year.from }),
            }))}
            onChange={(one) => go({ year: Number(one) })}
          />
        )}
      </FieldFrame>
      <FieldFrame label="Year starts in">
        {(ids) => (
          <Select
            ids={ids}
            className="w-full"
            value={year.from}
            options={STARTS}
            // Not a year that has not begun: in March, the one from July began last year.
            onChange={(from) =>
              go({ from, year: Math.min(year.year, yearOf(earliestDay(new Date(now)), from)) })
            }
          />
        )}
      </FieldFrame>
      {year.hasOther && (
        <FieldFrame label="Money">
          {(ids) => (
            <Select
              ids={ids}
              className="w-full"
              value={year.moneyMode}
              options={MONEY}
              onChange={(money) => go({ money })}
            />
          )}
        </FieldFrame>
      )}
      {year.progress !== 'ahead' && year.campaignsCount > 0 && <SavePdf path={yearFile('year.pdf', year)} />}
      <OtherThanUsual year={year} />
    </div>
  )
}

/** Where to set what is chosen here, so that it need not be chosen each time. */
function OtherThanUsual({ year: { organizationId, from, fiscalYearFrom } }: { year: OrganizationYear }) {
  if (from === fiscalYearFrom) return null
  return (
    <p className="quiet fine w-0 min-w-full">
      The fiscal year is set to start in {monthName(fiscalYearFrom)}. Its owners can change that in{' '}
      <Link className="text-link" to={paths.organization(organizationId)}>
        the organization’s details
      </Link>
      .
    </p>
  )
}

type Args = { request: Request; params: Record<string, string | undefined> }
const queries = ({ request, params: { id = '', year = '' } }: Args) => [
  organizationYearQuery(id, year, yearFilterOf(new URL(request.url).searchParams)),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Year')

const NotThere = () => (
  <InsteadOfPage title="Year Not Found">
    The organization or the year doesn't exist, or only its owners, treasurers and representatives may see it.
  </InsteadOfPage>
)
export const ErrorBoundary = missingAs(NotThere)

/** What an organization's year brought, in all and by campaign, for its owners and the representatives. */
export default function YearPage() {
  const { id = '', year = '' } = useParams()
  const [params] = useSearchParams()
  const found = useQuery({
    ...organizationYearQuery(id, year, yearFilterOf(params)),
    placeholderData: keepPreviousData,
  })
  const { error } = found
  const data = keptOf(found)
  if (data) {
    return (
      <Loaded year={data}>
        <NotCurrent found={found} />
      </Loaded>
    )
  }
  return error && !isUnauthorized(error) ? (
    <NotLoadedPage what="The year" found={found}>
      <NotThere />
    </NotLoadedPage>
  ) : (
    <main id="main" className="wrap grid gap-6 py-8 lg:py-10" aria-busy="true" aria-label="Loading the year">
      <Skeleton className="h-12 w-2/5" />
      <Skeleton className="h-96" />
    </main>
  )
}

function Loaded({ year, children }: { year: OrganizationYear; children: ReactNode }) {
  const { organizationId, organizationName, progress } = year
  const words = yearWords(year)
  useTitle(`${words}, ${organizationName}`)
  const isEmpty = progress === 'ahead' || year.campaignsCount === 0
  return (
    <main id="main" className="wrap grid gap-6 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
          <Link to={paths.organization(organizationId)}>{organizationName}</Link>
        </Breadcrumbs>
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <h1>{progress === 'running' ? `${words} so far` : words}</h1>
          <YearChoice year={year} />
        </div>
      </div>
      {children}
      {year.moneyMode === 'sandbox' && <Note>Test money: none of it is real.</Note>}
      {isEmpty && year.page === 1 ? (
        <Empty year={year} />
      ) : (
        <>
          <Totals year={year} />
          <YearCampaigns year={year} />
        </>
      )}
    </main>
  )
}

function Totals({ year }: { year: OrganizationYear }) {
  const { totals, progress } = year
  return (
    <section className="card" aria-label="Totals">
      <Tiles
        tiles={[
          { label: 'Collected, net', figure: <Figure text={usd(totals.net)} />, note: yearParts(totals) },
          { label: 'Our commission', figure: <Figure text={usd(totals.commission)} /> },
          { label: 'Paid out', figure: <Figure text={usd(totals.paidOut)} /> },
          {
            label: progress === 'over' ? 'Owed at year end' : 'Owed so far',
            figure: <Figure text={usd(totals.owed)} />,
            note: `${usd(totals.owedBefore)} at year start`,
          },
        ]}
      />
      <p className="border-t border-line px-5 py-3.5 md:px-6">
        <Supporters totals={totals} />
        <span className="quiet fine block">
          From {calendarDayText(year.firstDay)} to {calendarDayText(year.lastDay)}. An amount counts on the
          day on which it was recorded, in its campaign’s time zone.
        </span>
      </p>
    </section>
  )
}

function Supporters({
  totals: { supporters, gifts, largeGifts, largeSupporters },
}: Pick<OrganizationYear, 'totals'>) {
  if (gifts === 0) return 'No gifts were recorded.'
  return (
    <>
      {counted(supporters, 'supporter')} made {counted(gifts, 'gift')}.{' '}
      {largeGifts === 0
        ? 'No gift was'
        : `${counted(largeGifts, 'gift')} ${largeGifts === 1 ? 'was' : 'were'}`}{' '}
      of $250 or more
      {largeSupporters > 0 && `; ${counted(largeSupporters, 'supporter')} gave $250 or more in all`}.
    </>
  )
}

const EMPTY = {
  ahead: (words: string) => `${words} has not begun`,
  running: (words: string) => `Nothing yet in ${words}`,
  over: (words: string) => `Nothing in ${words}`,
}

/** Says so, and leads to the nearest year that may have something. */
function Empty({ year }: { year: OrganizationYear }) {
  const { organizationId, from, moneyMode: money, progress } = year
  const others = year.years.filter((one) => one !== year.year)
  const other = others.find((one) => one < year.year) ?? others[0]
  return (
    <EmptyState
      level={2}
      title={EMPTY[progress](yearWords(year))}
      action={
        other !== undefined && (
          <Link
            to={`${paths.organizationYear(organizationId, other)}${yearSearch({ from, money })}`}
            className={buttonClass()}
          >
            Open {yearWords({ year: other, from })}
          </Link>
        )
      }
    >
      {progress === 'ahead'
        ? 'Its figures appear here once it has.'
        : 'No money was collected, refunded or paid out, and nothing was owed.'}
    </EmptyState>
  )
}

/** Every part of the net amount, so that it can be checked; what there is none of is left out. */
export const yearParts = (
  year: Pick<YearFigures, 'collected' | 'refunds' | 'disputes' | 'bounced'>,
): string => [`${usd(year.collected)} received`, ...deductionParts(year)].join(', ')
