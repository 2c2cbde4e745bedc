import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { CampaignUpdate, Management } from '#domain/schemas/campaign.ts'
import { MAX_REVIEW_ANSWER, type ReviewRequest } from '#domain/schemas/review-request.ts'
import { refreshAfterWrite } from '#web/after-write.ts'
import { dateText } from '#web/format.ts'
import { organizationTypeLabels, statusLabels } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { applicantQuery, reviewRequestsPath, reviewRequestsQuery } from '#web/queries/review-requests.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { useWrite } from '#web/write.ts'

/** The open request, or the reply to the last one. */
export function useReviews(campaignId: string) {
  const { data, isError } = useQuery(reviewRequestsQuery(campaignId))
  const waiting = data?.find(({ answeredAt }) => answeredAt === null)
  return {
    isKnown: data !== undefined,
    isFailed: isError,
    waiting,
    answer: waiting ? null : (data?.[0]?.answer ?? null),
  }
}

/** What the owner is doing, for the representative. */
export function stateWords(waitingSince: string | undefined, answer: string | null): string {
  if (waitingSince) return `Its owner has been waiting for review since ${waitingSince}.`
  return answer === null
    ? 'This campaign is a draft. Its owner has not requested a review.'
    : `This campaign was sent back to its owner, who has not requested another review yet: “${answer}”`
}

/** A representative's decision on a draft, in one step: activate it, or send it back with what to change. */
export function Review({ campaign, draftParts }: Pick<Management, 'campaign' | 'draftParts'>) {
  const { isKnown, waiting, answer } = useReviews(campaign.id)
  const [message, setMessage] = useState('')
  const activate = useActivation(campaign, message, {
    waitingReviewId: isKnown ? (waiting?.id ?? null) : undefined,
    draftParts: draftParts ?? undefined,
  })
  const sendBack = useSendBack(campaign.id, message)
  const client = useQueryClient()
  /** It was refused because of what is not on the screen yet: show that. */
  const onError = () => refreshAfterWrite(client, [campaignKey(campaign.id)])
  const isBusy = activate.isPending || sendBack.isPending
  return (
    <section className="mt-4 grid gap-3 rounded-control bg-sunken p-4" aria-label="Review">
      <p className="whitespace-pre-line">
        {isKnown
          ? stateWords(waiting && dateText(waiting.askedAt, campaign.timeZone), answer)
          : 'This campaign is a draft.'}
      </p>
      <Who {...campaign} />
      <TextArea
        label="Message to the owner"
        hint={`They get it by email.${waiting ? ' Required to send the draft back.' : ''}`}
        optional
        rows={2}
        maxLength={MAX_REVIEW_ANSWER}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <p className="flex flex-wrap gap-3">
        <Button
          kind="primary"
          pending={activate.isPending && 'Activating...'}
          onClick={() => !isBusy && activate.mutate(undefined, { onError })}
        >
          Activate campaign
        </Button>
        {waiting && (
          <Button
            pending={sendBack.isPending && 'Sending...'}
            reason={message.trim() === '' ? 'Write what to change first' : undefined}
            onClick={() => !isBusy && sendBack.mutate()}
          >
            Send back to the owner
          </Button>
        )}
      </p>
    </section>
  )
}

/** What a representative judges by. */
function Who({ id, timeZone }: Management['campaign']) {
  const { data } = useQuery(applicantQuery(id))
  if (!data) return null
  const { organization, owners, earlier, earlierCount } = data
  const { name, organizationType, city, state, website, ein, is501c3, createdAt } = organization
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      <Fact term="Organization">
        <Link to={paths.organization(organization.id)} className="text-link">
          {name}
        </Link>
        , {organizationTypeLabels[organizationType].toLowerCase()} in {city}, {state}, here since{' '}
        {dateText(createdAt, timeZone)}
      </Fact>
      <Fact term="Owners">
        {owners.map(({ name: owner, email }) => (
          <span key={email} className="block">
            {owner === email ? '' : `${owner}, `}
            <a href={`mailto:${email}`} className="text-link">
              {email}
            </a>
          </span>
        ))}
      </Fact>
      <Fact term="Website">
        {website ? (
          <a href={website} className="text-link" target="_blank" rel="noreferrer">
            {website.replace(/^https?:\/\//, '')}
          </a>
        ) : (
          'None given'
        )}
      </Fact>
      <Fact term="EIN">
        {ein ? `${ein}${is501c3 ? ', 501(c)(3) checked' : ', not checked'}` : 'None given'}
      </Fact>
      <Fact term="Earlier campaigns">
        {earlier.length === 0 && 'None: this is its first'}
        {earlier.map((one) => (
          <span key={one.id} className="block">
            <Link to={paths.manage(one.id)} className="text-link">
              {one.name}
            </Link>
            , {statusLabels[one.status].toLowerCase()}
          </span>
        ))}
        {earlierCount > earlier.length && `and ${earlierCount - earlier.length} more`}
      </Fact>
    </dl>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="quiet fine">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

/** Activates what was looked at: the server refuses a draft that was changed or answered since. */
const useActivation = (
  { id, name, version }: Management['campaign'],
  message: string,
  seen: Pick<CampaignUpdate, 'waitingReviewId' | 'draftParts'>,
) =>
  useWrite({
    request: () => ({
      method: 'PUT',
      path: `/api/campaigns/${id}`,
      payload: { status: 'active', reviewMessage: message.trim() || null, ...seen },
      version,
    }),
    failure: 'The campaign was not activated',
    success: {
      title: `${name} is active`,
      description: 'Supporters can pledge. Its owners are notified by email.',
    },
    refresh: [campaignKey(id)],
  })

const useSendBack = (id: string, message: string) =>
  useWrite<ReviewRequest>({
    request: () => ({
      method: 'POST',
      path: `${reviewRequestsPath(id)}/answers`,
      payload: { message: message.trim() },
    }),
    failure: 'The draft was not sent back',
    success: {
      title: 'Sent back to the owner',
      description: 'They are notified by email, and request a review again once it is done.',
    },
    refresh: [reviewRequestsQuery(id).queryKey],
  })
