import { isByCard, type PaymentMethod } from '#domain/instruments.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import { Tally } from '#web/ui/tally.tsx'

/** `isHeld`: it counts once a representative has looked at it (R57). */
export function SuccessStep({ method, isHeld }: { method: PaymentMethod; isHeld: boolean }) {
  return (
    <div className="mx-auto grid max-w-[520px] justify-items-center gap-4 py-10 text-center" role="status">
      <Tally tone="turf" className="tally" />
      <Heading level={3}>Pledge Submitted Successfully!</Heading>
      <p className="lead">
        Thank you for your support! You'll receive email updates about the campaign progress.
      </p>
      <p className="quiet">
        {isByCard(method) ? 'Nothing was charged today.' : 'An invoice comes after the season.'}
      </p>
      {isHeld && (
        <Note>
          <strong>We check large pledges by check or cash first.</strong> Yours counts once we have. We will
          email you, usually within two business days. You can see it under Your Pledges.
        </Note>
      )}
    </div>
  )
}
