import { Suspense } from 'react'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { countText } from '#web/format.ts'
import { ShowWhole, useIsWhole } from '#web/pages/campaigns/id/more.tsx'
import { isRepresentative, useUser } from '#web/site/session.ts'
import { Fold } from '#web/ui/fold.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import { CommentForm } from './form.tsx'
import { Message } from './message.tsx'
import { OlderMessages } from './older.tsx'

const Moderation = lazily(async () => (await import('./moderation.tsx')).Moderation)
const SHOWN = 5

type Props = Pick<CampaignDetail, 'campaigns' | 'comments' | 'commentsCount'>

export function Comments({ campaigns: campaign, comments, commentsCount: count }: Props) {
  const manages = useManages(campaign.organizationId)
  const isWhole = useIsWhole('messages')
  const shown = isWhole ? comments : comments.slice(0, SHOWN)
  const [newest, last] = [comments[0], comments.at(-1)]
  return (
    <Fold
      id="messages"
      title="Supporter Messages"
      figure={count > 0 && countText(count)}
      note={newest && `“${newest.message}”`}
      isOpen={isWhole || !newest}
    >
      {campaign.status === 'cancelled' ? (
        <p className="quiet">This campaign is cancelled and no longer accepts messages.</p>
      ) : (
        <CommentForm campaignId={campaign.id} />
      )}
      <div className="mt-6">
        {shown.length === 0 && campaign.status === 'cancelled' ? (
          <p className="quiet">No messages were written.</p>
        ) : shown.length === 0 ? (
          <EmptyState title="Be the First Supporter!">
            Say something the {campaign.vocabulary.team} can read before the next {campaign.vocabulary.match}.
          </EmptyState>
        ) : (
          <ul>
            {shown.map((comment) => (
              <Message key={comment.id} campaignId={campaign.id} comment={comment} manages={manages} />
            ))}
          </ul>
        )}
        {isWhole && last && comments.length < count && (
          <OlderMessages campaignId={campaign.id} after={last.id} manages={manages} />
        )}
        {!isWhole && shown.length < comments.length && (
          <ShowWhole list="messages">Read all {countText(count)} messages</ShowWhole>
        )}
      </div>
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
