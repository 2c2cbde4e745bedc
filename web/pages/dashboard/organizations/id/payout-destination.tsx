import { faCheck, faPen } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Destination, ManagedOrganization } from '#domain/schemas/organization.ts'
import { dateText } from '#web/format.ts'
import { SharedAccount } from '#web/parts/payouts/shared-account.tsx'
import { paths } from '#web/paths.ts'
import { organizationPath } from '#web/queries/organizations.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { DestinationDrawer } from './destination-drawer.tsx'
import { Facts } from './facts.tsx'

type Lines = readonly (readonly [string, string | null])[]
const METHODS: Record<Destination['method'], (one: Destination) => Lines> = {
  check: (one) => [
    ['Paid by', 'Check'],
    ['Payee', one.payeeName],
    ['Mailed to', one.mailingAddress],
  ],
  bank_transfer: (one) => [
    ['Paid by', 'Bank transfer'],
    ['Payee', one.payeeName],
    ['Bank', one.bankName],
    ['Account', `Ends in ${one.accountLast4}`],
  ],
  stripe: (one) => [
    ['Paid by', 'Stripe transfer'],
    ['Payee', one.payeeName],
    ['Account', one.stripeAccount],
  ],
}
const linesOf = (one: Destination): Lines => METHODS[one.method](one)

const NONE: Lines = [
  ['Paid by', null],
  ['Payee', null],
]

/** Where the organization's money goes: a change takes two representatives (R25, R29). */
export function PayoutDestination({ data }: { data: ManagedOrganization }) {
  const { organization, isRepresentative, destination, proposedDestination: proposed } = data
  const [isProposing, setProposing] = useState(false)
  const since =
    destination?.approvedAt && destination.approvedBy
      ? `Since ${dateText(destination.approvedAt, organization.timeZone)}: proposed by ${destination.proposedBy.name}, approved by ${destination.approvedBy.name}.`
      : isRepresentative
        ? 'Where payouts go. A change takes two representatives.'
        : 'Not set yet, so nothing can be paid out. Propose where payouts should go: a representative approves it, and you are mailed.'
  return (
    <div id="payout-destination" className="scroll-mt-20">
      <Facts
        title="Payout destination"
        lead={since}
        facts={destination ? linesOf(destination) : NONE}
        action={
          (isRepresentative || !destination) &&
          !proposed && (
            <Button size="small" onClick={() => setProposing(true)}>
              <Icon icon={faPen} />
              {destination ? 'Propose a change' : 'Propose one'}
            </Button>
          )
        }
      >
        {proposed && <Proposed {...{ organization, proposed, isRepresentative }} />}
      </Facts>
      {isProposing && (
        <DestinationDrawer {...{ organization, isRepresentative }} onClose={() => setProposing(false)} />
      )}
    </div>
  )
}

type ProposedProps = Pick<ManagedOrganization, 'organization' | 'isRepresentative'> & {
  proposed: Destination
}

function Proposed({ organization, proposed, isRepresentative }: ProposedProps) {
  const path = `${organizationPath(organization.id)}/payout-destinations/${proposed.id}`
  const refresh = [['organizations']]
  const approve = useWrite<Destination>({
    request: () => ({ method: 'POST', path: `${path}/approval` }),
    failure: 'Failed to approve',
    success: { title: 'Payout destination approved', description: 'The owners are notified by email.' },
    refresh,
  })
  const withdraw = useWrite({
    request: () => ({ method: 'DELETE', path }),
    failure: 'Failed to withdraw',
    success: { title: 'Proposal withdrawn' },
    refresh,
  })
  const reason = proposed.cannotApproveReason
  return (
    <div className="px-5 pb-5">
      <Note tone="warning">
        <p>
          <strong>A proposal is waiting for approval.</strong> {proposed.proposedBy.name} proposed on{' '}
          {dateText(proposed.proposedAt, organization.timeZone)}:
        </p>
        <ul className="my-2 grid gap-0.5">
          {linesOf(proposed).map(([name, value]) => (
            <li key={name} className="break-words">
              {name}: <strong>{value}</strong>
            </li>
          ))}
        </ul>
        <SharedAccount organizations={proposed.alsoOf ?? []} />
        {reason && (
          <p>
            {reason}.{' '}
            {isRepresentative ? (
              <Link to={paths.representatives} className="text-link">
                See the representatives
              </Link>
            ) : (
              'You are mailed then.'
            )}
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-3">
          {reason === null && (
            <Button
              kind="primary"
              size="small"
              pending={approve.isPending && 'Approving...'}
              onClick={() => approve.mutate()}
            >
              <Icon icon={faCheck} />
              Approve
            </Button>
          )}
          {isRepresentative && (
            <Button
              size="small"
              pending={withdraw.isPending && 'Withdrawing...'}
              onClick={() => withdraw.mutate()}
            >
              Withdraw
            </Button>
          )}
        </div>
      </Note>
    </div>
  )
}
