import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { counted } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { newestAmbassadorshipsQuery } from '#web/queries/ambassadors.ts'

/** For those who are ambassadors; nothing for anybody else. */
export function AmbassadorSection() {
  const { data } = useQuery(newestAmbassadorshipsQuery)
  if (!data || data.length === 0) return null
  return (
    <section>
      <div className="mb-4 flex items-end justify-between gap-4">
        <h2>Your Ambassador Links</h2>
        <Link
          to={paths.ambassador}
          className="text-button -mr-1.5 text-accenttext"
          aria-label="View All: Your Ambassador Links"
        >
          View All
        </Link>
      </div>
      <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {data.map(({ id, campaignName, supportersCount }) => (
          <Link key={id} to={paths.ambassador} className="card block p-5 hover:border-control">
            <h3 className="break-words">{campaignName}</h3>
            <p className="quiet fine mt-1">{counted(supportersCount, 'supporter')} through your link</p>
          </Link>
        ))}
      </div>
    </section>
  )
}
