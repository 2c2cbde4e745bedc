import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { pledgeQuery } from '#web/queries/pledges.ts'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useWrite } from '#web/write.ts'

const STATES = {
  asked: 'You want to be thanked by name. A representative checks the name first.',
  shown: 'The campaign’s page thanks you by first name and initial. Your amounts are not shown with it.',
  hidden: 'You want to be thanked by name. A representative decided not to show the name.',
  none: 'The campaign’s page does not name you. It can thank you by first name and initial, once a representative has checked it. Your amounts are never shown with it.',
}

/** The supporter's own choice, at any time (R26). */
export function ThanksSection({ pledge }: { pledge: PledgeDetail }) {
  const { id, campaignId, thanks, isAnonymous, status } = pledge
  const choose = useWrite({
    request: () => ({
      method: 'PUT',
      path: `/api/pledges/${id}/thanks`,
      payload: { thankByName: thanks === undefined },
    }),
    failure: 'Not saved',
    refresh: [pledgeQuery(id).queryKey, campaignKey(campaignId)],
  })
  if (isAnonymous || status === 'cancelled' || !pledge.supporterName) return null
  return (
    <section className="card pad grid gap-4" aria-labelledby="thanks">
      <Heading level={2} id="thanks">
        Thanks by name
      </Heading>
      <p>{STATES[thanks ?? 'none']}</p>
      <Button
        className="justify-self-start"
        pending={choose.isPending && 'Saving...'}
        onClick={() => choose.mutate()}
      >
        {thanks ? 'Don’t thank me by name' : 'Thank me by name'}
      </Button>
    </section>
  )
}
