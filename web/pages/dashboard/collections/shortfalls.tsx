import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { type Shortfall, type ShortfallWriteOff, WriteOffForm } from '#domain/schemas/shortfall.ts'
import { calendarDayText, countText, usd } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { SHORTFALLS_FILE, shortfallsQuery } from '#web/queries/shortfalls.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useWrite } from '#web/write.ts'

/** Refunds of a check that then bounced: requested again, or written off by two people (R5, R29). */
export function Shortfalls() {
  const { data } = useQuery(shortfallsQuery)
  const [proposing, setProposing] = useState<Shortfall | null>(null)
  if (!data || (data.length === 0 && !proposing)) return null
  return (
    <>
      <TableCard
        title="Refunded, then the check bounced"
        head={['Invoice', 'Since', 'Age', 'Missing', 'What happens next']}
        numeric={['Age', 'Missing']}
        most={10}
        empty="Nothing is missing"
        actions={<DownloadCsv path={SHORTFALLS_FILE} of="what is missing" />}
        rows={data.map((one) => (
          <ShortfallRow key={one.invoiceId} one={one} onPropose={() => setProposing(one)} />
        ))}
      />
      {proposing && <Propose shortfall={proposing} onClose={() => setProposing(null)} />}
    </>
  )
}

function ShortfallRow({ one, onPropose }: { one: Shortfall; onPropose: () => void }) {
  const { invoiceNumber, campaignName, since, ageDays, amount, moneyMode, cannotProposeReason, proposal } =
    one
  return (
    <tr>
      <th scope="row" className="full">
        {invoiceNumber}
        <span className="quiet fine block break-words">{campaignName}</span>
      </th>
      <td data-label="Since" className="whitespace-nowrap">
        {calendarDayText(since)}
      </td>
      <td data-label="Age" className="num whitespace-nowrap">
        {ageDays === 1 ? '1 day' : `${countText(ageDays)} days`}
      </td>
      <td data-label="Missing" className="num">
        {usd(amount)}
        {moneyMode === 'sandbox' && <span className="quiet fine block font-normal">Test mode</span>}
      </td>
      <td className="full md:min-w-60">
        {proposal ? (
          <Proposed one={one} proposal={proposal} />
        ) : (
          <Button
            size="dense"
            aria-label={`Propose to write off ${usd(amount)} of ${invoiceNumber}`}
            onClick={onPropose}
            reason={cannotProposeReason ?? undefined}
          >
            Write off
          </Button>
        )}
      </td>
    </tr>
  )
}

const pathOf = ({ campaignId, invoiceId }: Shortfall): string =>
  `/api/campaigns/${campaignId}/shortfalls/${invoiceId}/write-offs`

const REFRESH = [['collections'], ['payments']] as const

/** The second person approves, or anyone withdraws it (R29). */
function Proposed({ one, proposal }: { one: Shortfall; proposal: ShortfallWriteOff }) {
  const path = `${pathOf(one)}/${proposal.id}`
  const approve = useWrite({
    request: () => ({ method: 'POST', path: `${path}/approval` }),
    failure: 'Write-off failed',
    success: { title: `${usd(proposal.amount)} written off` },
    refresh: REFRESH,
  })
  const withdraw = useWrite({
    request: () => ({ method: 'DELETE', path }),
    failure: 'Failed to withdraw',
    success: { title: 'Write-off withdrawn' },
    refresh: REFRESH,
  })
  return (
    <span className="grid justify-items-start gap-1.5">
      <span className="fine break-words">
        {proposal.proposedBy.name} proposes to write off {usd(proposal.amount)}: {proposal.reason}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button
          size="dense"
          aria-label={`Approve to write off ${usd(proposal.amount)} of ${one.invoiceNumber}`}
          pending={approve.isPending && 'Approving...'}
          onClick={() => approve.mutate()}
          reason={proposal.cannotApproveReason ?? undefined}
        >
          Approve
        </Button>
        <Button
          size="dense"
          aria-label={`Withdraw the write-off of ${one.invoiceNumber}`}
          pending={withdraw.isPending && 'Withdrawing...'}
          onClick={() => withdraw.mutate()}
        >
          Withdraw
        </Button>
      </span>
    </span>
  )
}

type Input = { reason: string }

function Propose({ shortfall, onClose }: { shortfall: Shortfall; onClose: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    ShortfallWriteOff & { version: number }
  >({
    schema: WriteOffForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { reason: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: pathOf(shortfall), payload }),
    failure: 'Failed to propose',
    success: { title: 'Write-off proposed', description: 'Another representative approves it.' },
    refresh: REFRESH,
    onSaved: onClose,
  })
  return (
    <FormDrawer
      isShort
      title={`Write off ${usd(shortfall.amount)}`}
      description={`${shortfall.invoiceNumber}, ${shortfall.campaignName}. It was refunded to the supporter before the check bounced. Once another representative approves, it is our loss.`}
      save="Propose"
      saving="Proposing..."
      isDirty={form.formState.isDirty}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={submit}
    >
      <TextField
        {...form.register('reason')}
        label="Why"
        autoComplete="off"
        maxLength={500}
        hint="For example: three letters without an answer."
        error={form.formState.errors.reason?.message}
      />
    </FormDrawer>
  )
}
