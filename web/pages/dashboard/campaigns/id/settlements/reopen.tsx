import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Settlement, SettlementWithdrawal } from '#domain/schemas/settlement.ts'
import { counted, usd } from '#web/format.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { withdrawalPath } from '#web/queries/settlements.ts'
import { useWords } from '#web/site/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

/** Read when the question is asked, never earlier. */
const withdrawalQuery = (campaignId: string, settlementId: string) =>
  queryOptions<SettlementWithdrawal>({
    queryKey: [...campaignKey(campaignId), 'withdrawal', settlementId],
    meta: { path: withdrawalPath(campaignId, settlementId) },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })

type Props = { campaignId: string; settlement: Settlement }

/** Takes the final lock back until money moves; after that the button says what to do instead (R33). */
export function Reopen({ campaignId, settlement }: Props) {
  const words = useWords()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <div className="border-t border-line px-5 py-4">
      <Button size="small" reason={settlement.reopenRefusal ?? undefined} onClick={() => setIsAsked(true)}>
        Reopen the {words.season}...
      </Button>
      {isAsked && <Question {...{ campaignId, settlement }} close={() => setIsAsked(false)} />}
    </div>
  )
}

function Question({ campaignId, settlement: { id, version }, close }: Props & { close: () => void }) {
  const words = useWords()
  const query = useQuery(withdrawalQuery(campaignId, id))
  const reopen = useWrite<Settlement>({
    request: () => ({ method: 'POST', path: withdrawalPath(campaignId, id), payload: {} }),
    failure: null,
    success: () => ({
      title: `The ${words.season} is open again`,
      description: 'Results and pledges count on. Lock the final settlement again when it is over.',
    }),
    refresh: [campaignKey(campaignId)],
    onSuccess: close,
  })
  const error = reopen.error ?? query.error
  return (
    <Confirm
      open
      onClose={close}
      title={`Reopen the ${words.season}?`}
      cancel="Keep it settled"
      confirm={`Reopen the ${words.season}`}
      pending={reopen.isPending && 'Processing...'}
      disabled={!query.data || query.isError}
      onConfirm={() => reopen.mutate()}
    >
      {error && (
        <div className="mb-4">
          <Note tone="danger" role="alert">
            {error.message}
          </Note>
        </div>
      )}
      {query.data ? (
        <What shown={query.data} version={version} />
      ) : (
        !query.error && <Skeleton className="h-40" />
      )}
    </Confirm>
  )
}

function What({
  shown: { charges, invoices, mails },
  version,
}: {
  shown: SettlementWithdrawal
  version: number
}) {
  const voided = [
    charges.count > 0 && `${counted(charges.count, 'charge')} of ${usd(charges.amount)}`,
    invoices.count > 0 && `${counted(invoices.count, 'invoice')} of ${usd(invoices.amount)}`,
  ].filter(Boolean)
  return (
    <ul className="grid list-disc gap-2 pl-5">
      <li>
        Version {version} and its corrections no longer count. They stay in this list, marked as withdrawn.
      </li>
      <li>
        {voided.length > 0 ? `Void: ${voided.join(', and ')}.` : 'There is no charge and no invoice to void.'}
      </li>
      <li>
        {mails > 0
          ? `Statements for ${counted(mails, 'pledge')} were sent: each supporter is emailed that theirs no longer counts. Statements that were not sent yet are not sent.`
          : 'No statement was sent yet, and none is sent now.'}
      </li>
      <li>
        The campaign is again what it was before the lock. You can correct results, then review and lock the
        final settlement anew.
      </li>
    </ul>
  )
}
