import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { METHOD_WORDS } from '#domain/billing/payout.ts'
import type { ManagedOrganization, OwnOrganization } from '#domain/schemas/organization.ts'
import type { OrganizationPayouts } from '#domain/schemas/payout.ts'
import { calendarDayText, countText, usd } from '#web/format.ts'
import { cameBack, heldBack, isBelowZero, isNothing, STATES } from '#web/parts/payouts/payout-labels.ts'
import { OnceLoaded } from '#web/parts/records/once-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paths } from '#web/paths.ts'
import { organizationPath } from '#web/queries/organizations.ts'
import { organizationPayoutsQuery, payoutPath } from '#web/queries/payouts.ts'
import { DownloadCsv, DownloadPdf } from '#web/site/download.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Note } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'

const CAMPAIGNS_ON_A_PAGE = 100

/** What the organization is owed and was paid: sums, for its owners. */
export function OwedAndPaid({ data }: { data: ManagedOrganization }) {
  const { organization } = data
  const [page, setPage] = useState(1)
  const query = organizationPayoutsQuery(organization.id, page)
  const found = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <OnceLoaded what="What is owed" found={found}>
      {({ payouts, payoutsCount, ...balances }) => (
        <>
          <WithoutDestination data={data} owed={balances.owed} />
          <Owed {...balances} onPage={setPage} />
          {payouts.length > 0 && (
            <Paid organization={organization} payouts={payouts} payoutsCount={payoutsCount} />
          )}
        </>
      )}
    </OnceLoaded>
  )
}

/** What can't be paid out because nobody has said where to, and the way to say it. */
function WithoutDestination({
  data: { organization, destination, proposedDestination, isRepresentative, mayManage },
  owed,
}: { data: ManagedOrganization } & Pick<OrganizationPayouts, 'owed'>) {
  const waiting = owed.filter((one) => !isNothing(one.owed) && !isBelowZero(one.owed))
  if (waiting.length === 0 || destination || proposedDestination) return null
  return (
    <Note tone="warning">
      <strong>{waiting.map((one) => usd(one.owed)).join(' and ')} can’t be paid out yet.</strong>{' '}
      {mayManage ? (
        <Link to={paths.payoutDestination(organization.id)} className="text-link">
          {isRepresentative ? 'Propose a payout destination' : 'Choose how you want to be paid'}
        </Link>
      ) : (
        'An owner has to choose how payouts should come.'
      )}
    </Note>
  )
}

type OwedProps = Omit<OrganizationPayouts, 'payouts' | 'payoutsCount'> & { onPage: (page: number) => void }

/** What all pages add up to: an old campaign below zero lowers every payout. */
const allOwed = ({ owed, campaignsCount }: Pick<OrganizationPayouts, 'owed' | 'campaignsCount'>): string =>
  owed
    .map((one) => {
      const kind = owed.length > 1 ? (one.moneyMode === 'live' ? ', real money' : ', test money') : ''
      const below = isBelowZero(one.negative)
        ? `, and ${usd(one.negative)} is deducted from later payouts`
        : ''
      return `All ${countText(campaignsCount)} campaigns${kind}: ${usd(one.owed)} is owed${below}.`
    })
    .join(' ')

