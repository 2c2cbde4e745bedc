import { isByCard, type PaymentMethod } from '#domain/instruments.ts'
import { Tally } from '#web/ui/tally.tsx'

export function SuccessStep({ method }: { method: PaymentMethod }) {
  return (
    <div className="mx-auto grid max-w-[520px] justify-items-center gap-4 py-10 text-center" role="status">
      <Tally tone="turf" className="tally" />
      <h3 className="text-[34px]">Pledge Submitted Successfully!</h3>
      <p className="lead">
        Thank you for your support! You'll receive email updates about the campaign progress.
      </p>
      <p className="quiet">
        {isByCard(method) ? 'Nothing was charged today.' : 'An invoice comes after the season.'}
      </p>
    </div>
  )
}
