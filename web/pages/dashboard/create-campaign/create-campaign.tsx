import { faArrowRight, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { loadOnServer, optional, type PageContext, type PageData, pageContext } from '#web/page-data.ts'
import { CopyInstead } from '#web/parts/campaign/choose-campaign.tsx'
import { useUnsaved } from '#web/parts/forms/leaving.tsx'
import { paths, startSignInPath } from '#web/paths.ts'
import { useUploadFirstPicture } from '#web/picture/upload.ts'
import { organizationsQuery } from '#web/queries/organizations.ts'
import { currentUserQuery, userCampaignsQuery } from '#web/queries/users.ts'
import { queryClient } from '#web/query-client.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useIsSignedIn, useUser } from '#web/site/session.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Steps } from '#web/ui/steps.tsx'
import type { Intent } from '#web/write.ts'
import {
  chosenOf,
  creationIntent,
  type Draft,
  forgetDraft,
  isTyped,
  keepDraft,
  NEW_ORGANIZATION,
  newDraft,
  readDraft,
} from './draft.ts'
import { FirstOrganization, OrganizationDialog } from './organization-dialog.tsx'
import { OrganizationsTable } from './organizations-table.tsx'
import { StepDetails } from './step-details.tsx'

const NOTHING: PageData = { dehydrated: { mutations: [], queries: [] } }

/** Past campaigns can be copied: that offer stands above the button that continues. */
const queries = () => [organizationsQuery(), userCampaignsQuery()].map(optional)
/** A failed read is repeated by the page, which can show its error; for a visitor nothing is read. */
export async function loader({ context }: { context: { get: (key: typeof pageContext) => PageContext } }) {
  const page = context.get(pageContext)
  return page.isSignedIn ? loadOnServer(page, queries()) : NOTHING
}
export function clientLoader() {
  const isKnown = queryClient().getQueryData(currentUserQuery.queryKey)
  if (isKnown) for (const query of queries()) void queryClient().prefetchQuery(query)
  return null
}
export const meta = () => privateMeta('Create Campaign')

/** For any signed-in user: an organization's owners set up drafts for it. */
export default function CreateCampaign() {
  const user = useUser()
  if (!useIsSignedIn()) return <LoginRequired />
  return user ? <Wizard key={user.id} userId={user.id} /> : <Loading />
}

const STEPS: readonly string[] = ['Select Organization', 'Campaign Details']
const detailsPath = `${paths.createCampaign}?step=2`

function Wizard({ userId }: { userId: string }) {
  const { draft, isRead, change, forget, intents } = useDraft(userId)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isOver = useRef(false)
  const [picture, setPicture] = useState<Blob | null>(null)
  const upload = useUploadFirstPicture()
  const way = useUnsaved(isTyped(draft), (path) => isOver.current || path === paths.createCampaign)
  // The second step exists once an organization is chosen, whatever the address says.
  const step = params.get('step') === '2' && draft.organization ? 2 : 1
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    // The button that led here is gone: move the focus to the next step's heading.
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  if (!isRead && params.get('step') === '2') return <Loading />
  const finish = (): void => {
    isOver.current = true
    forget()
  }
  /** The campaign exists; its picture is uploaded next, and a failure is reported. */
  const created = (campaignId: string): void => {
    finish()
    const show = (): void => void navigate(paths.campaign(campaignId))
    if (picture) upload.mutate({ campaignId, picture }, { onSettled: show })
    else show()
  }
  return (
    <main id="main" className="wrap grid gap-6 pt-8">
      <header>
        <BackLink>
          <Link to={paths.dashboard}>Back to Dashboard</Link>
        </BackLink>
        <h1 className="mt-2">Create Campaign</h1>
        <Steps now={step} of={STEPS.length} name={STEPS[step - 1] ?? ''} next={STEPS[step] ?? null} />
      </header>
      {step === 2 && draft.organization ? (
        <StepDetails
          heading={heading}
          organization={draft.organization}
          details={draft.details}
          proposals={draft.statistics}
          vocabulary={draft.vocabulary}
          onVocabulary={(vocabulary) => change({ vocabulary })}
          intent={intents.campaign}
          onTyped={(details) => change({ details })}
          onProposals={(statistics) => change({ statistics })}
          onBack={() => navigate(paths.createCampaign)}
          picture={picture}
          isFinishing={upload.isPending}
          onPicture={setPicture}
          onCreated={created}
        />
      ) : (
        <StepOrganization
          heading={heading}
          draft={draft}
          change={change}
          intent={intents.organization}
          onContinue={() => navigate(detailsPath)}
        />
      )}
      <Confirm
        open={way.isBlocked}
        onClose={way.stay}
        onConfirm={() => {
          finish()
          way.leave()
        }}
        title="Leave without creating the campaign?"
        cancel="Keep editing"
        confirm="Discard"
        kind="danger"
      >
        <p className="quiet">What you typed here is not saved yet.</p>
      </Confirm>
    </main>
  )
}

/** What was typed in this tab; read once the page has loaded, since the server does not know it. */
function useDraft(userId: string) {
  const [draft, setDraft] = useState<Draft>(() => newDraft(userId))
  const [isRead, setRead] = useState(false)
  const latest = useRef(draft)
  const isForgotten = useRef(false)
  useEffect(() => {
    latest.current = readDraft(userId)
    setDraft(latest.current)
    setRead(true)
  }, [userId])
  const change = useCallback((changes: Partial<Draft>) => {
    if (isForgotten.current) return
    latest.current = { ...latest.current, ...changes }
    keepDraft(latest.current)
    setDraft(latest.current)
  }, [])
  const forget = useCallback(() => {
    isForgotten.current = true
    forgetDraft()
  }, [])
  const intents = useMemo(() => {
    const parts = { read: () => latest.current, change }
    return {
      organization: creationIntent('organization', parts),
      campaign: creationIntent('campaign', parts),
    }
  }, [change])
  return { draft, isRead, change, forget, intents }
}

function LoginRequired() {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title="Login Required"
        action={
          <a href={startSignInPath(paths.createCampaign)} className={buttonClass({ kind: 'primary' })}>
            Log In
          </a>
        }
      >
        Please log in to create a campaign.
      </EmptyState>
    </main>
  )
}

