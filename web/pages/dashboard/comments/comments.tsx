import { useId } from 'react'
import { Link } from 'react-router'
import type { QueuedComment } from '#domain/schemas/comment.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { dateTimeText } from '#web/format.ts'
import { optional, signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { NotLoaded } from '#web/parts/records/not-loaded.tsx'
import { useTrail } from '#web/parts/records/use-pages.tsx'
import { paths } from '#web/paths.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { COMMENTS_PAGE_SIZE, commentQueueQuery } from '#web/queries/comments.ts'
import { thankYouQueueQuery } from '#web/queries/thank-yous.ts'
import { privateMeta } from '#web/site/meta.ts'
import { isRepresentative, useUser } from '#web/site/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Count } from '#web/ui/count.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useFocusInRows } from '#web/ui/next-focus.ts'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { ThankYouQueue } from './thank-you-queue.tsx'

const WORDS = {
  hidden: { title: 'Message hidden', description: 'Only the people who run the campaign can see it now.' },
  shown: { title: 'Message kept', description: 'Everyone can see it.' },
}

/** A message, why it was reported, and the decision about it. */
function Message({ comment }: { comment: QueuedComment }) {
  const { id, campaignId, campaignName, organizationName, message, createdAt, timeZone, reports } = comment
  const textId = useId()
  const decide = useWrite<{ hidden: boolean }, boolean>({
    request: (hidden) => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/comments/${id}/hidden`,
      payload: { hidden },
    }),
    failure: 'Nothing was changed',
    success: ({ hidden }) => WORDS[hidden ? 'hidden' : 'shown'],
    refresh: [['comments'], campaignKey(campaignId)],
  })
  return (
    <li className="grid gap-2 border-t border-line px-5 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-8">
      <div className="min-w-0">
        <p id={textId} dir="auto" className="break-words whitespace-pre-line">
          {message}
        </p>
        {reports > 0 && <p className="mt-1 font-semibold break-words">{reportsText(comment)}</p>}
        <p className="quiet fine mt-1 break-words">
          <Link to={paths.campaign(campaignId)} className="text-link">
            {campaignName}
          </Link>{' '}
          · {organizationName}{' '}
          <span className="whitespace-nowrap">· {dateTimeText(createdAt, timeZone)}</span>
        </p>
      </div>
      <div className="flex gap-2.5 self-center">
        {reports > 0 && (
          <Button
            size="small"
            aria-describedby={textId}
            pending={decide.isPending && decide.variables === false && 'Saving...'}
            onClick={() => decide.mutate(false)}
          >
            Keep
          </Button>
        )}
        <Button
          size="small"
          kind="danger"
          aria-describedby={textId}
          pending={decide.isPending && decide.variables === true && 'Hiding...'}
          onClick={() => decide.mutate(true)}
        >
          Hide
        </Button>
      </div>
    </li>
  )
}

function reportsText({ reports, reasons }: QueuedComment): string {
  const times = reports === 1 ? 'Reported once' : `Reported ${reports} times`
  return reasons.length === 0 ? times : `${times}: ${reasons.map((reason) => `“${reason}”`).join(', ')}`
}

const queries = () => [commentQueueQuery('reported'), commentQueueQuery('newest')]
// Refused to owners, who have no such list.
export const loader = signedInLoader(() => [...queries(), optional(thankYouQueueQuery())])
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Messages')

/** Messages of support of every campaign that the reader manages: reported ones first. */
export default function Messages() {
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
        </Breadcrumbs>
        <h1 className="mt-2">Messages</h1>
        <p className="quiet mt-2 max-w-[60ch]">
          What supporters wrote on the pages of your campaigns. Their names are never shown. A message that is
          hidden disappears for everyone; you can show it again on the campaign’s page.
        </p>
      </div>
      {isRepresentative(useUser()) && <ThankYouQueue />}
      <Queue
        show="reported"
        title="Reported"
        empty={{
          title: 'No reported messages',
          text: 'When someone reports a message, it is listed here first.',
        }}
      />
      <Queue
        show="newest"
        title="Newest"
        empty={{ title: 'No messages yet', text: 'Messages appear here as supporters write them.' }}
      />
    </main>
  )
}

type Props = { show: 'reported' | 'newest'; title: string; empty: { title: string; text: string } }

/** One of the two lists, a page at a time. */
function Queue({ show, title, empty }: Props) {
  const id = useId()
  const rowFocus = useFocusInRows()
  const { data, error, isFetching, refetch, pager, isFirst } = useTrail({
    label: `Pages: ${title}`,
    pageSize: COMMENTS_PAGE_SIZE,
    query: (after) => commentQueueQuery(show, after),
  })
  return (
    <section className="card overflow-hidden" aria-labelledby={id} {...rowFocus}>
      <div className="flex items-center gap-3 px-5 py-4">
        <Heading level={2} id={id}>
          {title}
        </Heading>
        {show === 'reported' && <Count value={data?.count ?? 0} of="to decide" />}
      </div>
      {!data && !error && <Skeleton className="mx-5 mb-5 h-40" />}
      {!data && error && !isUnauthorized(error) && (
        <div className="px-5 pb-5">
          <NotLoaded
            what="The messages"
            message={error.message}
            isTrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data?.items.length === 0 && isFirst && (
        <div className="px-5 pb-5">
          <EmptyState title={empty.title}>{empty.text}</EmptyState>
        </div>
      )}
      <ul>
        {data?.items.map((comment) => (
          <Message key={comment.id} comment={comment} />
        ))}
      </ul>
      {pager}
    </section>
  )
}
