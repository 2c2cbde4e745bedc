import { faFilePdf } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { CHARGE_STATE_WORDS } from '#domain/billing/charge-status.ts'
import { deadlineText } from '#domain/campaigns/deadline.ts'
import { parseTyped } from '#domain/money.ts'
import { type ChargeDetail, RefundForm } from '#domain/schemas/charge.ts'
import { dateTimeText, toCents, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { Payer, usePayers } from '#web/parts/payers/payer.tsx'
import { paths } from '#web/paths.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { chargePath, chargeQuery } from '#web/queries/charges.ts'
import { collectionsKey } from '#web/queries/collections.ts'
import { useAskedFile } from '#web/site/download.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { MoneyField, TextField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

const TONES: Record<string, 'active' | 'cancelled' | 'waiting' | 'paused' | 'draft'> = {
  scheduled: 'waiting',
  processing: 'paused',
  succeeded: 'active',
  voided: 'draft',
}

const DAY_OF: Record<string, string> = { scheduled: 'To be charged', failed: 'Next attempt' }

/** What to read again after an action on a charge. */
export const chargeKeys = ({ campaignId, charge }: ChargeDetail) => [
  chargeQuery(charge.id).queryKey,
  collectionsKey,
  campaignKey(campaignId),
]

/** One charge: its state, every attempt with its reason, its refunds, and what can be done. Whose it is is logged. */
export function ChargeDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useQuery(chargeQuery(id))
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      keepOnOutside={false}
      title="Card charge"
      {...(data ? { description: `${data.campaignName}, ${data.organizationName}` } : {})}
    >
      {!data && !error && <Skeleton className="h-80" />}
      {error && <Note tone="danger">{error.message}</Note>}
      {data && (
        <div className="grid gap-7">
          <Standing data={data} />
          <WhatCanBeDone data={data} />
          <Tries data={data} />
          <WentBack data={data} />
          <Disputed data={data} />
          <p className="flex flex-wrap gap-x-5 gap-y-2">
            <Link
              to={paths.manage(data.campaignId, 'settlements')}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              Settlements of the campaign
            </Link>
          </p>
        </div>
      )}
    </Drawer>
  )
}

