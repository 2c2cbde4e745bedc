import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PostedPayment } from '#domain/schemas/payment.ts'
import { calendarDayText, usd } from '#web/format.ts'
import { TableCard } from '#web/pages/manage/table-card.tsx'
import { paymentsQuery } from '#web/queries/payments.ts'
import { Button } from '#web/ui/button.tsx'
import { TakeBack } from './take-back.tsx'

/** What is in the bank, and what came back: the newest of each. */
export function Posted() {
  const deposited = useQuery(paymentsQuery('deposited')).data ?? []
  const back = useQuery(paymentsQuery('bounced')).data ?? []
  const [taking, setTaking] = useState<PostedPayment | null>(null)
  return (
    <>
      {deposited.length > 0 && (
        <TableCard
          title="In the bank"
          head={['Check', 'Invoice', 'Received', 'Amount', 'Actions']}
          numeric={['Amount']}
          most={10}
          empty="Nothing yet"
          rows={deposited.map((one) => (
            <Row key={one.id} payment={one}>
              <td data-label="Actions">
                {one.method === 'check' && (
                  <Button
                    size="dense"
                    aria-label={`It bounced: ${one.invoiceNumber}`}
                    onClick={() => setTaking(one)}
                  >
                    It bounced
                  </Button>
                )}
              </td>
            </Row>
          ))}
        />
      )}
      {back.length > 0 && (
        <TableCard
          title="Taken back"
          head={['Check', 'Invoice', 'Received', 'Amount', 'Why']}
          numeric={['Amount']}
          most={10}
          empty="Nothing yet"
          rows={back.map((one) => (
            <Row key={one.id} payment={one}>
              <td className="full">
                {one.bounceReason}
                {one.bouncedOn && <span className="quiet fine block">{calendarDayText(one.bouncedOn)}</span>}
              </td>
            </Row>
          ))}
        />
      )}
      {taking && <TakeBack payment={taking} onClose={() => setTaking(null)} />}
    </>
  )
}

function Row({ payment, children }: { payment: PostedPayment; children: React.ReactNode }) {
  const { method, reference, invoiceNumber, campaignName, receivedOn, amount, overpaid } = payment
  return (
    <tr>
      <td data-label="Check">{method === 'check' ? (reference ?? 'No number') : 'Cash'}</td>
      <td data-label="Invoice">
        {invoiceNumber}
        <span className="quiet fine block break-words">{campaignName}</span>
      </td>
      <td data-label="Received" className="whitespace-nowrap">
        {calendarDayText(receivedOn)}
      </td>
      <td data-label="Amount" className="num font-semibold">
        {usd(amount)}
        {overpaid !== '0.00' && <span className="quiet fine block">{usd(overpaid)} credit</span>}
      </td>
      {children}
    </tr>
  )
}
