import { isCharged, type PaymentMethod } from '#domain/instruments.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Tally } from '#web/ui/tally.tsx'

export function SuccessStep({ method }: { method: PaymentMethod }) {
  return (
    <div className="mx-auto grid max-w-[520px] justify-items-center gap-4 py-10 text-center" role="status">
      <Tally tone="turf" className="tally" />
      <Heading level={3}>Pledge Submitted Successfully!</Heading>
      <p className="lead">
        Thank you for your support! You'll receive email updates about the campaign progress.
      </p>
      <p className="quiet">
        {isCharged(method) ? 'Nothing was charged today.' : 'An invoice comes after the season.'}
      </p>
    </div>
  )
}