function Loading() {
  return (
    <main id="main" className="wrap grid gap-6 pt-8" aria-busy="true" aria-label="Loading">
      <Skeleton className="h-16 w-3/5" />
      <Skeleton className="h-96" />
    </main>
  )
}

type Props = {
  heading: Ref<HTMLHeadingElement>
  draft: Draft
  intent: Intent
  change: (changes: Partial<Draft>) => void
  onContinue: () => void
}

function StepOrganization({ heading, draft, intent, change, onContinue }: Props) {
  const { adding } = draft
  const user = useUser()
  const { data } = useQuery(organizationsQuery())
  if (data?.count === 0 && user?.memberships.length === 0)
    return (
      <FirstOrganization
        heading={heading}
        intent={intent}
        typed={adding ?? NEW_ORGANIZATION}
        onTyped={(values) => change({ adding: values })}
        onCreated={(created) => {
          change({ adding: null, organization: created })
          onContinue()
        }}
      />
    )
  const only = data?.count === 1 ? data.items[0]?.organizations : undefined
  const organization = draft.organization ?? (only ? chosenOf(only) : null)
  return (
    <>
      <section className="card overflow-hidden" aria-labelledby="select-organization">
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
          <div>
            <Heading level={2} ref={heading} id="select-organization" tabIndex={-1}>
              Select Organization
            </Heading>
            <p className="quiet mt-1">Who is the money for?</p>
          </div>
          <Button onClick={() => change({ adding: NEW_ORGANIZATION })}>
            <Icon icon={faPlus} /> Create Organization
          </Button>
        </div>
        <OrganizationsTable
          chosenId={organization?.id ?? null}
          onChoose={(chosen) => change({ organization: chosen })}
        />
      </section>
      <CopyInstead />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Link to={paths.dashboard} className={`${buttonClass()} max-sm:order-2 max-sm:w-full`}>
          Back to Dashboard
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full max-sm:*:w-full">
          <p role="status" className="min-w-0 break-words">
            {organization && (
              <>
                Selected: <strong>{organization.name}</strong>
              </>
            )}
          </p>
          <Button
            kind="primary"
            reason={organization ? undefined : 'Select an organization first'}
            onClick={() => {
              change({ organization })
              onContinue()
            }}
            className="max-sm:w-full"
          >
            Continue <Icon icon={faArrowRight} />
          </Button>
        </div>
      </div>
      {adding && (
        <OrganizationDialog
          intent={intent}
          typed={adding}
          onTyped={(values) => change({ adding: values })}
          onClose={() => change({ adding: null })}
          onCreated={(created) => change({ adding: null, organization: created })}
        />
      )}
    </>
  )
}
