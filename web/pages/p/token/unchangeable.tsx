import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { howLongLinksWork, WHAT_LINKS_SHOW } from '#web/pages/pledges/id/link-words.ts'
import { Heading } from '#web/ui/heading.tsx'

type Ending = Pick<LinkedPledge, 'status' | 'campaignStatus'>

export const isCancelled = ({ status, campaignStatus }: Ending): boolean =>
  status === 'cancelled' || campaignStatus === 'cancelled'

/** Settled with nothing open, or cancelled: nothing about it can be changed, paid or alerted to (R14). */
export const isOver = (pledge: Ending): boolean => isCancelled(pledge) || pledge.status === 'settled'

export function Unchangeable({ pledge }: { pledge: LinkedPledge }) {
  return (
    <section className="card pad grid gap-3" aria-labelledby="to-change">
      <Heading level={2} id="to-change">
        About this link
      </Heading>
      <p>
        {isCancelled(pledge)
          ? 'This pledge was cancelled. There is nothing left to change.'
          : 'This pledge is settled. There is nothing left to change or to pay.'}
      </p>
      <p className="quiet fine">
        {howLongLinksWork(pledge.expiresAt, pledge.timeZone)} {WHAT_LINKS_SHOW}
      </p>
    </section>
  )
}
