import { Link } from 'react-router'
import { payoutReference } from '#domain/billing/lookup.ts'
import type { Payout, PayoutsPage } from '#domain/schemas/payout.ts'
import { calendarDayText, usd } from '#web/format.ts'
import { bankFileText } from '#web/parts/payouts/bank-file.tsx'
import { heldBack, isBelowZero, isNothing, lookOf } from '#web/parts/payouts/payout-labels.ts'
import { paths } from '#web/paths.ts'
import { payoutPath } from '#web/queries/payouts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { rowLinkClass } from '#web/ui/row-link.ts'
import { useWrite } from '#web/write.ts'
import { Lines } from './payout-parts.tsx'

export type Row = PayoutsPage['organizations'][number]
export type Doing = 'prepare' | 'approve' | 'send' | 'confirm'
const LINK = rowLinkClass

type RowProps = { row: Row; onDo: (what: Doing) => void }

/** One organization: what it is owed over its campaigns, and the one next step. */
export function OrganizationRow({ row, isMixed, onDo }: RowProps & { isMixed: boolean }) {
  const { organizationId, organizationName, moneyMode, owed, lastPaid } = row
  return (
    <tr>
      <th scope="row" className="full py-2! md:min-w-56 md:max-lg:col-span-2">
        <Link to={paths.organization(organizationId)} className={`${LINK} break-words`}>
          {organizationName}
        </Link>
        {isMixed && moneyMode === 'sandbox' && <span className="fine block">Test mode</span>}
        <Campaigns row={row} />
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
            <span className="sr-only"> last: {organizationName}</span>
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

/** Those that are owed something, or owe it. */
function Campaigns({ row: { campaigns } }: { row: Row }) {
  return (
    <ul className="fine font-normal">
      {campaigns
        .filter(({ owed }) => !isNothing(owed))
        .map(({ campaignId, campaignName, owed }) => (
          <li key={campaignId} className="flex min-h-8 items-center justify-between gap-3 max-lg:min-h-11">
            <Link
              to={paths.manage(campaignId, 'settlements')}
              className="quiet min-w-0 py-2.5 break-words underline underline-offset-4 lg:py-1"
            >
              {campaignName}
            </Link>
            <span className={`whitespace-nowrap ${isBelowZero(owed) ? 'text-danger' : 'quiet'}`}>
              {usd(owed)}
            </span>
          </li>
        ))}
    </ul>
  )
}

/** Of the campaigns that the payout pays, those whose books do not balance. */
export const onHoldIn = ({ campaigns }: Row, { lines }: Payout): string[] =>
  campaigns
    .filter(
      (one) =>
        one.billingHeldAt &&
        lines.some(({ campaignId, amount }) => campaignId === one.campaignId && !isBelowZero(amount)),
    )
    .map(({ campaignName }) => campaignName)

function Next({ row, onDo }: RowProps) {
  const { open, toConfirm } = row
  return (
    <span className="grid justify-items-start gap-3">
      {open ? (
        <>
          <UnderWay payout={open} row={row} onDo={onDo} />
          {open.next === 'transfer' && onHoldIn(row, open).length > 0 && (
            <span className="fine block text-danger">
              It waits until the books of {onHoldIn(row, open).join(', ')} balance.
            </span>
          )}
        </>
      ) : (
        <Prepare row={row} onDo={onDo} />
      )}
      {toConfirm && <UnderWay payout={toConfirm} row={row} onDo={onDo} />}
    </span>
  )
}

function Prepare({ row, onDo }: RowProps) {
  const { organizationName, available, destination } = row
  return (
    <span className="grid justify-items-start gap-1.5">
      {!isNothing(available) && destination !== null && (
        <Button
          size="small"
          aria-label={`Prepare ${usd(available)}: ${organizationName}`}
          onClick={() => onDo('prepare')}
        >
          Prepare {usd(available)}
        </Button>
      )}
      {destination === null && !isNothing(available) && (
        <span className="fine block">
          {usd(available)} can be paid out once a payout destination is set.{' '}
          <Link to={paths.payoutDestination(row.organizationId)} className="text-link">
            Propose or approve one<span className="sr-only"> for {organizationName}</span>
          </Link>
        </span>
      )}
      <WhatWaits campaigns={row.campaigns} />
    </span>
  )
}

/** Why what is owed for some campaigns is not paid out now. */
export function WhatWaits({ campaigns }: Pick<Row, 'campaigns'>) {
  const isOne = campaigns.length === 1
  return campaigns.flatMap((one) => {
    const about = isOne ? '' : `${one.campaignName}: `
    return [
      one.billingHeldAt && !isNothing(one.owed) && (
        <span key={`${one.campaignId} hold`} className="fine block">
          {about}The books of this campaign do not balance: nothing is paid out until they do.{' '}
          <Link to={paths.manage(one.campaignId, 'settlements')} className="text-link">
            See the difference<span className="sr-only"> of {one.campaignName}</span>
          </Link>
        </span>
      ),
      ...heldBack(one).map((why) => (
        <span key={`${one.campaignId} ${why}`} className="quiet fine block">
          {about}
          {why}
        </span>
      )),
    ]
  })
}

type UnderWayProps = { payout: Payout; row: Row; onDo: (what: Doing) => void }

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

function UnderWay({ payout, row, onDo }: UnderWayProps) {
  const { tone, words, icon } = lookOf(payout)
  const button = payout.next && BUTTONS[payout.next]
  const isApprovedHere = payout.next === 'approve' && !payout.cannotApproveReason && !row.isByStripe
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
      {isApprovedHere && (
        <span className="quiet fine grid w-full gap-1.5 break-words">
          <Lines lines={payout.lines} />
          {row.destination}
        </span>
      )}
      {payout.bankFile && payout.next === 'send' && (
        <span className="fine block">
          In the {bankFileText(payout.bankFile)}, as{' '}
          <span className="whitespace-nowrap">{payoutReference(payout.id)}</span>.
        </span>
      )}
      {payout.waits && <span className="fine block">{payout.waits}.</span>}
      {payout.held && <span className="fine block text-danger">{payout.held}</span>}
      {payout.next === 'approve' && payout.cannotApproveReason && (
        <span className="quiet fine">{payout.cannotApproveReason}.</span>
      )}
      {isApprovedHere ? (
        <Approve payout={payout} row={row} />
      ) : (
        button && (
          <Button
            size="small"
            aria-label={`${button.words(payout)}: ${row.organizationName}`}
            onClick={() => onDo(button.what)}
          >
            {button.words(payout)}
          </Button>
        )
      )}
    </span>
  )
}

/** One press, because nothing is sent by it: the destination is beside it, and a person sends it afterwards. */
function Approve({ payout, row }: Omit<UnderWayProps, 'onDo'>) {
  const approve = useWrite<Payout>({
    request: () => ({
      method: 'POST',
      path: `${payoutPath(payout.id)}/approval`,
      // The approval is for the destination shown here.
      payload: row.destinationId ? { destinationId: row.destinationId } : {},
    }),
    failure: 'Failed to approve',
    success: { title: 'Payout approved', description: 'Send it now, then record it as sent.' },
    refresh: [['payouts']],
  })
  const words = `Approve ${usd(payout.amount)}`
  return (
    <Button
      size="small"
      aria-label={`${words}: ${row.organizationName}`}
      pending={approve.isPending && 'Approving...'}
      onClick={() => approve.mutate()}
    >
      {words}
    </Button>
  )
}
