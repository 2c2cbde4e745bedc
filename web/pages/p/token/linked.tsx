import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useParams } from 'react-router'
import type { LinkedPledge, PartsByLink } from '#domain/schemas/pledge-link.ts'
import { isMissing } from '#web/api-error.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { Bills, Receipts } from '#web/pages/pledges/id/bills.tsx'
import { EarnedBoard } from '#web/pages/pledges/id/earned.tsx'
import { Agreed, howLongLinksWork, PledgeHead, WHAT_LINKS_SHOW } from '#web/pages/pledges/id/head.tsx'
import { LikelyChange } from '#web/pages/pledges/id/likely-change.tsx'
import { AlertsCard, Matches } from '#web/pages/pledges/id/matches.tsx'
import { PayDue } from '#web/pages/pledges/id/pay-due.tsx'
import { post } from '#web/parts/card/card-setup.ts'
import { CONTACT_FIELDS, emptyIn, NAME_FIELDS, NO_PAYER, type Payer } from '#web/parts/guests/payer.ts'
import { PayerFields } from '#web/parts/guests/payer-fields.tsx'
import { Failed, LinkEnded, NotShown } from '#web/parts/mailed-link/not-shown.tsx'
import { NotLoaded } from '#web/parts/records/not-loaded.tsx'
import { alertsOfLink } from '#web/queries/alerts.ts'
import { linkedForecastQuery } from '#web/queries/forecasts.ts'
import { linkedPledgeQuery } from '#web/queries/pledges.ts'
import { missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { secretHeaders } from '#web/site/secret-headers.ts'
import { useIsOffline } from '#web/touchline/use-is-offline.ts'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'
import { ChangeByLink } from './change.tsx'

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  linkedPledgeQuery(params.token ?? ''),
  linkedForecastQuery(params.token ?? ''),
]
export const loader = publicLoader(queries)
export const clientLoader = browserLoader(queries)
export const meta = () => privateMeta('Your pledge')
export const headers = secretHeaders

export const ErrorBoundary = missingAs(LinkEnded)

/** One pledge, to read and to pay what is due, without a password; a change is confirmed by mail. */
export default function Linked() {
  const { token = '' } = useParams()
  const found = useQuery(linkedPledgeQuery(token))
  const { data: pledge, error } = found
  if (!pledge || isMissing(error))
    return <NotShown what="Your pledge" found={found} missing={<LinkEnded />} loading={<Loading />} />
  return (
    <main id="main" className="wrap grid gap-6 pt-8">
      <PledgeHead pledge={pledge} />
      {error && (
        <NotLoaded
          what="The newest state of your pledge"
          message={error.message}
          isTrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      )}
      <PayDue pledge={pledge} token={token} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <EarnedBoard pledge={pledge} />
          <LikelyChange pledge={pledge} query={linkedForecastQuery(token)} />
          <Matches pledge={pledge} />
        </div>
        <div className="grid gap-6">
          <Bills pledge={pledge} files={`/api/pledge-links/${encodeURIComponent(token)}`} />
          <Receipts pledge={pledge} token={token} />
          <AlertsCard pledge={pledge} path={alertsOfLink(token)} />
          {!isCancelled(pledge) && <DetailsByLink pledge={pledge} token={token} />}
          {isOver(pledge) ? <Unchangeable pledge={pledge} /> : <ChangeByLink pledge={pledge} token={token} />}
          <Agreed pledge={pledge} />
        </div>
      </div>
    </main>
  )
}

function Loading() {
  const isOffline = useIsOffline()
  return (
    <main id="main" className="wrap py-10" aria-busy="true">
      {isOffline && (
        <div className="mb-4">
          <Note tone="warning" role="status">
            You are offline. Your pledge appears here once you are connected again.
          </Note>
        </div>
      )}
      <Skeleton className="h-96" />
    </main>
  )
}

type Ending = Pick<LinkedPledge, 'status' | 'campaignStatus'>

const isCancelled = ({ status, campaignStatus }: Ending): boolean =>
  status === 'cancelled' || campaignStatus === 'cancelled'

/** Settled with nothing open, or cancelled: nothing about it can be changed, paid or alerted to. */
export const isOver = (pledge: Ending): boolean => isCancelled(pledge) || pledge.status === 'settled'

export function Unchangeable({ pledge }: { pledge: LinkedPledge }) {
  return (
    <section className="card pad grid gap-3" aria-labelledby="to-change">
      <Heading level={2} id="to-change">
        About this link
      </Heading>
      <p>
        {isCancelled(pledge)
          ? 'This pledge was cancelled. There is nothing left to change.'
          : 'This pledge is settled. There is nothing left to change or to pay.'}
      </p>
      <p className="quiet fine">
        {howLongLinksWork(pledge.expiresAt, pledge.timeZone)} {WHAT_LINKS_SHOW}
      </p>
    </section>
  )
}

type Props = { pledge: LinkedPledge; token: string }

