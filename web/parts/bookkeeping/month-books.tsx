import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ORGANIZATION_ACCOUNTS, PROVIDER_ACCOUNTS } from '#domain/billing/exports/accounts.ts'
import { monthWords } from '#domain/billing/exports/entries.ts'
import { deductionParts } from '#domain/pledges/deductions.ts'
import type { Bookkeeping } from '#domain/schemas/bookkeeping.ts'
import { usd } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { bookkeepingFile } from '#web/queries/bookkeeping.ts'
import { monthSearch } from '#web/queries/reports.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useTitle } from '#web/site/use-title.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldFrame } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { AccountsDrawer } from './accounts-drawer.tsx'

const MONEY = [
  { value: 'live', label: 'Real money' },
  { value: 'sandbox', label: 'Test money' },
]

type Props = { books: Bookkeeping; crumbs: ReactNode; children?: ReactNode }

/** A month of the provider or of an organization to import into its own accounting program. */
export function MonthBooks({ books, crumbs, children }: Props) {
  useTitle(`QuickBooks and Xero, ${monthWords(books.month)}`)
  return (
    <main id="main" className="wrap grid gap-6 py-8 lg:py-10">
      <div>
        {crumbs}
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div>
            <p className="quiet">QuickBooks and Xero{books.isRunning ? ', so far' : ''}</p>
            <h1>{monthWords(books.month)}</h1>
          </div>
          <Choice books={books} />
        </div>
      </div>
      {children}
      {books.moneyMode === 'sandbox' && <Note>Test money: none of it is real.</Note>}
      <Totals books={books} />
      <Files books={books} />
      <Accounts books={books} />
    </main>
  )
}

/** Which month and which money: both are in the address. */
function Choice({ books: { month, months, moneyMode, hasOther } }: Pick<Props, 'books'>) {
  const navigate = useNavigate()
  const go = (to: { month?: string; money?: string }) =>
    void navigate(monthSearch({ month, money: moneyMode, ...to }), { preventScrollReset: true })
  return (
    <div className="flex flex-wrap items-end gap-3 max-md:w-full max-md:gap-2.5 max-md:*:flex-auto">
      <FieldFrame label="Month">
        {(ids) => (
          <Select
            ids={ids}
            className="w-full md:w-48"
            value={month}
            options={months.map((one) => ({ value: one, label: monthWords(one) }))}
            onChange={(one) => go({ month: one })}
          />
        )}
      </FieldFrame>
      {hasOther && (
        <FieldFrame label="Money">
          {(ids) => (
            <Select
              ids={ids}
              className="w-full"
              value={moneyMode}
              options={MONEY}
              onChange={(money) => go({ money })}
            />
          )}
        </FieldFrame>
      )}
    </div>
  )
}

function Totals({ books: { totals, isRunning, organization } }: Pick<Props, 'books'>) {
  return (
    <section className="card" aria-label="Totals">
      <Tiles
        tiles={[
          {
            label: 'Collected, net',
            figure: <Figure text={usd(totals.net)} />,
            note: [`${usd(totals.collected)} received`, ...deductionParts(totals)].join(', '),
          },
          {
            label: organization ? 'Our commission' : 'Commission',
            figure: <Figure text={usd(totals.commission)} />,
          },
          { label: 'Paid out', figure: <Figure text={usd(totals.paidOut)} /> },
          {
            label: isRunning ? 'Owed so far' : 'Owed at month end',
            figure: <Figure text={usd(totals.owed)} />,
            note: `${usd(totals.owedBefore)} at month start`,
          },
        ]}
      />
    </section>
  )
}

function Files({ books }: Pick<Props, 'books'>) {
  const month = monthWords(books.month)
  return (
    <section className="card grid gap-4 p-5" aria-labelledby="files">
      <div>
        <Heading level={2} id="files">
          Files to import
        </Heading>
        <p className="quiet mt-1 max-w-[64ch]">
          {books.entries === 0
            ? `There is nothing to import: no entries in ${month}.`
            : `Each file has ${books.entries} ${books.entries === 1 ? 'entry' : 'entries'}: one for each campaign and one for each payout. They add up to the figures above.`}
          {books.entries > 0 && !books.organization && (
            <>
              {' '}
              The bank’s lines are matched on{' '}
              <Link to={paths.bank} className="text-link">
                Bank account
              </Link>
              .
            </>
          )}
        </p>
      </div>
      {books.entries > 0 && <HowTo />}
      {books.isRunning && books.entries > 0 && (
        <Note>
          {month} is not over yet. Import it once it is: importing it twice enters the same amounts twice.
        </Note>
      )}
      {books.entries > 0 && (
        <div className="flex flex-wrap gap-2.5 max-md:*:flex-auto">
          <DownloadCsv
            path={bookkeepingFile('quickbooks', books)}
            of={`${month} for QuickBooks Online`}
            size="normal"
          >
            QuickBooks Online
          </DownloadCsv>
          <DownloadCsv path={bookkeepingFile('xero', books)} of={`${month} for Xero`} size="normal">
            Xero
          </DownloadCsv>
        </div>
      )}
      {!books.isRunning && books.entries > 0 && (
        <p className="quiet fine max-w-[64ch]">
          The month is over: its files stay the same however often they are downloaded, unless the accounts
          below are changed.
        </p>
      )}
    </section>
  )
}

/** Where each program has its import, and what it asks for first. */
const HowTo = () => (
  <ul className="quiet grid max-w-[64ch] list-disc gap-1 pl-5">
    <li>
      QuickBooks Online: turn off account numbers and turn on classes, then open Settings, Import data,
      Journal entries.
    </li>
    <li>
      Xero: open Accounting, Manual journals, Import, for which you need the role Adviser. The entries are
      drafts until you post them.
    </li>
  </ul>
)

function Accounts({ books }: Pick<Props, 'books'>) {
  const { accounts, mayEdit, organization } = books
  const [isEditing, setEditing] = useState(false)
  const lines = Object.entries(organization ? ORGANIZATION_ACCOUNTS : PROVIDER_ACCOUNTS)
  return (
    <section className="card overflow-hidden" aria-labelledby="accounts">
      <div className="flex flex-wrap items-start justify-between gap-3 p-5">
        <div>
          <Heading level={2} id="accounts">
            Accounts
          </Heading>
          <p className="quiet mt-1 max-w-[64ch]">
            Where each amount goes: the account’s name in QuickBooks Online, its code in Xero. Add them there
            before you import, and a class or tracking option for each campaign.
            {mayEdit ? '' : ' An owner or a representative can change the accounts here.'}
          </p>
        </div>
        {mayEdit && (
          <Button size="small" onClick={() => setEditing(true)}>
            Edit accounts
          </Button>
        )}
      </div>
      <div className="relative overflow-x-auto">
        <table className="table stacked" aria-labelledby="accounts">
          <thead>
            <tr>
              <th scope="col">Amount</th>
              <th scope="col">QuickBooks Online</th>
              <th scope="col">Xero</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(([name, { label }]) => (
              <tr key={name}>
                <th scope="row" className="full font-semibold">
                  {label}
                </th>
                <td data-label="QuickBooks Online" className="break-words">
                  {accounts.quickbooks[name]}
                </td>
                <td data-label="Xero">{accounts.xero[name]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet fine border-t border-line px-5 py-3">
        Each campaign is a class in QuickBooks Online
        {accounts.tracking && `, and an option of the tracking category ${accounts.tracking} in Xero`}. Tax
        rate in Xero: {accounts.taxRate}.
      </p>
      {isEditing && <AccountsDrawer books={books} onClose={() => setEditing(false)} />}
    </section>
  )
}
