import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { CampaignErrors, CampaignNotLoaded } from '#web/parts/campaign/not-found.tsx'
import { type Entered, keepEntered, keptEntered } from '#web/parts/guests/entered.ts'
import { GUEST } from '#web/parts/guests/look.ts'
import { keepWaiting, keptWaiting, type Waiting } from '#web/parts/guests/waiting.ts'
import { WithoutScript } from '#web/parts/guests/without-script.tsx'
import { keepOpening } from '#web/parts/pledging/opening.ts'
import { codeIn } from '#web/parts/pledging/referral.ts'
import { keepSelection } from '#web/parts/pledging/selection.ts'
import { paths } from '#web/paths.ts'
import { campaignQuery, creditedQuery } from '#web/queries/campaigns.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useIsSignedIn, useNow } from '#web/site/session.ts'
import { CampaignWords } from '#web/site/words.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { CheckEmail } from './check-email.tsx'
import { GuestForm } from './guest-form.tsx'

type Asked = { request: Request; params: Record<string, string | undefined> }

const queriesFor = ({ request, params }: Asked) => {
  const id = params.id ?? ''
  const code = codeIn(new URL(request.url).searchParams)
  return code ? [campaignQuery(id), creditedQuery(id, code)] : [campaignQuery(id)]
}
export const loader = publicLoader(queriesFor)
export const clientLoader = browserLoader(queriesFor)
export const meta = () => privateMeta('Pledge without an account')

/** One screen from the scoreboard's code to a pledge that awaits its mail (R59). */
export default function GuestPledgePage() {
  const { id = '' } = useParams()
  const found = useQuery(campaignQuery(id))
  const { data, isError } = found
  if (isError && !data) return <CampaignNotLoaded found={found} />
  if (data) {
    return (
      <CampaignWords value={data.campaigns.vocabulary}>
        <Loaded key={id} detail={data} />
      </CampaignWords>
    )
  }
  return (
    <main id="main" className="wrap max-w-[37.5rem] py-6" aria-busy="true" aria-label="Loading the campaign">
      <Skeleton className="h-150" />
    </main>
  )
}

function Loaded({ detail }: { detail: CampaignDetail }) {
  const { id, name, pledgesClosedReason } = detail.campaigns
  const now = useNow()
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [entered, setEntered] = useState<Entered | null>(null)
  const [asked] = useSearchParams()
  const hasDialog = useIsSignedIn() && asked.get('address') !== 'none'
  useEffect(() => setWaiting(keptWaiting(id, now)), [id, now])
  useEffect(() => setEntered(keptEntered(id)), [id])
  useDialogInstead(id, hasDialog)
  const keep = (next: Waiting | null): void => {
    keepWaiting(id, next)
    setWaiting(next)
    window.scrollTo({ top: 0 })
  }
  const held = (next: Waiting): void => {
    setEntered(null)
    keepEntered(id, null)
    keep(next)
  }
  /** Everything is on the form again, apart from the card. */
  const back = (): void => {
    const from = waiting?.from ?? null
    if (from) {
      keepSelection(id, from.selection)
      keepEntered(id, from.entered)
    }
    setEntered(from?.entered ?? null)
    keep(null)
  }
  return (
    <main id="main" className={GUEST}>
      <BackLink>
        <Link to={paths.campaign(id)}>See the whole campaign</Link>
      </BackLink>
      {hasDialog ? (
        <p role="status">You are signed in: opening your pledge on the campaign’s page.</p>
      ) : waiting ? (
        <CheckEmail waiting={waiting} onChange={keep} onBack={back} onOver={() => keepWaiting(id, null)} />
      ) : pledgesClosedReason ? (
        <Note>{pledgesClosedReason}</Note>
      ) : (
        <>
          <WithoutScript title={name} />
          {/* What was kept for this tab is known once the page runs: the form then begins with it. */}
          <GuestForm key={entered ? 'kept' : 'new'} detail={detail} entered={entered} onHeld={held} />
        </>
      )}
    </main>
  )
}

/** Signed-in users have a shorter way, if they have an address: the dialog, with the same selection. */
function useDialogInstead(campaignId: string, hasDialog: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!hasDialog) return
    keepOpening(campaignId)
    void navigate(paths.campaign(campaignId), { replace: true })
  }, [campaignId, hasDialog, navigate])
}

export const ErrorBoundary = () => <CampaignErrors />
