import { Suspense } from 'react'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { countText } from '#web/format.ts'
import { ShowWhole, useIsWhole } from '#web/pages/campaigns/id/more.tsx'
import { isRepresentative, useUser } from '#web/site/session.ts'
import { EmptyFold, Fold } from '#web/ui/fold.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { CommentForm } from './form.tsx'
import { Message } from './message.tsx'
import { OlderMessages } from './older.tsx'

const Moderation = lazily(async () => (await import('./moderation.tsx')).Moderation)
const SHOWN = 5

type Props = Pick<CampaignDetail, 'campaigns' | 'comments' | 'commentsCount'>

/** The newest, and the box to write one; of a cancelled campaign only what was written. */
export function Comments({ campaigns: campaign, comments, commentsCount: count }: Props) {
  const manages = useManages(campaign.organizationId)
  const isWhole = useIsWhole('messages')
  const shown = comments.slice(0, SHOWN)
  const [newest, last] = [comments[0], comments.at(-1)]
  const isClosed = campaign.status === 'cancelled'
  if (isClosed && !newest && !manages)
    return <EmptyFold title="Supporter Messages">No messages were written.</EmptyFold>
  const list = (some: typeof comments) => (
    <ul>
      {some.map((comment) => (
        <Message key={comment.id} campaignId={campaign.id} comment={comment} manages={manages} />
      ))}
    </ul>
  )
  return (
    <Fold
      id="messages"
      title="Supporter Messages"
      figure={count > 0 && countText(count)}
      note={newest && `“${newest.message}”`}
      isOpen
    >
      {list(shown)}
      {!newest && !isClosed && (
        <p className="mb-4">
          <strong>Be the First Supporter!</strong> Say something the {campaign.vocabulary.team} will read.
        </p>
      )}
      {!isWhole && shown.length < comments.length && (
        <ShowWhole list="messages">Read all {countText(count)} messages</ShowWhole>
      )}
      <div className={newest ? 'mt-3 border-t border-line pt-4' : ''}>
        {isClosed ? (
          <p className="quiet">This campaign is cancelled and no longer accepts messages.</p>
        ) : (
          <CommentForm campaignId={campaign.id} />
        )}
      </div>
      {isWhole && comments.length > SHOWN && <div className="mt-6">{list(comments.slice(SHOWN))}</div>}
      {isWhole && last && comments.length < count && (
        <OlderMessages campaignId={campaign.id} after={last.id} manages={manages} />
      )}
      {manages && (
        <Suspense fallback={null}>
          <Moderation campaignId={campaign.id} count={count} />
        </Suspense>
      )}
    </Fold>
  )
}

/** R43: a representative, or an owner of the organization. */
function useManages(organizationId: string): boolean {
  const user = useUser()
  const isOwner = user?.memberships.some(
    (membership) => membership.organizationId === organizationId && membership.role === 'owner',
  )
  return isOwner || isRepresentative(user)
}
