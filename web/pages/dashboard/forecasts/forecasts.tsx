import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ForecastShortfall, ForecastShortfalls } from '#domain/schemas/forecast.ts'
import { ApiError } from '#web/api-error.ts'
import { dateText, toCents, usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { amountsText } from '#web/parts/forecast/forecast-sentences.ts'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { PastTheEnd } from '#web/parts/records/past-the-end.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paths } from '#web/paths.ts'
import { FORECASTS_PAGE_SIZE, forecastsFile, forecastsQuery } from '#web/queries/forecasts.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { RepresentativesOnly, refusedBy } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'

/** Counted from one, so that its address can be sent to a colleague. */
const pageIn = (params: URLSearchParams): number => {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}
const queries = ({ request }: { request: Request }) => [
  forecastsQuery(pageIn(new URL(request.url).searchParams)),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Forecasts')

/** Running campaigns, those that will likely miss their goal by most first. */
export default function Forecasts() {
  const [params] = useSearchParams()
  const page = pageIn(params)
  const found = useQuery({ ...forecastsQuery(page), placeholderData: keepPreviousData })
  const { error } = found
  const data = keptOf(found)
  if (error instanceof ApiError && error.status === 403) return <RepresentativesOnly />
  return (
    <main id="main" className="wrap grid gap-6 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
        </Breadcrumbs>
        <h1 className="mt-2">Forecasts</h1>
        <p className="quiet mt-2 max-w-[70ch]">
          What each running campaign will likely raise, those furthest short of their goal first.{' '}
          <strong className="font-semibold">Forecast: not used for billing.</strong>
        </p>
      </div>
      <LoadProblem what="The forecasts" found={found} />
      {!data && !error && <Skeleton className="h-96" />}
      {data && <Campaigns data={data} page={page} />}
    </main>
  )
}

const AMOUNTS = ['Goal', 'Likely', 'Short of the goal'] as const

function Campaigns({ data: { campaigns, count }, page }: { data: ForecastShortfalls; page: number }) {
  const navigate = useNavigate()
  const go = (to: number) => () => void navigate(to === 1 ? paths.forecasts : `${paths.forecasts}?page=${to}`)
  const before = (page - 1) * FORECASTS_PAGE_SIZE
  if (campaigns.length === 0 && page > 1)
    return <PastTheEnd count={count} pageSize={FORECASTS_PAGE_SIZE} onPage={(to) => go(to)()} />
  return (
    <TableCard
      title="Running campaigns"
      head={['Campaign', 'Ends', 'Played', ...AMOUNTS]}
      numeric={AMOUNTS}
      empty="No forecasts yet"
      emptyText="A campaign is listed within a minute after it starts."
      most={FORECASTS_PAGE_SIZE}
      actions={campaigns.length > 0 && <DownloadCsv path={forecastsFile} of="forecasts" />}
      pager={
        (page > 1 || count > FORECASTS_PAGE_SIZE) && (
          <Pager
            label="Pages of forecasts"
            from={before + 1}
            to={before + campaigns.length}
            of={count}
            onPrevious={page > 1 ? go(page - 1) : null}
            onNext={before + campaigns.length < count ? go(page + 1) : null}
          />
        )
      }
      rows={campaigns.map((campaign) => <Row key={campaign.id} {...campaign} />)}
    />
  )
}

function Row(campaign: ForecastShortfall) {
  const { id, name, organizationName, timeZone, endsAt, goal, amount, shortfall } = campaign
  const { matchesPlayed, matchesLeft } = campaign
  return (
    <tr>
      <th scope="row" className="full md:min-w-52">
        <Link to={paths.manage(id)} className="font-semibold break-words underline underline-offset-4">
          {name}
        </Link>
        <span className="quiet fine block break-words">{organizationName}</span>
      </th>
      <td data-label="Ends" className="whitespace-nowrap">
        {dateText(endsAt, timeZone)}
      </td>
      <td data-label="Played" className="whitespace-nowrap">
        {matchesLeft === null ? matchesPlayed : `${matchesPlayed} of ${matchesPlayed + matchesLeft}`}
      </td>
      <td data-label="Goal" className="num">
        <Figure text={usd(goal)} size="t" />
      </td>
      <td data-label="Likely" className="num">
        <Figure text={usd(amount.likely)} size="t" />
        {amount.low !== amount.high && <span className="quiet fine block">{amountsText(amount)}</span>}
      </td>
      <td data-label="Short of the goal" className="num">
        {toCents(shortfall) > 0 ? <Figure text={usd(shortfall)} size="t" /> : 'Reaches it'}
      </td>
    </tr>
  )
}

export const ErrorBoundary = refusedBy(RepresentativesOnly)
