import { useState } from 'react'
import { INSTRUMENT_RULES } from '#domain/instruments.ts'
import type { PostedPayment } from '#domain/schemas/payment.ts'
import { calendarDayText, usd } from '#web/format.ts'
import { paymentsQuery } from '#web/queries/payments.ts'
import { Button } from '#web/ui/button.tsx'
import { numberOf } from './number-of.ts'
import { NumberedTable } from './numbered-table.tsx'
import { TakeBack } from './reverse-payment.tsx'

type Taking = { payment: PostedPayment; why: 'bounced' | 'posted_wrongly' }

/** What is in the bank, and what was reversed. A check may bounce long after newer ones were deposited. */
export function Posted() {
  const [taking, setTaking] = useState<Taking | null>(null)
  return (
    <>
      <NumberedTable
        title="In the bank"
        head={['Check', 'Invoice', 'Received', 'Amount', 'Actions']}
        numeric={['Amount']}
        search="Check or invoice number"
        query={(page) => paymentsQuery('deposited', page)}
        row={(one) => (
          <Row key={one.id} payment={one}>
            <td>
              <TakeBackButtons payment={one} onTake={setTaking} />
            </td>
          </Row>
        )}
      />
      <NumberedTable
        title="Reversed"
        head={['Check', 'Invoice', 'Received', 'Amount', 'Why']}
        numeric={['Amount']}
        search="Reversed check or invoice number"
        query={(page) => paymentsQuery('bounced', page)}
        row={(one) => (
          <Row key={one.id} payment={one}>
            <td className="full">
              {one.bounceReason}
              {one.bouncedOn && <span className="quiet fine block">{calendarDayText(one.bouncedOn)}</span>}
            </td>
          </Row>
        )}
      />
      {taking && <TakeBack {...taking} onClose={() => setTaking(null)} />}
    </>
  )
}

function TakeBackButtons({ payment, onTake }: { payment: PostedPayment; onTake: (taking: Taking) => void }) {
  const { method, invoiceNumber } = payment
  return (
    <span className="flex flex-wrap gap-2 max-md:justify-end">
      {INSTRUMENT_RULES[method].canBounce && (
        <Button
          size="dense"
          aria-label={`Check bounced: ${invoiceNumber}`}
          onClick={() => onTake({ payment, why: 'bounced' })}
        >
          Check bounced
        </Button>
      )}
      <Button
        size="dense"
        aria-label={`Posted by mistake: ${invoiceNumber}`}
        onClick={() => onTake({ payment, why: 'posted_wrongly' })}
      >
        Posted by mistake
      </Button>
    </span>
  )
}

function Row({ payment, children }: { payment: PostedPayment; children: React.ReactNode }) {
  const { method, reference, invoiceNumber, campaignName, receivedOn, amount } = payment
  return (
    <tr>
      <th scope="row" data-label="Check">
        {numberOf(method, reference)}
      </th>
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

/** An overpayment: still a credit, or refunded. */
function Above({ payment: { overpaid, overpaidReturnedOn: on } }: { payment: PostedPayment }) {
  if (overpaid === '0.00') return null
  const words = on === null ? 'above the invoice' : `refunded on ${calendarDayText(on)}`
  return (
    <span className="quiet fine block font-normal">
      {usd(overpaid)} {words}
    </span>
  )
}
