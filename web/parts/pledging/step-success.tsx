import { PAYMENT_METHOD_RULES, type PaymentMethod } from '#domain/instruments.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { AfterPledge } from '#web/parts/guests/after-pledge.tsx'
import { alertsOf } from '#web/queries/alerts.ts'
import { useWords } from '#web/site/words.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import { Tally } from '#web/ui/tally.tsx'

/** `isHeld`: it counts once a representative has looked at it (R57). */
type Props = {
  method: PaymentMethod
  isHeld: boolean
  /** Null after a reload: then alerts are turned on from the pledge's page. */
  pledgeId: string | null
  /** The chosen ambassador was removed meanwhile (R42). */
  isUncredited: boolean
  campaignId: string
  campaignName: string
  referralCode: string | null
}

const today = ({ season }: Vocabulary) => ({
  card: 'Nothing was charged today.',
  bank_account: 'Nothing was debited today.',
  invoice: `An invoice comes after the ${season}.`,
})

export function SuccessStep({ method, isHeld, pledgeId, isUncredited, ...campaign }: Props) {
  const words = useWords()
  return (
    <div className="mx-auto grid max-w-[32.5rem] gap-6 py-10">
      <div className="grid justify-items-center gap-4 text-center" role="status">
        <Tally tone="turf" />
        <Heading level={3}>Pledge Submitted Successfully!</Heading>
        <p className="lead">
          Thank you for your support! You'll receive email updates about the campaign progress.
        </p>
        <p className="quiet">{today(words)[PAYMENT_METHOD_RULES[method].billedBy]}</p>
        {isUncredited && (
          <p className="quiet">
            The ambassador you chose is no longer in this campaign: no one is credited with your pledge.
          </p>
        )}
        {isHeld && (
          <div className="text-left">
            <Note>
              <strong>We review large check and cash pledges first.</strong> Yours counts once we have. We
              will email you, usually within two business days. You can see it under Your Pledges.
            </Note>
          </div>
        )}
      </div>
      <AfterPledge {...campaign} alertsPath={pledgeId && alertsOf(pledgeId)} level={4} />
    </div>
  )
}
