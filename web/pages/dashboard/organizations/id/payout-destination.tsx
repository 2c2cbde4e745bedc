import { faCheck, faPen } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import {
  type Destination,
  DestinationForm,
  type ManagedOrganization,
  type OwnOrganization,
} from '#domain/schemas/organization.ts'
import { dateText, dateTimeText } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { SharedAccount } from '#web/parts/payouts/shared-account.tsx'
import { paths } from '#web/paths.ts'
import { organizationPath } from '#web/queries/organizations.ts'
import { useArrival } from '#web/site/arrival.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { Facts } from './details.tsx'
import { StripeAccountPart } from './stripe-account.tsx'

type Input = {
  method: string
  payeeName: string
  mailingAddress: string
  bankName: string
  accountLast4: string
  routingNumber: string
  accountNumber: string
}
const DESTINATION_DRAWER_METHODS = [
  { value: 'check', title: 'Check', text: 'Mailed to an address.' },
  {
    value: 'bank_transfer',
    title: 'Bank transfer',
    text: 'To a checking account, in one to three banking days.',
  },
]

/** Proposed here, approved by somebody else. */
function DestinationDrawer({
  organization,
  isRepresentative,
  onClose,
}: {
  organization: OwnOrganization
  isRepresentative: boolean
  onClose: () => void
}) {
  const who = isRepresentative ? 'Another representative' : 'A representative'
  const { id, name, payeeName, streetAddress, city, state, zip } = organization
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    Destination & { version: number }
  >({
    schema: DestinationForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: {
      method: 'check',
      payeeName: payeeName ?? name,
      mailingAddress: streetAddress ? `${streetAddress}\n${city}, ${state} ${zip ?? ''}`.trim() : '',
      bankName: '',
      accountLast4: '',
      routingNumber: '',
      accountNumber: '',
    },
    version: null,
    request: (payload) => ({ method: 'POST', path: `${organizationPath(id)}/payout-destinations`, payload }),
    failure: 'Failed to propose',
    success: { title: 'Proposed', description: `${who} approves it.` },
    refresh: [['organizations']],
    onSaved: onClose,
  })
  const method = useWatch({ control: form.control, name: 'method' })
  const field = (key: keyof Input, label: string) => ({
    ...form.register(key),
    label,
    error: form.formState.errors[key]?.message,
  })
  return (
    <FormDrawer
      title="Propose a payout destination"
      description={`Payouts go there once ${who.toLowerCase()} approves. The owners are notified then.`}
      save="Propose"
      saving="Proposing..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <Controller
        control={form.control}
        name="method"
        render={({ field: { value, onChange } }) => (
          <ChoiceGroup
            legend="Paid by"
            options={DESTINATION_DRAWER_METHODS}
            value={value}
            onChange={onChange}
          />
        )}
      />
      <TextField {...field('payeeName', 'Payee')} autoComplete="off" />
      {method === 'check' && <TextArea {...field('mailingAddress', 'Mailing address')} rows={3} />}
      {method === 'bank_transfer' && (
        <>
          <TextField {...field('bankName', 'Bank')} autoComplete="off" />
          <TextField
            {...field('accountLast4', 'Last four digits of the account')}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
          />
          <TextField
            {...field('routingNumber', 'Routing number (optional)')}
            inputMode="numeric"
            maxLength={9}
            autoComplete="off"
            hint="The nine digits at the bottom left of a check. Leave it and the account number empty if our bank already has them."
          />
          <TextField
            {...field('accountNumber', 'Account number (optional)')}
            inputMode="numeric"
            maxLength={17}
            autoComplete="off"
            hint="Kept encrypted for our bank. Screens show the last four digits only."
          />
        </>
      )}
    </FormDrawer>
  )
}

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
    ['Account', `Ends in ${one.accountLast4}${one.hasNumber ? ', the whole number is on file' : ''}`],
  ],
  stripe: (one) => [
    ['Paid by', 'Stripe transfer'],
    ['Payee', one.payeeName],
    ['Account', one.stripeBank ?? 'The owner has not entered it yet'],
  ],
}
const linesOf = (one: Destination): Lines => METHODS[one.method](one)

