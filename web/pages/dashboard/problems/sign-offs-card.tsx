import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { dateTimeText, usd } from '#web/format.ts'
import { Payer, type Payers, usePayers } from '#web/parts/payers/payer.tsx'
import { LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { SIGN_OFF_KEYS, signOffsQuery } from '#web/queries/sign-offs.ts'
import { useDownload } from '#web/site/download.tsx'
import { useZone } from '#web/site/zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { useWrite } from '#web/write.ts'
import { OfCampaign } from './of-campaign.tsx'

/** What one representative prepared: nothing happens until another approves. */
export function SignOffs() {
  const found = useQuery(signOffsQuery)
  const [approving, setApproving] = useState<SignOff | null>(null)
  const payers = usePayers((found.data ?? []).flatMap(({ pledgeId }) => pledgeId ?? []))
  return (
    <>
      <LoadProblem what="What waits for approval" found={found} />
      {found.data && found.data.length > 0 && (
        <TableCard
          title="Waiting for approval"
          head={['What', 'Supporter', 'Amount', 'Prepared', 'Actions']}
          numeric={['Amount']}
          most={10}
          empty=""
          above={
            <p className="quiet max-w-[70ch]">
              Larger refunds, refunds by hand and adjustments take two people: one prepares, another approves.
            </p>
          }
          rows={found.data.map((one) => (
            <Row key={one.id} one={one} payers={payers} onApprove={() => setApproving(one)} />
          ))}
        />
      )}
      {approving && <Approve one={approving} payers={payers} onClose={() => setApproving(null)} />}
    </>
  )
}

function Row({ one, payers, onApprove }: { one: SignOff; payers: Payers; onApprove: () => void }) {
  const { id, what, amount, reason, preparedBy } = one
  const zone = useZone()
  const withdraw = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/sign-offs/${id}` }),
    failure: 'Failed to withdraw',
    success: { title: 'Withdrawn', description: 'Nothing was refunded or adjusted.' },
    refresh: SIGN_OFF_KEYS,
  })
  return (
    <tr>
      <th scope="row" className="full md:min-w-60 md:py-3">
        <span className="break-words">{what}</span>
        <span className="quiet fine block break-words font-normal">
          <OfCampaign {...one} />
        </span>
        {reason && <span className="fine block break-words font-normal">“{reason}”</span>}
        {one.hasAttachment && <Attachment id={id} />}
      </th>
      <td data-label="Supporter" className="full md:min-w-56 md:max-lg:col-span-2!">
        {one.pledgeId === null ? '–' : <Payer payers={payers} pledgeId={one.pledgeId} withAddress />}
      </td>
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

function Attachment({ id }: { id: string }) {
  const file = useDownload(`/api/sign-offs/${id}/attachment`)
  return (
    <Button
      size="dense"
      className="mt-1.5"
      pending={file.isPending && 'Loading...'}
      onClick={() => file.mutate()}
    >
      See the attachment
    </Button>
  )
}

const DONE: Record<SignOff['kind'], string> = {
  goodwill_refund: 'The refund is on its way, and the supporter is notified by email.',
  manual_refund: 'The refund is recorded, and the supporter is notified by email.',
  adjustment: 'The adjustment is in the journal, and the exception is resolved.',
}

function Approve({ one, payers, onClose }: { one: SignOff; payers: Payers; onClose: () => void }) {
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
      {one.pledgeId !== null && (
        <div className="mt-2">
          <Payer payers={payers} pledgeId={one.pledgeId} />
        </div>
      )}
      <p className="mt-2 break-words">
        {one.preparedBy.name} prepared it{one.campaignName && ` for ${one.campaignName}`}. It is done at once
        and cannot be taken back.
      </p>
    </Confirm>
  )
}
