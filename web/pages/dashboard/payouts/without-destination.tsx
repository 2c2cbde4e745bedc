import type { DestinationRequest, PayoutsPage } from '#domain/schemas/payout.ts'
import { dayText } from '#web/format.ts'
import { useZone } from '#web/site/zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const owners = (count: number): string => (count === 1 ? '1 owner was mailed' : `${count} owners were mailed`)

/** Nothing can be paid out to them: one press asks all their owners (R38). */
export function WithoutDestination({ organizations, toAsk, lastAskedAt }: PayoutsPage['withoutDestination']) {
  const zone = useZone()
  const ask = useWrite<DestinationRequest>({
    request: () => ({ method: 'POST', path: '/api/payouts/destination-requests' }),
    failure: 'Failed to mail the owners',
    success: (made) => ({ title: owners(made.owners), description: 'With the link where they propose one.' }),
    refresh: [['payouts']],
  })
  if (organizations === 0) return null
  return (
    <Note tone="warning">
      <p>
        {organizations === 1
          ? '1 organization is owed money and has no payout destination.'
          : `${organizations} organizations are owed money and have no payout destination.`}{' '}
        {lastAskedAt && `Owners were last mailed on ${dayText(lastAskedAt, zone)}.`}
      </p>
      <p className="mt-3">
        <Button
          size="small"
          pending={ask.isPending && 'Mailing...'}
          reason={toAsk === 0 ? 'They have proposed one, or were mailed within the last 7 days' : undefined}
          onClick={() => ask.mutate()}
        >
          Mail their owners
        </Button>
      </p>
    </Note>
  )
}