/** Where the organization's money goes: a change takes two representatives. */
export function PayoutDestination({ data }: { data: ManagedOrganization }) {
  const { organization, isRepresentative, mayManage, destination, proposedDestination: proposed } = data
  const [isProposing, setProposing] = useState(false)
  const arrive = useArrival('payout-destination')
  const isPayable = destination !== null && destination.cannotPayReason === null
  const since =
    isPayable && destination.approvedAt && destination.approvedBy
      ? `Since ${dateText(destination.approvedAt, organization.timeZone)}: proposed by ${destination.proposedBy.name}, approved by ${destination.approvedBy.name}.`
      : `Not set yet, so nothing can be paid out. ${whoSets(data)}`
  return (
    <div ref={arrive} id="payout-destination" className="scroll-mt-20">
      <Facts
        title="Payout destination"
        lead={since}
        facts={isPayable ? linesOf(destination) : []}
        action={
          (isRepresentative || (mayManage && !isPayable)) &&
          proposed?.cannotPayReason !== null && (
            <Button size="small" onClick={() => setProposing(true)}>
              <Icon icon={faPen} />
              {isPayable ? 'Propose a change' : 'Check or bank transfer'}
            </Button>
          )
        }
      >
        {destination?.cannotPayReason && !proposed && (
          <div className="px-5 pb-4">
            <Note tone="warning">{destination.cannotPayReason}.</Note>
          </div>
        )}
        <StripeAccountPart data={data} />
        {isPayable && destination.opensAt && (
          <Opens at={destination.opensAt} timeZone={organization.timeZone} />
        )}
        {destination && !proposed && (destination.alsoOf ?? []).length > 0 && (
          <div className="px-5 pb-4">
            <SharedAccount organizations={destination.alsoOf ?? []} />
          </div>
        )}
        {proposed && (
          <Proposed organization={organization} proposed={proposed} isRepresentative={isRepresentative} />
        )}
      </Facts>
      {isProposing && (
        <DestinationDrawer
          organization={organization}
          isRepresentative={isRepresentative}
          onClose={() => setProposing(false)}
        />
      )}
    </div>
  )
}

function whoSets({ isRepresentative, mayManage, proposedDestination }: ManagedOrganization): string {
  if (proposedDestination?.cannotPayReason === null) return 'What is proposed below waits for approval.'
  if (isRepresentative)
    return 'An owner or a representative proposes it, and another representative approves it.'
  return mayManage
    ? 'Choose how you want to be paid: a representative approves it, and you are mailed.'
    : 'An owner chooses how payouts should come.'
}

/** A changed destination waits; once it is open, nothing is said. */
function Opens({ at, timeZone }: { at: string; timeZone: string }) {
  const now = useNow()
  if (new Date(at) <= new Date(now)) return null
  return (
    <div className="px-5 pb-4">
      <Note>The destination was changed: payouts wait, and go there from {dateTimeText(at, timeZone)}.</Note>
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
          <strong>
            {proposed.cannotPayReason === null
              ? 'A proposal is waiting for approval.'
              : 'What was proposed cannot be used.'}
          </strong>{' '}
          {proposed.proposedBy.name} proposed on {dateText(proposed.proposedAt, organization.timeZone)}:
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
            {reason}. {proposed.cannotPayReason === null && <Next isRepresentative={isRepresentative} />}
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

/** Whom it waits for. */
function Next({ isRepresentative }: Pick<ManagedOrganization, 'isRepresentative'>) {
  if (!isRepresentative) return 'You are mailed then.'
  return (
    <Link to={paths.representatives} className="text-link">
      See the representatives
    </Link>
  )
}
