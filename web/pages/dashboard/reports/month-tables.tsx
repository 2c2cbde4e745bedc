import { faFileZipper } from '@fortawesome/free-solid-svg-icons'
import { Link } from 'react-router'
import { accountName, BOOKS_ON_HOLD } from '#domain/billing/account-names.ts'
import { addedBack } from '#domain/pledges/deductions.ts'
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

const COLUMNS: readonly (readonly [string, keyof MonthFigures])[] = [
  ['Collected', 'collected'],
  ['Refunds', 'refunds'],
  ['Disputes', 'disputes'],
  ['Bounced', 'bounced'],
  ['Net', 'net'],
  ['Commission', 'commission'],
  ['Fees', 'fees'],
  ['Paid out', 'paidOut'],
  ['Owed', 'owed'],
]

const BALANCES: readonly (readonly [string, keyof MonthFigures])[] = [
  ['Opening balance', 'owedBefore'],
  ['Net', 'net'],
  ['Commission', 'commission'],
  ['Paid out', 'paidOut'],
  ['Closing balance', 'owed'],
]

/** On a phone a campaign is a card: zero amounts are not listed there. */
const isQuiet = (name: keyof MonthFigures, one: MonthFigures): boolean =>
  one[name] === '0.00' && !['collected', 'owed'].includes(name)

const Money = ({ amount }: { amount: string }) => <Figure text={usd(amount)} size="t" />

/** Every campaign that had entries, or whose organization is owed something. */
export function MonthCampaigns({ month }: { month: ProviderMonth }) {
  return (
    <section className="card overflow-hidden" aria-labelledby="by-campaign">
      <div className="flex flex-wrap items-center justify-between gap-3 p-5">
        <Heading level={2} id="by-campaign">
          By campaign
        </Heading>
        {month.campaigns.length > 0 && <DownloadCsv path={monthFile('month.csv', month)} of="the month" />}
      </div>
      {month.campaigns.length === 0 ? (
        <div className="p-5 pt-0">
          <EmptyState title="No activity this month">No organization was owed anything either.</EmptyState>
        </div>
      ) : (
        <div className="relative overflow-x-auto">
          <table className="table stacked broad" aria-labelledby="by-campaign">
            <thead>
              <tr>
                <th scope="col">Campaign</th>
                {COLUMNS.map(([head]) => (
                  <th key={head} scope="col" className="num">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {month.campaigns.map((one) => (
                <tr key={one.campaignId}>
                  <th scope="row" className="full">
                    <Link
                      to={paths.manage(one.campaignId, 'settlements')}
                      className="break-words font-semibold"
                    >
                      {one.campaignName}
                    </Link>
                    <span className="quiet fine block break-words">{one.organizationName}</span>
                    {one.billingHeldAt && <span className="fine block text-danger">{BOOKS_ON_HOLD}</span>}
                  </th>
                  {COLUMNS.map(([head, name]) => (
                    <td
                      key={head}
                      data-label={head}
                      className={`num ${isQuiet(name, one) ? 'max-md:sr-only!' : ''}`}
                    >
                      <Money amount={one[name]} />
                    </td>
                  ))}
                </tr>
              ))}
              {month.pages === 1 && (
                <tr className="bg-sunken">
                  <th scope="row" className="full font-bold">
                    All campaigns
                  </th>
                  {COLUMNS.map(([head, name]) => (
                    <td key={head} data-label={head} className="num">
                      <Money amount={month.totals[name]} />
                    </td>
                  ))}
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
      {addedBack([month.totals, ...month.campaigns]).map((sentence) => (
        <p key={sentence} className="quiet fine border-t border-line px-5 py-3">
          {sentence}
        </p>
      ))}
    </section>
  )
}

/** The same by organization: what it was owed before, and what after. */
export function MonthOrganizations({ month }: { month: ProviderMonth }) {
  const { organizations, organizationsCount: count } = month
  if (organizations.length === 0) return null
  return (
    <section className="card overflow-hidden" aria-labelledby="by-organization">
      <div className="flex flex-wrap items-center justify-between gap-3 p-5">
        <Heading level={2} id="by-organization">
          By organization
        </Heading>
        <DownloadCsv path={monthFile('organizations.csv', month)} of="the organizations" />
      </div>
      <div className="relative overflow-x-auto">
        <table className="table stacked broad" aria-labelledby="by-organization">
          <thead>
            <tr>
              <th scope="col">Organization</th>
              {BALANCES.map(([head]) => (
                <th key={head} scope="col" className="num">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {organizations.map((one) => (
              <tr key={one.organizationId}>
                <th scope="row" className="full font-semibold break-words">
                  {one.organizationName}
                </th>
                {BALANCES.map(([head, name]) => (
                  <td key={head} data-label={head} className="num">
                    <Money amount={one[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {organizations.length < count && (
        <p className="quiet fine border-t border-line px-5 py-3">
          {counted(count - organizations.length, 'more organization')} in the file.
        </p>
      )}
    </section>
  )
}

/** What the figures match, to the cent. */
export function MonthBooks({ month }: { month: ProviderMonth }) {
  return (
    <section className="card overflow-hidden" aria-labelledby="books">
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
          <table className="table stacked" aria-labelledby="books">
            <thead>
              <tr>
                {['Account', 'Opening balance', 'Debit', 'Credit', 'Closing balance'].map((head, index) => (
                  <th key={head} scope="col" className={index > 0 ? 'num' : ''}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {month.accounts.map(({ account, opening, debit, credit, closing }) => (
                <tr key={account}>
                  <th scope="row" className="full font-semibold">
                    {accountName(account)}
                  </th>
                  <td data-label="Opening balance" className="num">
                    <Money amount={opening} />
                  </td>
                  <td data-label="Debit" className="num">
                    <Money amount={debit} />
                  </td>
                  <td data-label="Credit" className="num">
                    <Money amount={credit} />
                  </td>
                  <td data-label="Closing balance" className="num">
                    <Money amount={closing} />
                  </td>
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
