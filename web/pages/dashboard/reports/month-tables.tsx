import { faFileZipper } from '@fortawesome/free-solid-svg-icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { accountName, BOOKS_ON_HOLD } from '#domain/billing/account-names.ts'
import { formatUsd, negate } from '#domain/money.ts'
import { addedBack, deductionParts, returnedOf } from '#domain/pledges/deductions.ts'
import type { MonthFigures, ProviderMonth } from '#domain/schemas/report.ts'
import { counted, usd } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { monthFile, monthSearch } from '#web/queries/reports.ts'
import { DownloadCsv, useDownload } from '#web/site/download.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState } from '#web/ui/note.tsx'

/** A month that is not over has no closing balance yet. */
const closingOf = ({ isRunning }: ProviderMonth): string => (isRunning ? 'Balance so far' : 'Closing balance')

/** Opening balance and net, less commission and what was paid out: the closing balance. Fees are the provider's own. */
const columnsOf = (
  month: ProviderMonth,
): readonly (readonly [head: string, amount: (one: MonthFigures) => string])[] => [
  ['Opening balance', ({ owedBefore }) => usd(owedBefore)],
  ['Collected', ({ collected }) => usd(collected)],
  ['Returned', (one) => formatUsd(negate(returnedOf(one)))],
  ['Net', ({ net }) => usd(net)],
  ['Commission', ({ commission }) => usd(commission)],
  ['Paid out', ({ paidOut }) => usd(paidOut)],
  [closingOf(month), ({ owed }) => usd(owed)],
  ['Fees', ({ fees }) => usd(fees)],
]

/**
 * An amount of a row. Where that is a line of words, the main amount is beside its name, and amounts of zero are for screen
 * readers only.
 */
const Amount = ({ head, text, isMain }: { head: string; text: string; isMain: boolean }) => (
  <td data-label={head} className={`num ${isMain ? 'main' : ''} ${text === '$0.00' ? 'zero' : ''}`}>
    <Figure text={text} size="t" />
  </td>
)

type Row = { key: string; name: ReactNode; figures: MonthFigures; isTotal?: boolean }
type BalancesProps = {
  month: ProviderMonth
  id: string
  title: string
  one: string
  file: ReactNode
  rows: readonly Row[]
  children?: ReactNode
}

