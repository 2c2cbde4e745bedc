import { calendarDayText, usd } from '#web/format.ts'
import { depositsQuery } from '#web/queries/payments.ts'
import { DownloadPdf } from '#web/site/download.tsx'
import { NumberedTable } from './numbered-table.tsx'

/** What was taken to the bank, each deposit with its slip to print. */
export function Deposits() {
  return (
    <NumberedTable
      title="Deposits"
      head={['Deposited', 'Slip', 'By', 'Payments', 'Total', 'Print']}
      numeric={['Payments', 'Total']}
      search="Slip, check or invoice number"
      query={depositsQuery}
      row={(one) => (
        <tr key={one.id}>
          <th scope="row" data-label="Deposited" className="whitespace-nowrap">
            {calendarDayText(one.depositedOn)}
            {one.moneyMode === 'sandbox' && <span className="quiet fine block">Test mode</span>}
          </th>
          <td data-label="Slip">{one.reference ?? <span className="quiet">No number</span>}</td>
          <td data-label="By">{one.madeBy}</td>
          <td data-label="Payments" className="num">
            {one.paymentsCount}
          </td>
          <td data-label="Total" className="num">
            {usd(one.amount)}
          </td>
          <td data-label="Print" className="py-1.5!">
            <DownloadPdf path={`/api/deposits/${one.id}/slip.pdf`} of={`the slip of ${usd(one.amount)}`} />
          </td>
        </tr>
      )}
    />
  )
}
