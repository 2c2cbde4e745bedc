import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isUnauthorized } from '#web/api-error.ts'
import { counted } from '#web/format.ts'
import { NotLoaded } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { newestAmbassadorshipsQuery } from '#web/queries/ambassadors.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Skeleton } from '#web/ui/note.tsx'

type Empty = { title: string; to?: string; action?: string }

type Props = {
  title: string
  /** Where the whole list is. */
  to: string
  query: UseQueryResult<unknown>
  /** What to say and offer when the list is empty; false when it is not. */
  empty: false | undefined | Empty
  loading?: ReactNode
  /** Between a phone's width and a desk's: a list of rows, or cards two abreast, of which a third would stand alone. */
  as?: 'rows' | 'cards'
  children: ReactNode
}

/** At most three at a desk, fewer where the reader's type leaves no room for them. */
const THREE_ABREAST = 'lg:grid-cols-[repeat(auto-fill,minmax(min(100%,max(16rem,30%)),1fr))]'
const CARDS = 'md:grid-cols-2 md:max-lg:*:nth-3:hidden'

/** The start of a list: loading, failed, empty, or loaded. A failure does not affect other sections. */
export function HomeSection({ title, to, query, empty, loading, as = 'rows', children }: Props) {
  return (
    <section>
      <div className="mb-3 flex items-end justify-between gap-4">
        <Heading level={2}>{title}</Heading>
        <Link to={to} className="text-button -mr-1.5 text-accenttext" aria-label={`View All: ${title}`}>
          View All
        </Link>
      </div>
      {query.data === undefined && query.isError && !isUnauthorized(query.error) ? (
        <NotLoaded
          what={title}
          message={query.error.message}
          isTrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : empty ? (
        <Nothing {...empty} />
      ) : (
        <div className={`grid gap-4 ${THREE_ABREAST} ${as === 'cards' ? CARDS : ''}`}>
          {query.data === undefined
            ? (loading ?? ['a', 'b', 'c'].map((key) => <Skeleton key={key} className="h-24" />))
            : children}
        </div>
      )}
    </section>
  )
}

function Nothing({ title, to, action }: Empty) {
  return (
    <div className="flex min-h-20 flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border-[1.5px] border-dashed border-control px-5 py-4">
      <Heading level={3} size="detail">
        {title}
      </Heading>
      {to && (
        <Link to={to} className={buttonClass()}>
          {action}
        </Link>
      )}
    </div>
  )
}

/** For ambassadors; renders nothing for anybody else. */
export function AmbassadorLinks() {
  const ambassadorships = useQuery(newestAmbassadorshipsQuery)
  const { data } = ambassadorships
  if (!data || data.length === 0) return null
  return (
    <HomeSection title="Your Ambassador Links" to={paths.ambassador} query={ambassadorships} empty={false}>
      {data.map(({ id, campaignName, supportersCount }) => (
        <Link
          key={id}
          to={`${paths.ambassador}#campaign-${id}`}
          className="card block p-5 hover:border-control"
        >
          <h3 className="break-words">{campaignName}</h3>
          <p className="quiet fine mt-1">{counted(supportersCount, 'supporter')} through your link</p>
        </Link>
      ))}
    </HomeSection>
  )
}
