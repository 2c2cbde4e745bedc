import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { ambassador } from '#web/content/ambassador.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { AuthFrame } from '#web/parts/auth/auth-frame.tsx'
import { LinkToShare } from '#web/parts/campaign/link-to-share.tsx'
import { CampaignErrors } from '#web/parts/campaign/not-found.tsx'
import { paths, signInPath, signUpPath } from '#web/paths.ts'
import { campaignKey, campaignQuery } from '#web/queries/campaigns.ts'
import { privateMeta } from '#web/site/meta.ts'
import { usePublicConfig, useUser } from '#web/site/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const queriesFor = ({ params }: { params: Record<string, string | undefined> }) => [
  campaignQuery(params.id ?? ''),
]
export const loader = publicLoader(queriesFor)
export const clientLoader = browserLoader(queriesFor)
export const meta = () => privateMeta('Become an ambassador')
export const ErrorBoundary = () => <CampaignErrors />

/** The link in an invitation. Opening it changes nothing: joining takes a press. */
export default function Join() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const { data } = useQuery(campaignQuery(id))
  const user = useUser()
  const token = params.get('token') ?? ''
  const here = `${paths.campaign(id)}/join?token=${encodeURIComponent(token)}`
  const [isShown, setShown] = useState(false)
  const join = useWrite<{ ambassadorReferralCode: string }>({
    request: () => ({
      method: 'POST',
      path: `/api/campaigns/${id}/ambassadors/join`,
      payload: { token, onLeaderboard: isShown },
    }),
    failure: null,
    refresh: [campaignKey(id)],
  })
  const name = data?.campaigns.name ?? 'this campaign'
  if (join.data) return <Joined campaignId={id} name={name} code={join.data.ambassadorReferralCode} />
  return (
    <AuthFrame
      title="Become an ambassador"
      lead={`You were invited to bring supporters to ${name}.`}
      below={
        <Link to={paths.campaign(id)} className="text-link">
          See the campaign first
        </Link>
      }
    >
      <div className="grid gap-4">
        {token === '' && (
          <Note tone="danger">This link is incomplete. Open it from your invitation again.</Note>
        )}
        {join.error && (
          <Note tone="danger" role="alert">
            {join.error.message}
          </Note>
        )}
        <p className="quiet">{ambassador.join.shown}</p>
        {user && (
          <Checkbox
            label={ambassador.join.label}
            hint={ambassador.join.hint}
            checked={isShown}
            onChange={setShown}
          />
        )}
        {user ? (
          <Button
            kind="primary"
            full
            disabled={token === ''}
            pending={join.isPending && 'Processing...'}
            onClick={() => join.mutate()}
          >
            Join as {user.firstName ?? user.email}
          </Button>
        ) : (
          <>
            <Link to={signInPath(here)} className={buttonClass({ kind: 'primary', full: true })}>
              Sign in to join
            </Link>
            <Link to={signUpPath(here)} className={buttonClass({ full: true })}>
              Sign Up
            </Link>
          </>
        )}
      </div>
    </AuthFrame>
  )
}

function Joined({ campaignId, name, code }: { campaignId: string; name: string; code: string }) {
  const { appUrl } = usePublicConfig()
  return (
    <AuthFrame
      title="You are an ambassador now"
      lead={`Everyone who pledges to ${name} through your link is credited to you.`}
      below="Your own page has messages to send, a QR code, a flyer, and how much was pledged through your link. It does not show who pledged."
    >
      <div className="grid gap-4">
        <LinkToShare link={`${appUrl}${paths.campaign(campaignId)}?ref=${code}`} campaignName={name} />
        <Link to={paths.ambassador} className={buttonClass({ kind: 'primary', full: true })}>
          Go to your ambassador page
        </Link>
        <Link to={paths.campaign(campaignId)} className={buttonClass({ full: true })}>
          View Campaign
        </Link>
      </div>
    </AuthFrame>
  )
}