/** What each was owed before, what moved, and what it is owed after. */
function Balances({ month, id, title, one, file, rows, children }: BalancesProps) {
  const columns = columnsOf(month)
  return (
    <section className="card @container/table overflow-hidden" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-3 p-5">
        <Heading level={2} id={id}>
          {title}
        </Heading>
        {rows.length > 0 && file}
      </div>
      {rows.length > 0 && (
        <div className="relative overflow-x-auto">
          <table className="table lined" aria-labelledby={id}>
            <thead>
              <tr>
                <th scope="col">{one}</th>
                {columns.map(([head]) => (
                  <th key={head} scope="col" className="num">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, figures, isTotal }) => (
                <tr key={key} className={isTotal ? 'bg-sunken' : ''}>
                  <th scope="row" className={isTotal ? 'font-bold' : ''}>
                    {name}
                    {deductionParts(figures).length > 1 && (
                      <span className="quiet fine block font-normal">
                        {deductionParts(figures).join(', ')}
                      </span>
                    )}
                  </th>
                  {columns.map(([head, amount]) => (
                    <Amount
                      key={head}
                      head={head}
                      text={amount(figures)}
                      isMain={head === closingOf(month)}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {children}
    </section>
  )
}

/** Every campaign that had entries, or whose organization is owed something. */
export function MonthCampaigns({ month }: { month: ProviderMonth }) {
  const { campaigns, totals, pages } = month
  const rows = campaigns.map((one) => ({
    key: one.campaignId,
    figures: one,
    name: (
      <>
        <Link to={paths.manage(one.campaignId, 'settlements')} className="break-words font-semibold">
          {one.campaignName}
        </Link>
        <span className="quiet fine block break-words">{one.organizationName}</span>
        {one.billingHeldAt && <span className="fine block text-danger">{BOOKS_ON_HOLD}</span>}
      </>
    ),
  }))
  const all = { key: 'all', name: 'All campaigns', figures: totals, isTotal: true }
  return (
    <Balances
      month={month}
      id="by-campaign"
      title="By campaign"
      one="Campaign"
      file={<DownloadCsv path={monthFile('month.csv', month)} of="the month" />}
      rows={pages === 1 && rows.length > 0 ? [...rows, all] : rows}
    >
      {rows.length === 0 && (
        <div className="p-5 pt-0">
          <EmptyState title="No activity this month">No organization was owed anything either.</EmptyState>
        </div>
      )}
      {addedBack([totals, ...campaigns]).map((sentence) => (
        <Footnote key={sentence}>{sentence}</Footnote>
      ))}
    </Balances>
  )
}

const Footnote = ({ children }: { children: ReactNode }) => (
  <p className="quiet fine border-t border-line px-5 py-3">{children}</p>
)

/** The same by organization. */
export function MonthOrganizations({ month }: { month: ProviderMonth }) {
  const { organizations, organizationsCount: count } = month
  if (organizations.length === 0) return null
  return (
    <Balances
      month={month}
      id="by-organization"
      title="By organization"
      one="Organization"
      file={<DownloadCsv path={monthFile('organizations.csv', month)} of="the organizations" />}
      rows={organizations.map((one) => ({
        key: one.organizationId,
        figures: one,
        name: <span className="font-semibold break-words">{one.organizationName}</span>,
      }))}
    >
      {organizations.length < count && (
        <Footnote>{counted(count - organizations.length, 'more organization')} in the file.</Footnote>
      )}
    </Balances>
  )
}

const accountColumnsOf = (month: ProviderMonth) =>
  [
    ['Opening balance', 'opening'],
    ['Debit', 'debit'],
    ['Credit', 'credit'],
    [closingOf(month), 'closing'],
  ] as const

/** What the figures match, to the cent. */
export function MonthBooks({ month }: { month: ProviderMonth }) {
  return (
    <section className="card @container/table overflow-hidden" aria-labelledby="books">
      <div className="flex flex-wrap items-start justify-between gap-3 p-5">
        <div>
          <Heading level={2} id="books">
            The books
          </Heading>
          <p className="quiet mt-1 max-w-[64ch]">
            For the accountant: every entry, debits and credits in separate columns, and the charges. Debits
            are positive, credits negative, and the accounts add up to zero.
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <DownloadAll month={month} />
          <DownloadCsv path={monthFile('balances.csv', month)} of="the balances">
            Balances
          </DownloadCsv>
          <DownloadCsv path={monthFile('journal.csv', month)} of="the journal">
            Journal
          </DownloadCsv>
          <DownloadCsv path={monthFile('charges.csv', month)} of="the charges">
            Charges
          </DownloadCsv>
          <Link
            to={`${paths.bookkeeping}${monthSearch({ month: month.month, money: month.moneyMode })}`}
            className={buttonClass({ size: 'small' })}
          >
            QuickBooks and Xero
          </Link>
        </div>
      </div>
      {month.accounts.length > 0 && (
        <div className="relative overflow-x-auto">
          <table className="table lined" aria-labelledby="books">
            <thead>
              <tr>
                <th scope="col">Account</th>
                {accountColumnsOf(month).map(([head]) => (
                  <th key={head} scope="col" className="num">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {month.accounts.map((one) => (
                <tr key={one.account}>
                  <th scope="row" className="font-semibold">
                    {accountName(one.account)}
                  </th>
                  {accountColumnsOf(month).map(([head, name]) => (
                    <Amount key={head} head={head} text={usd(one[name])} isMain={name === 'closing'} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** Every file of the months in one. */
function DownloadAll({ month }: { month: ProviderMonth }) {
  const download = useDownload(monthFile('books.zip', month))
  return (
    <Button
      size="small"
      aria-label="Download all files as a ZIP archive"
      pending={download.isPending && 'Preparing...'}
      onClick={() => download.mutate()}
    >
      <Icon icon={faFileZipper} />
      All files
    </Button>
  )
}
