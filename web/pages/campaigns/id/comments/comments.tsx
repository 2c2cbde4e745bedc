import { faCommentDots } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Comment } from '#domain/schemas/comment.ts'
import { countText } from '#web/format.ts'
import { ShowWhole, useIsWhole } from '#web/pages/campaigns/id/match-results.tsx'
import { askToSignIn } from '#web/parts/pledging/panel-parts.tsx'
import { campaignKey, olderCommentsQuery } from '#web/queries/campaigns.ts'
import { isRepresentative, useUser } from '#web/site/session.ts'
import { ownedBy } from '#web/site/workspace/who.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { EmptyFold, Fold } from '#web/ui/fold.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { useWrite } from '#web/write.ts'

const MOST = 1000
const storageKey = (campaignId: string): string => `message:${campaignId}`

/** What a visitor wrote is restored, and in view, when they come back from signing in. */
function useMessage(campaignId: string, form: RefObject<HTMLFormElement | null>) {
  const [message, setMessage] = useState('')
  useEffect(() => {
    const kept = sessionStorage.getItem(storageKey(campaignId))
    if (!kept) return
    sessionStorage.removeItem(storageKey(campaignId))
    setMessage(kept)
    form.current?.closest('details')?.setAttribute('open', '')
  }, [campaignId, form])
  return [message, setMessage] as const
}

function CommentForm({ campaignId }: { campaignId: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [message, setMessage] = useMessage(campaignId, form)
  const user = useUser()
  const post = useWrite<Comment, string>({
    request: (text) => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/comments`,
      payload: { message: text },
    }),
    failure: 'Failed to Post',
    success: { title: 'Message posted!', description: 'Thank you for cheering them on.' },
    refresh: [campaignKey(campaignId)],
    onSuccess: () => setMessage(''),
  })
  const submit = (): void => {
    if (user) {
      post.mutate(message.trim())
      return
    }
    sessionStorage.setItem(storageKey(campaignId), message)
    askToSignIn({ title: 'Join the Conversation!', description: 'Sign in to show your support!' })
  }
  return (
    <form
      ref={form}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextArea
        label="Your message"
        maxLength={MOST}
        rows={2}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button
        type="submit"
        className="justify-self-start"
        disabled={message.trim() === ''}
        pending={post.isPending && 'Posting...'}
      >
        Post Your Support!
      </Button>
    </form>
  )
}

// Visitors only report.
const MessageActions = lazily(async () => (await import('./message-actions.tsx')).MessageActions)
const ReportDialog = lazily(async () => (await import('./report-dialog.tsx')).ReportDialog)

type MessageProps = { campaignId: string; comment: Comment; manages: boolean }

/** Shown without a name; links in it are plain text. */
function Message({ campaignId, comment, manages }: MessageProps) {
  const [isReporting, setReporting] = useState(false)
  const user = useUser()
  const text = `message-${comment.id}`
  const report = (
    <Button kind="quiet" size="small" aria-describedby={text} onClick={() => setReporting(true)}>
      Report
    </Button>
  )
  return (
    <li className="flex gap-3 border-t border-line py-2.5">
      <Icon icon={faCommentDots} className="mt-0.5 text-ink2" />
      <div className="min-w-0 flex-1">
        <p className="fine quiet font-semibold">Anonymous Supporter</p>
        <p id={text} dir="auto" className="dense break-words whitespace-pre-line">
          {comment.message}
        </p>
      </div>
      <div className="-my-2 flex flex-col items-end self-start">
        {user ? (
          <Suspense>
            <MessageActions campaignId={campaignId} comment={comment} manages={manages} text={text}>
              {report}
            </MessageActions>
          </Suspense>
        ) : (
          report
        )}
      </div>
      {isReporting && (
        <Suspense fallback={null}>
          <ReportDialog campaignId={campaignId} comment={comment} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </li>
  )
}

const PAGE = 50

/** The page after a message; each page is followed by the next one's button. */
function OlderMessages({
  campaignId,
  after,
  manages,
}: {
  campaignId: string
  after: string
  manages: boolean
}) {
  const [isAsked, setAsked] = useState(false)
  const { data, isFetching, isError } = useQuery({
    ...olderCommentsQuery(campaignId, after, PAGE),
    enabled: isAsked,
  })
  const last = data?.at(-1)
  if (!data) {
    return (
      <>
        <Button size="small" pending={isFetching && 'Loading...'} onClick={() => setAsked(true)}>
          Older messages
        </Button>
        {isError && (
          <p className="quiet fine mt-2">They could not be loaded just now. Try again in a moment.</p>
        )}
      </>
    )
  }
  return (
    <>
      <ul>
        {data.map((comment) => (
          <Message key={comment.id} campaignId={campaignId} comment={comment} manages={manages} />
        ))}
      </ul>
      {last && data.length === PAGE && (
        <OlderMessages campaignId={campaignId} after={last.id} manages={manages} />
      )}
    </>
  )
}

const Moderation = lazily(async () => (await import('./moderation.tsx')).Moderation)
const SHOWN = 5

type Props = Pick<CampaignDetail, 'campaigns' | 'comments' | 'commentsCount'>

/** The newest, and the box to write one; of a cancelled campaign only what was written. */
export function Comments({ campaigns: campaign, comments, commentsCount: count }: Props) {
  const manages = useManages(campaign.organizationId)
  const isWhole = useIsWhole('messages')
  const shown = comments.slice(0, SHOWN)
  const newest = comments[0]
  const last = comments.at(-1)
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

/** A representative, or an owner of the organization. */
function useManages(organizationId: string): boolean {
  const user = useUser()
  if (user === null) return false
  return isRepresentative(user) || ownedBy(user).some((one) => one.organizationId === organizationId)
}
