import { faPaperPlane } from '@fortawesome/free-solid-svg-icons'
import { reasonNotReady } from '#domain/campaigns/checklist.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ReviewRequest as Request } from '#domain/schemas/review-request.ts'
import { dateText } from '#web/format.ts'
import { reviewRequestsPath, reviewRequestsQuery } from '#web/queries/review-requests.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFocusNext } from '#web/ui/next-focus.ts'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { Review, useReviews } from './review.tsx'

type Props = { data: Management }

export const mayBeReviewed = ({ campaign, permissions }: Management): boolean =>
  campaign.status === 'draft' && permissions.canEditCampaign

/** Owners cannot activate a campaign: while it is a draft, they ask for it to be reviewed. */
export function ReviewRequest({ data }: Props) {
  const { campaign, permissions } = data
  // Activated, the campaign has nothing to review: this part goes, with the button that was pressed.
  useFocusNext(mayBeReviewed(data), () => document.querySelector('h1'))
  if (!mayBeReviewed(data)) return null
  return permissions.isPledgerraiserRepresentative ? (
    <Review campaign={campaign} draftParts={data.draftParts} />
  ) : (
    <Ask data={data} />
  )
}

/** Nobody can activate what supporters could not pledge on: the representative would only send it back. */
export const reasonNotToAsk = ({ campaign, statistics }: Management, now: number): string | undefined => {
  const hasOpenStatistic = statistics.some(({ isActive }) => isActive)
  return reasonNotReady({ endsAt: new Date(campaign.endsAt), hasOpenStatistic }, new Date(now)) ?? undefined
}

function Ask({ data }: Props) {
  const { id, timeZone } = data.campaign
  const reason = reasonNotToAsk(data, useNow())
  const { isKnown, isFailed, waiting, answer } = useReviews(id)
  const ask = useWrite<Request>({
    request: () => ({ method: 'POST', path: reviewRequestsPath(id) }),
    failure: 'Failed to request a review',
    success: {
      title: 'Review requested',
      description: 'Representatives are notified by email. One of them activates the campaign.',
    },
    refresh: [reviewRequestsQuery(id).queryKey],
  })
  if (!isKnown && !isFailed) return null
  return (
    <div className="mt-4">
      {waiting ? (
        <Note role="status">
          Waiting for review since {dateText(waiting.askedAt, timeZone)}. A representative reviews it and
          activates the campaign. Until then you can keep editing.
        </Note>
      ) : (
        <Note tone={answer ? 'warning' : 'plain'}>
          {answer && (
            <p className="mb-2">
              <strong>A representative reviewed it and wrote:</strong>{' '}
              <span className="break-words whitespace-pre-line">{answer}</span>
            </p>
          )}
          <p>
            This campaign is a draft: only you and representatives see it. When its details and statistics are
            ready, request a review. A representative activates it.
          </p>
          <Button
            kind="primary"
            size="small"
            className="mt-2"
            pending={ask.isPending && 'Requesting...'}
            reason={reason}
            onClick={() => ask.mutate()}
          >
            <Icon icon={faPaperPlane} />
            {answer ? 'Request review again' : 'Request review'}
          </Button>
        </Note>
      )}
    </div>
  )
}
