import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatUsd, parseCents, sum, ZERO } from '#domain/money.ts'
import type { UserPledge } from '#domain/schemas/pledge.ts'
import { paths } from '#web/paths.ts'
import { ownPledgesHereQuery } from '#web/queries/users.ts'
import { useUser } from '#web/site/session.ts'
import { Note } from '#web/ui/note.tsx'

type Own = Pick<UserPledge, 'id' | 'status' | 'agreedMaximum'> & { isHeld?: boolean }

/** What somebody has pledged in this campaign before: another pledge has a maximum in addition to theirs. Null if nothing. */
export function ownPledgesWords(pledges: readonly Own[]): { says: string; only: string | null } | null {
  const mosts = pledges.flatMap(({ id, status, isHeld, agreedMaximum }) => {
    const most = parseCents(agreedMaximum) ?? ZERO
    // A held pledge counts once it is released.
    return status === 'cancelled' || isHeld || most === ZERO ? [] : [{ id, most }]
  })
  const [first] = mosts
  if (!first) return null
  const most = formatUsd(sum(mosts.map((one) => one.most)))
  return mosts.length === 1
    ? { says: `You already have a pledge here: up to ${most}. Both count.`, only: first.id }
    : {
        says: `You already have ${mosts.length} pledges here: up to ${most} in all. Each of them counts.`,
        only: null,
      }
}

/** For those who are signed in: nobody looks up whether another visitor has pledged before. */
export function OwnPledges({ campaignId, className = '' }: { campaignId: string; className?: string }) {
  const user = useUser()
  const { data } = useQuery({ ...ownPledgesHereQuery(campaignId), enabled: user !== null })
  const own = user && data ? ownPledgesWords(data) : null
  if (!own) return null
  return (
    <div className={className}>
      <Note>
        {own.says}{' '}
        <Link to={own.only ? paths.pledge(own.only) : paths.dashboard} className="text-link">
          {own.only ? 'Change that pledge instead' : 'See them under Your Pledges'}
        </Link>
      </Note>
    </div>
  )
}
