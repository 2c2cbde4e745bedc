import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { ApiError } from '#web/api-error.ts'
import { dateTimeText, usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paths } from '#web/paths.ts'
import { SIGN_OFF_KEYS, signOffsQuery } from '#web/queries/sign-offs.ts'
import { RepresentativesOnly, refusedBy } from '#web/site/instead.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { useZone } from '#web/site/zone.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const queries = () => [signOffsQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Sign-offs')

/** Refunds and write-offs that one representative prepared: nothing happens until another approves (R29). */
export default function SignOffs() {
  const found = useQuery(signOffsQuery)
  const { data, error } = found
  const [approving, setApproving] = useState<SignOff | null>(null)
  if (error instanceof ApiError && error.status === 403) return <NotForThem />
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <BackLink>
          <Link to={paths.dashboard}>Dashboard</Link>
        </BackLink>
        <h1 className="mt-2">Sign-offs</h1>
        <p className="quiet mt-2 max-w-[70ch]">
          Larger refunds, refunds by hand and write-offs take two people: one prepares, another approves.
          Nothing happens until then.
        </p>
      </div>
      <LoadProblem what="The list" found={found} />
      {!data && !error && <Skeleton className="h-64" />}
      {data && (
        <TableCard
          title="Waiting for approval"
          head={['What', 'Amount', 'Prepared', 'Actions']}
          numeric={['Amount']}
          most={10}
          empty="Nothing waits for approval"
          rows={data.map((one) => <Row key={one.id} one={one} onApprove={() => setApproving(one)} />)}
        />
      )}
      {approving && <Approve one={approving} onClose={() => setApproving(null)} />}
    </main>
  )
}

function Row({ one, onApprove }: { one: SignOff; onApprove: () => void }) {
  const { id, what, campaignId, campaignName, organizationName, amount, reason, preparedBy } = one
  const zone = useZone()
  const withdraw = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/sign-offs/${id}` }),
    failure: 'Failed to withdraw',
    success: { title: 'Withdrawn', description: 'Nothing was refunded or written off.' },
    refresh: SIGN_OFF_KEYS,
  })
  return (
    <tr>
      <th scope="row" className="full md:min-w-60">
        <span className="break-words">{what}</span>
        <span className="quiet fine block break-words font-normal">
          <Link to={paths.manage(campaignId, 'settlements')} className="text-link">
            {campaignName}
          </Link>
          , {organizationName}
        </span>
        {reason && <span className="fine block break-words font-normal">“{reason}”</span>}
      </th>
      <td data-label="Amount" className="num">
        {usd(amount)}
        {one.moneyMode === 'sandbox' && <span className="quiet fine block font-normal">Test mode</span>}
      </td>
      <td data-label="Prepared">
        <span className="break-words">by {preparedBy.name}</span>
        <span className="quiet fine block">{dateTimeText(one.preparedAt, zone)}</span>
      </td>
      <td className="full">
        <span className="flex flex-wrap gap-2">
          <Button
            size="dense"
            kind="primary"
            aria-label={`Approve: ${what}`}
            onClick={onApprove}
            reason={one.cannotApproveReason ?? undefined}
          >
            Approve
          </Button>
          <Button
            size="dense"
            aria-label={`Withdraw: ${what}`}
            pending={withdraw.isPending && 'Withdrawing...'}
            onClick={() => withdraw.mutate()}
          >
            Withdraw
          </Button>
        </span>
      </td>
    </tr>
  )
}

const DONE: Record<SignOff['kind'], string> = {
  goodwill_refund: 'The refund is on its way, and the supporter is notified by email.',
  manual_refund: 'The refund is recorded, and the supporter is notified by email.',
  write_off: 'The write-off is recorded.',
}

function Approve({ one, onClose }: { one: SignOff; onClose: () => void }) {
  const approve = useWrite({
    request: () => ({ method: 'POST', path: `/api/sign-offs/${one.id}/approval` }),
    failure: 'Not approved',
    success: { title: 'Approved', description: DONE[one.kind] },
    refresh: SIGN_OFF_KEYS,
    onSuccess: onClose,
  })
  return (
    <Confirm
      open
      title="Approve this?"
      confirm="Approve"
      pending={approve.isPending && 'Approving...'}
      onConfirm={() => approve.mutate()}
      onClose={onClose}
    >
      <p className="break-words">
        <strong>{one.what}</strong>
      </p>
      <p className="mt-2 break-words">
        {one.preparedBy.name} prepared it for {one.campaignName}. It is done at once and cannot be taken back.
      </p>
    </Confirm>
  )
}

const NotForThem = () => <RepresentativesOnly>It is private because it shows refunds.</RepresentativesOnly>

export const ErrorBoundary = refusedBy(NotForThem)
