import { entryKindName } from '#domain/billing/account-names.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import { calendarDayText, countText, usd } from '#web/format.ts'
import { monthFile } from '#web/queries/reports.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'

/** Cash at bank as the bank's statement has it, to be ticked off line by line. */
export function MonthBank({ month }: { month: ProviderMonth }) {
  const { bank, bankCount } = month
  if (bank.length === 0) return null
  return (
    <section className="card overflow-hidden" aria-labelledby="bank">
      <div className="flex flex-wrap items-start justify-between gap-3 p-5">
        <div>
          <Heading level={2} id="bank">
            Cash at bank
          </Heading>
          <p className="quiet mt-1 max-w-[64ch]">
            Compare it with the bank’s statement: each deposit slip, each check or transfer, and each payout
            of the card provider is one line.
          </p>
        </div>
        <DownloadCsv path={monthFile('bank.csv', month)} of="cash at bank" />
      </div>
      <div className="relative overflow-x-auto">
        <table className="table lined" aria-labelledby="bank">
          <thead>
            <tr>
              {['Date', 'Reference', 'Kind', 'Amount'].map((head) => (
                <th key={head} scope="col" className={head === 'Amount' ? 'num' : ''}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bank.map(({ id, on, reference, kind, amount }) => (
              <tr key={id}>
                <th scope="row" className="font-semibold whitespace-nowrap">
                  {calendarDayText(on)}
                </th>
                <td className="break-all">{reference ?? 'No number'}</td>
                <td>{entryKindName(kind)}</td>
                <td className="num main">
                  <Figure text={usd(amount)} size="t" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {bank.length < bankCount && (
        <p className="quiet fine border-t border-line px-5 py-3">
          The newest {countText(bank.length)} of {countText(bankCount)} lines. The file has all of them.
        </p>
      )}
    </section>
  )
}
