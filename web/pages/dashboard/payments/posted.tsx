import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { INSTRUMENT_RULES } from '#domain/instruments.ts'
import type { PostedPayment } from '#domain/schemas/payment.ts'
import { calendarDayText, usd } from '#web/format.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paymentsQuery } from '#web/queries/payments.ts'
import { Button } from '#web/ui/button.tsx'
import { numberOf } from './number-of.ts'
import { TakeBack } from './reverse-payment.tsx'

/** What is in the bank, and what was reversed: the newest of each. */
export function Posted() {
  const deposited = useQuery(paymentsQuery('deposited')).data ?? []
  const back = useQuery(paymentsQuery('bounced')).data ?? []
  const [taking, setTaking] = useState<{ payment: PostedPayment; why: 'bounced' | 'posted_wrongly' } | null>(
    null,
  )
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
              <td>
                <span className="flex flex-wrap gap-2 max-md:justify-end">
                  {INSTRUMENT_RULES[one.method].canBounce && (
                    <Button
                      size="dense"
                      aria-label={`Check bounced: ${one.invoiceNumber}`}
                      onClick={() => setTaking({ payment: one, why: 'bounced' })}
                    >
                      Check bounced
                    </Button>
                  )}
                  <Button
                    size="dense"
                    aria-label={`Posted by mistake: ${one.invoiceNumber}`}
                    onClick={() => setTaking({ payment: one, why: 'posted_wrongly' })}
                  >
                    Posted by mistake
                  </Button>
                </span>
              </td>
            </Row>
          ))}
        />
      )}
      {back.length > 0 && (
        <TableCard
          title="Reversed"
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
      {taking && <TakeBack {...taking} onClose={() => setTaking(null)} />}
    </>
  )
}

function Row({ payment, children }: { payment: PostedPayment; children: React.ReactNode }) {
  const { method, reference, invoiceNumber, campaignName, receivedOn, amount } = payment
  return (
    <tr>
      <td data-label="Check">{numberOf(method, reference)}</td>
      <td data-label="Invoice">
        {invoiceNumber}
        <span className="quiet fine block break-words">{campaignName}</span>
      </td>
      <td data-label="Received" className="whitespace-nowrap">
        {calendarDayText(receivedOn)}
      </td>
      <td data-label="Amount" className="num">
        {usd(amount)}
        <Above payment={payment} />
      </td>
      {children}
    </tr>
  )
}

/** An overpayment: still a credit, or refunded; or what was refunded of a check that then bounced. */
function Above({ payment }: { payment: PostedPayment }) {
  const { credit, overpaidReturnedOn: on, covers, missing } = payment
  if (missing !== '0.00')
    return (
      <span className="fine block font-normal">
        {usd(missing)} of it was refunded before the check bounced: collect it from the supporter
      </span>
    )
  const words = [
    covers !== '0.00' && `${usd(covers)} repays an earlier refund`,
    credit !== '0.00' &&
      `${usd(credit)} ${on === null ? 'above the invoice' : `refunded on ${calendarDayText(on)}`}`,
  ].filter(Boolean)
  if (words.length === 0) return null
  return <span className="quiet fine block font-normal">{words.join(', ')}</span>
}
