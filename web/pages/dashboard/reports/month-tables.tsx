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

/** Opening balance, net, less commission and what was paid out: the closing balance. The fees are the provider's. */
const COLUMNS: readonly (readonly [head: string, amount: (one: MonthFigures) => string])[] = [
  ['Opening balance', ({ owedBefore }) => usd(owedBefore)],
  ['Collected', ({ collected }) => usd(collected)],
  ['Returned', (one) => formatUsd(negate(returnedOf(one)))],
  ['Net', ({ net }) => usd(net)],
  ['Commission', ({ commission }) => usd(commission)],
  ['Fees', ({ fees }) => usd(fees)],
  ['Paid out', ({ paidOut }) => usd(paidOut)],
  ['Closing balance', ({ owed }) => usd(owed)],
]

const Money = ({ text }: { text: string }) => <Figure text={text} size="t" />

/** Where a row is a line of words, amounts of zero are for screen readers only. */
const amountClass = (text: string): string => `num ${text === '$0.00' ? 'zero' : ''}`

function Amounts({ one }: { one: MonthFigures }) {
  return COLUMNS.map(([head, amount]) => (
    <td key={head} data-label={head} className={amountClass(amount(one))}>
      <Money text={amount(one)} />
    </td>
  ))
}

type Row = { key: string; name: ReactNode; figures: MonthFigures; isTotal?: boolean }
type BalancesProps = {
  id: string
  title: string
  one: string
  file: ReactNode
  rows: Row[]
  children?: ReactNode
}

/** What each was owed before, what moved, and what it is owed after. */
function Balances({ id, title, one, file, rows, children }: BalancesProps) {
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
                {COLUMNS.map(([head]) => (
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
                  <Amounts one={figures} />
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

const ACCOUNT_COLUMNS = [
  ['Opening balance', 'opening'],
  ['Debit', 'debit'],
  ['Credit', 'credit'],
  ['Closing balance', 'closing'],
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
                {ACCOUNT_COLUMNS.map(([head]) => (
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
                  {ACCOUNT_COLUMNS.map(([head, name]) => (
                    <td key={head} data-label={head} className={amountClass(usd(one[name]))}>
                      <Money text={usd(one[name])} />
                    </td>
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