/** What can be entered now: missing details, or, if none are missing, those entered here before. */
function openParts({ details }: LinkedPledge): PartsByLink & { isCorrection: boolean } {
  const isCorrection = details.name !== 'missing' && details.contact !== 'missing'
  const open = isCorrection ? 'by_link' : 'missing'
  return { name: details.name === open, contact: details.contact === open, isCorrection }
}

/** A guest by card gave only an email address: the rest is added here, unless its owner has typed it. */
function DetailsByLink({ pledge, token }: Props) {
  const { name, contact, isCorrection } = openParts(pledge)
  const [isOpen, setOpen] = useState(false)
  const [added, setAdded] = useState<PartsByLink | null>(null)
  if (!name && !contact && !added) return null
  const what = name && contact ? 'your name and address' : name ? 'your name' : 'your address and phone'
  return (
    <section className="card pad grid gap-3" aria-labelledby="details-title">
      <Heading level={2} id="details-title">
        Your details
      </Heading>
      {added && (
        <Note tone="good" role="status">
          {added.name && added.contact
            ? 'Your name, address and phone are'
            : added.name
              ? 'Your name is'
              : 'Your address and phone are'}{' '}
          added. We emailed you a confirmation.
        </Note>
      )}
      {(name || contact) && !isOpen && (
        <>
          <p className="quiet">{leadOf({ name, isCorrection })}</p>
          <Button className="justify-self-start" onClick={() => setOpen(true)}>
            {isCorrection ? 'Correct' : 'Add'} {what}
          </Button>
        </>
      )}
      {isOpen && (
        <DetailsForm
          pledge={pledge}
          token={token}
          onClose={() => setOpen(false)}
          onAdded={(answer) => {
            setAdded(answer)
            setOpen(false)
          }}
        />
      )}
    </section>
  )
}

function leadOf({ name, isCorrection }: { name: boolean; isCorrection: boolean }): string {
  if (isCorrection)
    return 'Details were added here before. They are not shown, because emails with this link can be forwarded. Enter them again to correct them.'
  return name
    ? 'We only have your email address. Add your name to have it on your receipts.'
    : 'Add an address and phone, so that the representative can reach you about payments.'
}

type FormProps = Props & { onClose: () => void; onAdded: (added: PartsByLink) => void }

const isBegun = (payer: Payer, fields: readonly (keyof Payer)[]): boolean =>
  fields.some((field) => payer[field].trim() !== '')

function DetailsForm({ pledge, token, onClose, onAdded }: FormProps) {
  const client = useQueryClient()
  const [payer, setPayer] = useState(NO_PAYER)
  const [empty, setEmpty] = useState<ReturnType<typeof emptyIn>>(null)
  const id = useId()
  const open = openParts(pledge)
  const send = useMutation<PartsByLink, Error, object>({
    mutationFn: (details) => post(`/api/pledge-links/${encodeURIComponent(token)}/details`, details),
    onSuccess: async (added) => {
      onAdded(added)
      await client.invalidateQueries({ queryKey: linkedPledgeQuery(token).queryKey })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const contactFields = [...CONTACT_FIELDS, 'streetAddress2'] as const
    const hasContact = open.contact && isBegun(payer, contactFields)
    // An address is optional; once begun, or if nothing else is missing, it must be complete.
    const hasName = open.name && (isBegun(payer, NAME_FIELDS) || !hasContact)
    const needed = [...(hasName ? NAME_FIELDS : []), ...(hasContact || !open.name ? CONTACT_FIELDS : [])]
    const next = emptyIn(payer, needed)
    setEmpty(next)
    if (next) form.querySelector<HTMLElement>(`[name="${next.name}"]`)?.focus()
    if (next || send.isPending) return
    const { firstName, lastName, confirmedZip, ...contact } = payer
    send.mutate({
      ...(hasName ? { name: { firstName, lastName } } : {}),
      ...(hasContact ? { contact } : {}),
    })
  }
  const refused = fieldErrors(send.error)
  const isOfField = Object.keys(refused).length > 0
  return (
    <form className="grid gap-4" noValidate onSubmit={submit} aria-labelledby={id}>
      <p id={id} className="quiet">
        The representative who handles payments sees what you enter here. If you win a reward and your pledge
        is not anonymous, the organization sees your name and how to reach you.
        {open.name && open.contact && ' Leave the address empty if you only want your name on receipts.'}
      </p>
      <PayerFields
        payer={payer}
        isTried={false}
        refused={empty ? { ...refused, [empty.name]: empty.says } : refused}
        hasName={open.name}
        hasContact={open.contact}
        elsewhere="Leave the address empty: your pledge does not need it."
        onPayer={(change) => {
          setEmpty(null)
          send.reset()
          setPayer((known) => ({ ...known, ...change }))
        }}
      />
      {!isOfField && <Failed error={send.error} />}
      <div className="grid gap-2 sm:flex">
        <Button
          kind="primary"
          type="submit"
          pending={send.isPending && (open.isCorrection ? 'Correcting...' : 'Adding...')}
        >
          {open.isCorrection ? 'Correct' : 'Add'}
        </Button>
        <Button onClick={onClose}>Back</Button>
      </div>
    </form>
  )
}