function Owed({ campaigns, campaignsCount, campaignsPage, campaignsPages, owed, onPage }: OwedProps) {
  const isPaged = campaignsPages > 1
  const before = (campaignsPage - 1) * CAMPAIGNS_ON_A_PAGE
  return (
    <TableCard
      title="What is owed"
      head={['Campaign', 'Collected', 'Our commission', 'Paid out', 'Owed']}
      numeric={['Collected', 'Our commission', 'Paid out', 'Owed']}
      empty="Nothing has been collected yet"
      emptyText="As soon as supporters pay, your share appears here, campaign by campaign."
      {...(isPaged ? { most: CAMPAIGNS_ON_A_PAGE } : {})}
      pager={
        isPaged && (
          <Pager
            label="Pages of what is owed"
            from={before + 1}
            to={before + campaigns.length}
            of={campaignsCount}
            onPrevious={campaignsPage > 1 ? () => onPage(campaignsPage - 1) : null}
            onNext={campaignsPage < campaignsPages ? () => onPage(campaignsPage + 1) : null}
          />
        )
      }
      below={isPaged && allOwed({ owed, campaignsCount })}
      rows={campaigns.map((one) => (
        <tr key={one.campaignId}>
          <th scope="row" className="full py-2!">
            <Link
              to={paths.manage(one.campaignId)}
              className="font-semibold break-words underline underline-offset-4"
            >
              {one.campaignName}
            </Link>
            {one.moneyMode === 'sandbox' && (
              <span className="quiet fine block">Test mode: no real money</span>
            )}
            {one.billingHeldAt && (
              <span className="fine block text-danger">
                On hold: we are checking these figures. Nothing is billed or paid out until that is done.
              </span>
            )}
            {heldBack(one).map((why) => (
              <span key={why} className="quiet fine block">
                {why}
              </span>
            ))}
          </th>
          <td data-label="Collected" className="num">
            {usd(one.collected)}
          </td>
          <td data-label="Our commission" className="num">
            {usd(one.commission)}
          </td>
          <td data-label="Paid out" className="num">
            {usd(one.paidOut)}
          </td>
          <td data-label="Owed" className={`num ${isBelowZero(one.owed) ? 'text-danger' : ''}`}>
            {usd(one.owed)}
          </td>
        </tr>
      ))}
    />
  )
}

type PaidProps = { organization: OwnOrganization } & Pick<OrganizationPayouts, 'payouts' | 'payoutsCount'>

function Paid({ organization, payouts, payoutsCount }: PaidProps) {
  return (
    <TableCard
      title="Payouts"
      head={['Sent', 'Campaigns', 'How', 'Amount', 'Statement']}
      numeric={['Amount']}
      empty="No payouts yet"
      actions={<DownloadCsv path={`${organizationPath(organization.id)}/payouts.csv`} of="all payouts" />}
      below={
        payoutsCount > payouts.length &&
        `The newest ${payouts.length} of ${payoutsCount} payouts. The file has all of them.`
      }
      rows={payouts.map((one) => (
        <tr key={one.id}>
          <td data-label="Sent" className="whitespace-nowrap">
            <Link to={paths.payout(one.id)} className="font-semibold underline underline-offset-4">
              {one.paidOn ? calendarDayText(one.paidOn) : STATES[one.state].words}
            </Link>
            {one.moneyMode === 'sandbox' && (
              <span className="block">
                <Badge tone="draft">Test mode</Badge>
              </span>
            )}
          </td>
          <th scope="row" className="full wrap-anywhere">
            {one.lines.map(({ campaignId, campaignName, amount }) => (
              <span key={campaignId} className="block">
                {campaignName}
                {one.lines.length > 1 && <span className="quiet fine"> {usd(amount)}</span>}
              </span>
            ))}
          </th>
          <td data-label="How">
            {one.method ? METHOD_WORDS[one.method] : 'Check or bank transfer'}
            {one.reference && <span className="quiet fine block wrap-anywhere">Number {one.reference}</span>}
          </td>
          <td data-label="Amount" className="num">
            {usd(one.amount)}
            {cameBack(one).map((words) => (
              <span key={words} className="quiet fine block font-normal">
                {words}
              </span>
            ))}
          </td>
          <td className="full">
            <span className="flex gap-2 py-1.5">
              <DownloadPdf path={`${payoutPath(one.id)}/statement.pdf`} of={`payout of ${usd(one.amount)}`} />
              <DownloadCsv path={`${payoutPath(one.id)}/statement.csv`} of={`payout of ${usd(one.amount)}`} />
            </span>
          </td>
        </tr>
      ))}
    />
  )
}
