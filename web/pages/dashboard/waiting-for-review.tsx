import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { dateText } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { REVIEWS_PAGE_SIZE, waitingReviewsQuery } from '#web/queries/review-requests.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Pager } from '#web/ui/pager.tsx'

/** Drafts whose owners ask for a review, longest waiting first (R24). Nothing while none does. */
export function WaitingForReview() {
  const [trail, setTrail] = useState<string[]>([])
  const { data } = useQuery({
    ...waitingReviewsQuery(trail.at(-1) ?? null),
    placeholderData: keepPreviousData,
  })
  if (!data || data.count === 0) return null
  const start = trail.length * REVIEWS_PAGE_SIZE
  const { next } = data
  return (
    <section className="card overflow-hidden" aria-labelledby="waiting-for-review">
      <div className="px-5 py-4">
        <h2 id="waiting-for-review" className="text-[32px]">
          Waiting for review
        </h2>
        <p className="quiet mt-1">Owners have set these up. They take pledges once you activate them.</p>
      </div>
      <div className="table-scroll">
        <table className="table stacked">
          <thead>
            <tr>
              <th scope="col">Campaign</th>
              <th scope="col">Organization</th>
              <th scope="col">Waiting since</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((review) => (
              <tr key={review.id}>
                <td className="full font-semibold break-words">{review.campaignName}</td>
                <td className="quiet">{review.organizationName}</td>
                <td data-label="Waiting since">{dateText(review.askedAt, review.timeZone)}</td>
                <td className="num max-md:justify-self-end">
                  <Link
                    to={paths.manage(review.campaignId)}
                    className={buttonClass({ size: 'dense' })}
                    aria-label={`Review ${review.campaignName}`}
                  >
                    Review
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(trail.length > 0 || next !== null) && (
        <Pager
          label="Pages of campaigns that wait"
          from={start + 1}
          to={start + data.items.length}
          of={data.count}
          onPrevious={trail.length === 0 ? null : () => setTrail(trail.slice(0, -1))}
          onNext={next === null ? null : () => setTrail([...trail, next])}
        />
      )}
    </section>
  )
}
