import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isUnauthorized } from '#web/api-error.ts'
import { NotLoaded } from '#web/parts/records/not-loaded.tsx'
import { COMMENTS_PAGE_SIZE, commentQueueQuery } from '#web/queries/comments.ts'
import { Count } from '#web/ui/count.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useFocusInRows } from '#web/ui/next-focus.ts'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Message } from './message.tsx'

type Props = { show: 'reported' | 'newest'; title: string; empty: { title: string; text: string } }

/** One of the two lists, a page at a time. */
export function Queue({ show, title, empty }: Props) {
  const id = useId()
  const rowFocus = useFocusInRows()
  // The last message of each page before this one.
  const [trail, setTrail] = useState<string[]>([])
  const { data, error, isFetching, refetch } = useQuery({
    ...commentQueueQuery(show, trail.at(-1) ?? null),
    placeholderData: keepPreviousData,
  })
  const start = trail.length * COMMENTS_PAGE_SIZE
  const next = data?.next ?? null
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
      {data?.items.length === 0 && trail.length === 0 && (
        <div className="px-5 pb-5">
          <EmptyState title={empty.title}>{empty.text}</EmptyState>
        </div>
      )}
      <ul>
        {data?.items.map((comment) => (
          <Message key={comment.id} comment={comment} />
        ))}
      </ul>
      {data && (trail.length > 0 || next) && (
        <Pager
          label={`Pages: ${title}`}
          from={start + 1}
          to={start + data.items.length}
          of={data.count}
          onPrevious={trail.length === 0 ? null : () => setTrail(trail.slice(0, -1))}
          onNext={next ? () => setTrail([...trail, next]) : null}
        />
      )}
    </section>
  )
}
