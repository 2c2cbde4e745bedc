import { Link, useNavigate } from 'react-router'
import { yearWords } from '#domain/billing/fiscal-year.ts'
import { addedBack } from '#domain/pledges/deductions.ts'
import type { OrganizationYear, YearFigures } from '#domain/schemas/year.ts'
import { counted, usd } from '#web/format.ts'
import { PastTheEnd } from '#web/parts/records/past-the-end.tsx'
import { paths } from '#web/paths.ts'
import { yearFile, yearSearch } from '#web/queries/years.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Pager } from '#web/ui/pager.tsx'

const PAGE_SIZE = 50

type Amount = Exclude<keyof YearFigures, 'supporters' | 'gifts' | 'largeGifts' | 'largeSupporters'>
const columnsOf = ({ progress }: OrganizationYear): (readonly [string, Amount])[] => [
  ['Collected', 'collected'],
  ['Refunds', 'refunds'],
  ['Disputes', 'disputes'],
  ['Bounced', 'bounced'],
  ['Net', 'net'],
  ['Commission', 'commission'],
  ['Paid out', 'paidOut'],
  ['Owed at start', 'owedBefore'],
  [progress === 'over' ? 'Owed at end' : 'Owed so far', 'owed'],
]

/** Narrower than a card, a campaign is one: zero amounts are not listed there. */
const isQuiet = (name: Amount, one: YearFigures): boolean =>
  one[name] === '0.00' && !['collected', 'net', 'owed'].includes(name)

function Amounts({ one, year }: { one: YearFigures; year: OrganizationYear }) {
  return columnsOf(year).map(([head, name]) => (
    <td key={head} data-label={head} className={`num ${isQuiet(name, one) ? 'max-md:sr-only!' : ''}`}>
      <Figure text={usd(one[name])} size="t" />
    </td>
  ))
}

const supportersText = ({ supporters, gifts }: YearFigures): string =>
  gifts === 0 ? 'No gifts' : `${counted(supporters, 'supporter')}, ${counted(gifts, 'gift')}`

/** Every campaign that had entries, or whose organization is owed something for it, page by page. */
export function YearCampaigns({ year }: { year: OrganizationYear }) {
  const navigate = useNavigate()
  const go = (page: number): void => {
    const look = { from: year.from, money: year.moneyMode, page: String(page) }
    void navigate(`${paths.organizationYear(year.organizationId, year.year)}${yearSearch(look)}`, {
      preventScrollReset: true,
    })
  }
  if (year.campaigns.length === 0 && year.page > 1)
    return <PastTheEnd count={year.campaignsCount} pageSize={PAGE_SIZE} onPage={go} />
  const start = (year.page - 1) * PAGE_SIZE
  return (
    <section className="card @container/table overflow-hidden" aria-labelledby="by-campaign">
      <div className="flex flex-wrap items-center justify-between gap-3 p-5">
        <Heading level={2} id="by-campaign">
          By campaign
        </Heading>
        <DownloadCsv path={yearFile('year.csv', year)} of={yearWords(year)} />
      </div>
      <div className="relative overflow-x-auto">
        <table className="table stacked broad broadest" aria-labelledby="by-campaign">
          <thead>
            <tr>
              <th scope="col">Campaign</th>
              {columnsOf(year).map(([head]) => (
                <th key={head} scope="col" className="num">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {year.campaigns.map((one) => (
              <tr key={one.campaignId}>
                <th scope="row" className="full">
                  <Link
                    to={paths.manage(one.campaignId)}
                    className="break-words font-semibold underline underline-offset-4"
                  >
                    {one.campaignName}
                  </Link>
                  <span className="quiet fine block">{supportersText(one)}</span>
                </th>
                <Amounts one={one} year={year} />
              </tr>
            ))}
            <tr className="bg-sunken">
              <th scope="row" className="full font-bold">
                All campaigns
                <span className="quiet fine block font-normal">{supportersText(year.totals)}</span>
              </th>
              <Amounts one={year.totals} year={year} />
            </tr>
          </tbody>
        </table>
      </div>
      {addedBack([year.totals, ...year.campaigns]).map((sentence) => (
        <p key={sentence} className="quiet fine border-t border-line px-5 py-3">
          {sentence}
        </p>
      ))}
      {year.pages > 1 && (
        <Pager
          label="Pages of campaigns"
          from={start + 1}
          to={start + year.campaigns.length}
          of={year.campaignsCount}
          onPrevious={year.page > 1 ? () => go(year.page - 1) : null}
          onNext={year.page < year.pages ? () => go(year.page + 1) : null}
        />
      )}
    </section>
  )
}
