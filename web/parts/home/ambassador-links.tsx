import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { counted } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { newestAmbassadorshipsQuery } from '#web/queries/ambassadors.ts'
import { HomeSection } from './home-section.tsx'

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
