import { useRef } from 'react'
import { Link } from 'react-router'
import { countText } from '#web/format.ts'
import { CampaignCard, CampaignCardSkeleton } from '#web/parts/campaign/campaign-card.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { addressOf, type Filter, filterWords } from './filter.ts'
import { useGoingOn, type usePages } from './pages.ts'

type Props = {
  filter: Filter
  /** The number of all results; undefined while it is counted. */
  count: number | undefined
  pages: ReturnType<typeof usePages>
  now: number
  isLoading: boolean
}

export const foundText = (count: number): string =>
  `${countText(count)} ${count === 1 ? 'Campaign' : 'Campaigns'} Found`

/** The results, page after page. */
export function Found({ filter, count, pages, now, isLoading }: Props) {
  const { items, next, isFromStart, trail } = pages
  const list = useRef<HTMLUListElement>(null)
  const goOn = useGoingOn(list, items?.map(({ campaigns }) => campaigns.id) ?? [])
  const total = count ?? items?.length ?? 0
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 md:mb-5">
        <h2>{items ? foundText(total) : 'Campaigns'}</h2>
        <p className="quiet min-w-0 wrap-anywhere first-letter:uppercase">
          {filter.search && (
            <>
              matching “<bdi>{filter.search}</bdi>”,{' '}
            </>
          )}
          {filterWords(filter)}
        </p>
      </div>
      {!isFromStart && (
        <p className="mb-5">
          You are partway down the list.{' '}
          <Link className="link" to={addressOf({ ...filter, cursor: null })}>
            Start at the top
          </Link>
        </p>
      )}
      <ul
        ref={list}
        className={`campaign-list later grid gap-6 ${filter.view === 'list' ? '' : 'md:grid-cols-2 lg:grid-cols-3'}`}
      >
        {items
          ? items.map((item) => (
              <li key={item.campaigns.id} className="grid min-w-0" data-campaign={item.campaigns.id}>
                <CampaignCard item={item} now={now} view={filter.view} />
              </li>
            ))
          : ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <li key={key} className="grid min-w-0">
                <CampaignCardSkeleton />
              </li>
            ))}
      </ul>
      {items && next !== null && (
        <p className="mt-8 grid justify-items-center gap-3">
          <Link
            to={addressOf({ ...filter, cursor: next })}
            state={trail}
            replace
            preventScrollReset
            onClick={goOn}
            className={buttonClass({ size: 'big' })}
            aria-busy={isLoading}
          >
            {isLoading ? 'Loading...' : 'Show more campaigns'}
          </Link>
          {isFromStart && (
            <span className="quiet" role="status">
              {countText(items.length)} of {countText(total)} shown
            </span>
          )}
        </p>
      )}
    </>
  )
}
