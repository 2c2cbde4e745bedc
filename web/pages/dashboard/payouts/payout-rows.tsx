import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { dateIn } from '#domain/places/zone.ts'
import { type Payout, PayoutArrival, type PayoutsPage } from '#domain/schemas/payout.ts'
import { calendarDayText, usd } from '#web/format.ts'
import { BoundDate } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { heldBack, isBelowZero, isNothing, lookOf } from '#web/parts/payouts/payout-labels.ts'
import { paths } from '#web/paths.ts'
import { useNow } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { rowLinkClass } from '#web/ui/row-link.ts'
import { pathOf, Sent, What } from './payout-parts.tsx'
import { ApproveDialog, PrepareDialog } from './prepare-and-approve-dialogs.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'

export type Row = PayoutsPage['campaigns'][number]
type Doing = 'prepare' | 'approve' | 'send' | 'confirm'
const HEADS = ['Campaign', 'Collected', 'Commission', 'Paid out', 'Owed', 'Next']
const NUMERIC = new Set(['Collected', 'Commission', 'Paid out', 'Owed'])
const LINK = rowLinkClass

/** `isMixed`: where test money is listed beside real money, each row says which it is. */
type Props = { campaigns: readonly Row[]; isMixed: boolean }

/** Each with its one next step. */
export function PayoutRows({ campaigns, isMixed }: Props) {
  const [doing, setDoing] = useState<{ what: Doing; row: Row } | null>(null)
  const close = () => setDoing(null)
  return (
    <>
      <div className="relative overflow-x-auto">
        <table className="table stacked broad" aria-label="What is owed, by campaign">
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col" className={NUMERIC.has(head) ? 'num' : ''}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {campaigns.map((row) => (
              <CampaignRow
                key={row.campaignId}
                row={row}
                isMixed={isMixed}
                onDo={(what) => setDoing({ what, row })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {doing?.what === 'prepare' && <PrepareDialog row={doing.row} onClose={close} />}
      {doing?.what === 'approve' && <ApproveDialog row={doing.row} onClose={close} />}
      {doing?.what === 'send' && <SendDialog row={doing.row} onClose={close} />}
      {doing?.what === 'confirm' && <ConfirmDialog row={doing.row} onClose={close} />}
    </>
  )
}

type RowProps = { row: Row; onDo: (what: Doing) => void }

function CampaignRow({ row, isMixed, onDo }: RowProps & { isMixed: boolean }) {
  const { organizationId, organizationName, campaignName, campaignId, moneyMode, owed, lastPaid } = row
  return (
    <tr>
      <th scope="row" className="full py-2! md:min-w-56 md:max-lg:col-span-2">
        <Link to={paths.manage(campaignId, 'settlements')} className={`${LINK} break-words`}>
          {campaignName}
        </Link>
        <Link
          to={paths.organization(organizationId)}
          className="quiet fine flex min-h-8 max-w-fit items-center break-words underline underline-offset-4 max-lg:min-h-11"
        >
          {organizationName}
        </Link>
        {isMixed && moneyMode === 'sandbox' && <span className="fine block">Test mode</span>}
      </th>
      <td data-label="Collected" className="num">
        {usd(row.collected)}
      </td>
      <td data-label="Commission" className="num">
        {usd(row.commission)}
      </td>
      <td data-label="Paid out" className="num">
        {lastPaid ? (
          <Link to={paths.payout(lastPaid.id)} className="inline-block py-1">
            <span className="underline underline-offset-4">{usd(row.paidOut)}</span>
            <span className="quiet fine block whitespace-nowrap">{calendarDayText(lastPaid.paidOn)}</span>
            <span className="sr-only"> last: {campaignName}</span>
          </Link>
        ) : (
          usd(row.paidOut)
        )}
      </td>
      <td data-label="Owed" className="num">
        <span className={`${isBelowZero(owed) ? 'text-danger' : ''}`}>{usd(owed)}</span>
      </td>
      <td className="full py-2! md:max-w-96 md:min-w-60 md:max-lg:col-[3/-1] md:max-lg:row-start-1">
        <Next row={row} onDo={onDo} />
      </td>
    </tr>
  )
}

function Next({ row, onDo }: RowProps) {
  const { open, toConfirm, campaignName } = row
  return (
    <span className="grid justify-items-start gap-3">
      {open ? (
        <>
          <UnderWay payout={open} campaignName={campaignName} onDo={onDo} />
          {row.billingHeldAt && open.next === 'transfer' && (
            <span className="fine block text-danger">It waits until the books of this campaign balance.</span>
          )}
        </>
      ) : (
        <Prepare row={row} onDo={onDo} />
      )}
      {toConfirm && <UnderWay payout={toConfirm} campaignName={campaignName} onDo={onDo} />}
    </span>
  )
}

function Prepare({ row, onDo }: RowProps) {
  const { campaignName, campaignId, available } = row
  // Preparing one would be refused.
  if (row.billingHeldAt && !isNothing(available))
    return (
      <span className="fine block">
        The books of this campaign do not balance: nothing is paid out until they do.{' '}
        <Link to={paths.manage(campaignId, 'settlements')} className="text-link">
          See the difference<span className="sr-only"> of {campaignName}</span>
        </Link>
      </span>
    )
  return (
    <span className="grid justify-items-start gap-1.5">
      {!isNothing(available) && row.destination !== null && (
        <Button
          size="small"
          aria-label={`Prepare ${usd(available)}: ${campaignName}`}
          onClick={() => onDo('prepare')}
        >
          Prepare {usd(available)}
        </Button>
      )}
      {row.destination === null && !isNothing(available) && (
        <span className="fine block">
          {usd(available)} can be paid out once a payout destination is set.{' '}
          <Link to={paths.payoutDestination(row.organizationId)} className="text-link">
            Propose one<span className="sr-only"> for {row.organizationName}</span>
          </Link>
        </span>
      )}
      {heldBack(row).map((why) => (
        <span key={why} className="quiet fine block">
          {why}
        </span>
      ))}
    </span>
  )
}

type UnderWayProps = { payout: Payout; campaignName: string; onDo: (what: Doing) => void }

const BUTTONS: Record<
  NonNullable<Payout['next']>,
  { what: Doing; words: (payout: Payout) => string } | null
> = {
  approve: {
    what: 'approve',
    words: ({ cannotApproveReason, amount }) => (cannotApproveReason ? 'View' : `Approve ${usd(amount)}`),
  },
  send: { what: 'send', words: () => 'Record as sent' },
  transfer: null,
  confirm: { what: 'confirm', words: () => 'Confirm arrival' },
}

function UnderWay({ payout, campaignName, onDo }: UnderWayProps) {
  const { tone, words, icon } = lookOf(payout)
  const button = payout.next && BUTTONS[payout.next]
  return (
    <span className="grid justify-items-start gap-1.5">
      <Badge tone={tone} {...(icon ? { icon } : {})}>
        {words}
      </Badge>
      <span className="fine">
        <Link to={paths.payout(payout.id)} className={LINK}>
          {usd(payout.amount)}
        </Link>
        {payout.next === 'confirm' && payout.paidOn
          ? `, sent on ${calendarDayText(payout.paidOn)}`
          : `, prepared by ${payout.preparedBy.name}`}
      </span>
      {payout.held && <span className="fine block text-danger">{payout.held}</span>}
      {payout.next === 'approve' && payout.cannotApproveReason && (
        <span className="quiet fine">{payout.cannotApproveReason}.</span>
      )}
      {button && (
        <Button
          size="small"
          aria-label={`${button.words(payout)}: ${campaignName}`}
          onClick={() => onDo(button.what)}
        >
          {button.words(payout)}
        </Button>
      )}
    </span>
  )
}

type ConfirmDialogProps = { row: Row; payout: Payout; today: string; onClose: () => void }

/** It was sent: it has arrived, or it was returned. */
function ConfirmDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const now = dateIn(row.timeZone, new Date(useNow()))
  const [hasReturned, setReturned] = useState(false)
  const payout = row.toConfirm
  if (!payout) return null
  const today = payout.paidOn && payout.paidOn > now ? payout.paidOn : now
  const props = { row, payout, today, onClose }
  return hasReturned ? (
    <ReturnDialog payout={payout} place={row} onClose={onClose} />
  ) : (
    <Arrived {...props} onReturned={() => setReturned(true)} />
  )
}

type Arrival = { arrivedOn: string }

function Arrived({
  row,
  payout,
  today,
  onClose,
  onReturned,
}: ConfirmDialogProps & { onReturned: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<Arrival, Payout & { version: number }>({
    schema: PayoutArrival as z.ZodType<unknown, unknown> as z.ZodType<unknown, Arrival>,
    initial: { arrivedOn: today },
    version: null,
    request: (payload) => ({ method: 'POST', path: `${pathOf(payout)}/arrival`, payload }),
    failure: 'Failed to confirm',
    success: { title: 'Payout confirmed' },
    refresh: [['payouts']],
    onSaved: onClose,
  })
  return (
    <FormDrawer
      isShort
      title={`Confirm ${usd(payout.amount)}`}
      description={`${row.campaignName}, for ${row.organizationName}.`}
      save="It arrived"
      saving="Confirming..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <What payout={payout} timeZone={row.timeZone} />
      <Sent payout={payout} />
      <BoundDate
        control={form.control}
        name="arrivedOn"
        label="Arrived on"
        today={today}
        min={payout.paidOn ?? today}
        max={today}
      />
      <p>
        <Button size="small" onClick={onReturned}>
          It was returned instead
        </Button>
      </p>
    </FormDrawer>
  )
}
