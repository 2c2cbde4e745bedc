import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Cancellation, confirmationOf } from '#domain/schemas/cancellation.ts'
import { ApiError } from '#web/api-error.ts'
import { countText, toCents, usd } from '#web/format.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'

/** Read when the question is asked, never earlier. */
const cancellationQuery = (campaignId: string) =>
  queryOptions<Cancellation>({
    queryKey: [...campaignKey(campaignId), 'cancellation'],
    meta: { path: `/api/campaigns/${campaignId}/cancellation` },
    staleTime: 0,
    gcTime: 0,
  })

/** The current amounts, if they changed while the question was being read. */
const newerIn = (error: Error | null): Cancellation | null =>
  error instanceof ApiError
    ? ((error.details as { cancellation?: Cancellation } | undefined)?.cancellation ?? null)
    : null

type Props = {
  campaignId: string
  isPending: boolean
  /** Why it was refused. */
  error: Error | null
  onClose: () => void
  onConfirm: (confirmation: ReturnType<typeof confirmationOf>) => void
}

/** Cancelling shows its amounts first, and what was collected is kept unless all is refunded. */
export function CancelDialog({ campaignId, isPending, error, onClose, onConfirm }: Props) {
  const words = useWords()
  const query = useQuery(cancellationQuery(campaignId))
  const [fate, setFate] = useState<string>('keep')
  const shown = newerIn(error) ?? query.data
  const hasReceipts = shown !== undefined && toCents(shown.refundable) > 0
  return (
    <Confirm
      open
      onClose={onClose}
      title="Cancel this campaign?"
      cancel="Keep the campaign"
      confirm={fate === 'refund' && shown ? `Cancel and refund ${usd(shown.refundable)}` : 'Cancel Campaign'}
      kind="danger"
      disabled={!shown}
      pending={isPending && 'Saving...'}
      onConfirm={() => shown && onConfirm(confirmationOf(shown, fate === 'refund'))}
    >
      {(error ?? query.error) && (
        <div className="mb-4">
          <Note tone="danger" role="alert">
            {(error ?? query.error)?.message}
          </Note>
        </div>
      )}
      {shown ? <Amounts shown={shown} /> : !query.error && <Skeleton className="h-40" />}
      {shown && hasReceipts && (
        <div className="mt-5">
          <ChoiceGroup
            legend="What happens to the money collected"
            value={fate}
            onChange={setFate}
            options={[
              { value: 'keep', title: 'Keep it', text: `${usd(shown.collected)} stays with the campaign.` },
              { value: 'refund', title: 'Refund all', text: refundText(shown) },
            ]}
          />
        </div>
      )}
      {fate === 'refund' && shown?.payouts && (
        <div className="mt-4">
          <Note tone="warning">{payoutText(shown.payouts)}</Note>
        </div>
      )}
      <p className="quiet fine mt-4">
        This cannot be undone. If the {words.season} was cut short but should still be paid, complete the
        campaign instead.
      </p>
    </Confirm>
  )
}

const times = (count: number, one: string): string => `${countText(count)} ${one}${count === 1 ? '' : 's'}`

const refundText = ({ refunds: { cards, byHand } }: Cancellation): string =>
  [
    cards.count > 0 && `${usd(cards.amount)} refunded to cards`,
    byHand.count > 0 && `${usd(byHand.amount)} owed to people who paid by check or cash`,
  ]
    .filter(Boolean)
    .join(', ')

/** What refunding all means for the organization's money. */
const payoutText = ({ paidOut, onItsWay, unsent }: NonNullable<Cancellation['payouts']>): string =>
  [
    toCents(paidOut) + toCents(onItsWay) > 0 &&
      'Money already paid out or on its way is not returned automatically: the organization owes it, and it is deducted from its other campaigns.',
    toCents(unsent) > 0 &&
      `The payout of ${usd(unsent)} is more than is owed then, and is not sent: withdraw it.`,
  ]
    .filter(Boolean)
    .join(' ')

function Amounts({ shown }: { shown: Cancellation }) {
  const voided = [
    { name: times(shown.charges.count, 'open charge'), ...shown.charges },
    { name: times(shown.retries.count, 'retry').replace('retrys', 'retries'), ...shown.retries },
    { name: times(shown.invoices.count, 'open invoice'), ...shown.invoices },
  ]
  const { paidOut = '0', onItsWay = '0', unsent = '0' } = shown.payouts ?? {}
  const payouts = [
    { name: 'Of that, paid out already', amount: paidOut },
    { name: 'On its way to the organization by Stripe', amount: onItsWay },
    { name: 'Payout that was not sent yet', amount: unsent },
  ].filter(({ amount }) => toCents(amount) !== 0)
  return (
    <>
      <p>
        {shown.pledges === 0
          ? 'No one has pledged yet.'
          : `Nothing more is earned on ${times(shown.pledges, 'pledge')}, and everything still open is cancelled:`}
      </p>
      <table className="table mt-3">
        <thead className="sr-only">
          <tr>
            <th scope="col">What</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {voided.map(({ name, amount }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num">{usd(amount)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" className="font-semibold">
              Collected so far
            </th>
            <td className="num">{usd(shown.collected)}</td>
          </tr>
          {payouts.map(({ name, amount }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num">{usd(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
