import type { Payout } from '#domain/schemas/payout.ts'
import { calendarDayText } from '#web/format.ts'

/** When it was sent, under which number, and where to. */
export function Sent({ payout: { paidOn, reference, destination } }: { payout: Payout }) {
  return (
    <p className="break-words">
      <span className="quiet block">
        Sent{paidOn && ` on ${calendarDayText(paidOn)}`}
        {reference && `, number ${reference}`}
      </span>
      {destination}
    </p>
  )
}