function Standing({ data: { charge, card, timeZone } }: { data: ChargeDetail }) {
  const payers = usePayers([charge.pledgeId])
  const rows: [string, string][] = [
    [
      'Card',
      card
        ? `${spelled(card.brand)} ending in ${card.last4}${card.expires ? `, expires ${card.expires}` : ''}`
        : 'Paid by link',
    ],
    charge.succeededAt
      ? ['Charged', dateTimeText(charge.succeededAt, timeZone)]
      : [
          DAY_OF[charge.state] ?? 'Charge date',
          charge.waits ? 'On hold' : dateTimeText(charge.chargeAt, timeZone),
        ],
    ...(charge.reason && !charge.succeededAt
      ? ([['Why it failed', charge.reason]] as [string, string][])
      : []),
    ...(charge.nextStep ? ([['What happens next', charge.nextStep]] as [string, string][]) : []),
    ...(
      [
        ['Refunded', charge.refunded],
        ['In dispute', charge.disputed],
        ['Lost', charge.lost],
      ] as const
    ).flatMap(([label, amount]): [string, string][] => (Number(amount) === 0 ? [] : [[label, usd(amount)]])),
  ]
  return (
    <section aria-label="Status">
      <p className="flex flex-wrap items-center gap-3">
        <Figure text={usd(charge.amount)} size="l" />
        <Badge
          tone={TONES[charge.state] ?? 'cancelled'}
          {...(charge.state === 'succeeded' ? { icon: 'check' as const } : {})}
        >
          {CHARGE_STATE_WORDS[charge.state]}
        </Badge>
        {charge.moneyMode === 'sandbox' && <span className="quiet fine">Test mode</span>}
      </p>
      <div className="mt-3">
        <Payer payers={payers} pledgeId={charge.pledgeId} />
      </div>
      <dl className="mt-3">
        {rows.map(([label, value]) => (
          <div key={label} className="summary-row">
            <dt className="quiet flex-none">{label}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function WhatCanBeDone({ data }: { data: ChargeDetail }) {
  const [isRefunding, setRefunding] = useState(false)
  const { charge, cannotRefundReason, cannotRemindReason } = data
  const remind = useWrite<ChargeDetail>({
    request: () => ({ method: 'POST', path: `${chargePath(charge.id)}/reminders` }),
    failure: 'Payment link not sent',
    success: { title: 'Payment link sent', description: 'The supporter can pay with any card.' },
    refresh: chargeKeys(data),
  })
  const isTaken = charge.state === 'succeeded'
  return (
    <section aria-label="Actions" className="grid gap-3">
      {isTaken ? (
        <Button onClick={() => setRefunding(true)} reason={cannotRefundReason ?? undefined}>
          Refund...
        </Button>
      ) : (
        <Button
          pending={remind.isPending && 'Sending...'}
          reason={cannotRemindReason ?? undefined}
          onClick={() => remind.mutate()}
        >
          Send payment link
        </Button>
      )}
      {isRefunding && <RefundDialog data={data} onClose={() => setRefunding(false)} />}
    </section>
  )
}

const KINDS = { off_session: 'Automatic', confirmation: 'Confirmed with the bank', link: 'Paid by link' }
const OUTCOMES = {
  succeeded: 'Paid',
  declined: 'Declined',
  requires_action: 'Needs the cardholder’s confirmation',
}

function Tries({ data: { attempts, timeZone } }: { data: ChargeDetail }) {
  return (
    <section aria-labelledby="tries">
      <Heading level={3} size="detail" id="tries">
        Attempts
      </Heading>
      {attempts.length === 0 && <p className="quiet mt-2">No attempts yet.</p>}
      <ol className="mt-2">
        {attempts.map((one) => (
          <li key={one.id} className="border-t border-line py-2.5 first:border-t-0">
            <span className="flex flex-wrap justify-between gap-x-4">
              <strong>{one.outcome ? OUTCOMES[one.outcome] : 'Processing'}</strong>
              <span>{usd(one.amount)}</span>
            </span>
            {one.reason && <span className="block">{one.reason}</span>}
            <span className="quiet fine block">
              {KINDS[one.kind]}, {dateTimeText(one.startedAt, timeZone)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What the bank says, and the file that answers it. */
function Disputed({ data: { charge, disputes, timeZone } }: { data: ChargeDetail }) {
  const evidence = useAskedFile(`${chargePath(charge.id)}/evidence`)
  if (!charge.succeededAt) return null
  return (
    <section aria-labelledby="disputed" className="grid gap-2">
      <Heading level={3} size="detail" id="disputed">
        Evidence for the bank
      </Heading>
      {disputes.map((one) => (
        <p key={one.id}>
          <strong>{usd(one.amount)}</strong>, {spelled(one.reason).toLowerCase()}:{' '}
          {spelled(one.state).toLowerCase()}
          {one.evidenceDueAt && (
            <span className="block">Answer by {deadlineText(new Date(one.evidenceDueAt), timeZone)}.</span>
          )}
        </p>
      ))}
      <p className="quiet fine">
        One file with the agreement, the matches, the emails and the charge. It names the supporter, so each
        download is logged.
      </p>
      <Button pending={evidence.isPending && 'Preparing...'} onClick={() => evidence.mutate()}>
        <Icon icon={faFilePdf} />
        Evidence (PDF)
      </Button>
    </section>
  )
}

const REFUND_STATES: Record<string, string> = {
  due: 'On its way',
  sent: 'On its way',
  paid: 'Refunded',
  failed: 'Not made',
  due_by_hand: 'Owed by check or bank transfer',
  prepared: 'Waiting for another representative',
}

function WentBack({ data: { refunds, timeZone } }: { data: ChargeDetail }) {
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby="went-back">
      <Heading level={3} size="detail" id="went-back">
        Refunds
      </Heading>
      <ol className="mt-2">
        {refunds.map((one) => (
          <li key={one.id} className="border-t border-line py-2.5 first:border-t-0">
            <span className="flex flex-wrap justify-between gap-x-4">
              <strong>{REFUND_STATES[one.state] ?? spelled(one.state)}</strong>
              <span>{usd(one.amount)}</span>
            </span>
            <span className="block break-words">{one.reason}</span>
            <span className="quiet fine block">
              {dateTimeText(one.succeededAt ?? one.createdAt, timeZone)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Input = z.input<typeof RefundForm>

const TAKES_TWO = (alone: string): string =>
  toCents(alone) > 0
    ? `You can refund up to ${usd(alone)} alone now. Above that, another representative approves it first.`
    : 'You have refunded as much as one person can in a day. Another representative approves this one first.'

/** All that is left, or a part; with the reason that the supporter reads. */
export function RefundDialog({ data, onClose }: { data: ChargeDetail; onClose: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    ChargeDetail & { version: number }
  >({
    schema: RefundForm,
    initial: { amount: data.refundable, reason: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: `${chargePath(data.charge.id)}/refunds`, payload }),
    failure: 'Failed to refund',
    success: ({ refunds }) =>
      refunds[0]?.state === 'prepared'
        ? { title: 'Refund prepared', description: 'Another representative must approve it.' }
        : { title: 'The refund is on its way', description: 'The supporter is notified by email.' },
    refresh: chargeKeys(data),
    onSaved: onClose,
  })
  const { errors } = form.formState
  const takesTwo = (parseTyped(String(form.watch('amount'))) ?? 0) > toCents(data.refundableAlone)
  return (
    <FormDrawer
      isShort
      title="Refund this charge"
      description={`Up to ${usd(data.refundable)} can be refunded to the card. It is subtracted from “collected” and is not billed again.`}
      save={takesTwo ? 'Prepare refund' : 'Refund'}
      saving={takesTwo ? 'Preparing...' : 'Refunding...'}
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <MoneyField label="Amount" {...form.register('amount')} error={errors.amount?.message} />
      {takesTwo && <Note>{TAKES_TWO(data.refundableAlone)}</Note>}
      <TextField
        label="Reason"
        hint="The supporter will see it."
        maxLength={200}
        {...form.register('reason')}
        error={errors.reason?.message}
      />
    </FormDrawer>
  )
}
