import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { ambassador } from '#web/content/ambassador.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { ambassadorshipsQuery } from '#web/queries/ambassadors.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useOpenByHash } from '#web/site/open-by-hash.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { CampaignSection } from './campaign-section.tsx'
import { Summary } from './summary.tsx'
import { Today } from './today.tsx'

const queries = () => [ambassadorshipsQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta(ambassador.title)

/** An ambassador's own links and figures, and nobody else's (R27, R42). */
export default function Ambassador() {
  const { data, error } = useQuery(ambassadorshipsQuery)
  useOpenByHash()
  return (
    <main id="main" className="wrap grid grid-cols-[minmax(0,1fr)] gap-5 pt-8 lg:pt-10">
      <div>
        <h1>{ambassador.title}</h1>
        <p className="quiet mt-2 max-w-[72ch]">{ambassador.lead}</p>
      </div>
      {error && !data ? (
        <Note tone="danger" role="alert">
          {error.message}
        </Note>
      ) : (
        <Sections ambassadorships={data} />
      )}
    </main>
  )
}

function Sections({ ambassadorships }: { ambassadorships: Ambassadorship[] | undefined }) {
  if (!ambassadorships) return <Skeleton className="h-120" />
  if (ambassadorships.length === 0) return <None />
  const isOpen = ({ campaignStatus }: Ambassadorship) => campaignStatus === 'active'
  const ordered = [...ambassadorships.filter(isOpen), ...ambassadorships.filter((one) => !isOpen(one))]
  return (
    <>
      <Summary ambassadorships={ordered} />
      <Today ambassadorships={ordered} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {ordered.map((one) => (
          <CampaignSection key={one.id} ambassadorship={one} isOpen={ordered.length === 1} />
        ))}
      </div>
    </>
  )
}

function None() {
  return (
    <EmptyState
      level={2}
      title={ambassador.empty.title}
      action={
        <Link to={paths.campaigns} className={buttonClass()}>
          Browse Campaigns
        </Link>
      }
    >
      {ambassador.empty.text}
    </EmptyState>
  )
}
