import { faChevronDown } from '@fortawesome/free-solid-svg-icons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { WAIT_WORDS } from '#domain/billing/charge-status.ts'
import type { Settlement, SettlementWithdrawal } from '#domain/schemas/settlement.ts'
import { counted, dateText, dateTimeText, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { ShowAll } from '#web/parts/records/show-all.tsx'
import { campaignKey, tableFile } from '#web/queries/campaigns.ts'
import { withdrawalPath } from '#web/queries/settlements.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useWords } from '#web/site/vocabulary.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useWhole } from '#web/ui/next-focus.ts'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { isZero } from './lock-state.tsx'

const STAGES: Record<Settlement['stage'], BadgeTone> = {
  locked: 'paused',
  charging: 'active',
  closed: 'completed',
}

const KIND_WORDS: Record<Settlement['kind'], string> = {
  progress: 'what was confirmed by then',
  final: 'every pledge in full',
}

/** A season has one a week: older ones are behind a button. */
const SHOWN = 8

type Props = { campaignId: string; settlements: readonly Settlement[]; zone: string }

/** Every settlement, with the newest first and open; an older one is a line with what it billed until it is opened. */
export function VersionList({ campaignId, settlements, zone }: Props) {
  const { isWhole, showWhole, list } = useWhole<HTMLUListElement>(SHOWN)
  const shown = isWhole ? settlements : settlements.slice(0, SHOWN)
  return (
    <section className="card overflow-hidden" aria-label="Settlements">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
        <Heading level={2}>Settlements</Heading>
        {settlements.length > 0 && (
          <DownloadCsv path={tableFile(campaignId, 'settlements')} of="settlements" />
        )}
      </div>
      {settlements.length === 0 ? (
        <div className="px-5 pb-5">
          <EmptyState title="No settlements yet">What a locked settlement bills is listed here.</EmptyState>
        </div>
      ) : (
        <ul ref={list}>
          {shown.map((settlement, index) => (
            <li key={settlement.id} className="border-t border-line">
              <Version campaignId={campaignId} settlement={settlement} zone={zone} isLatest={index === 0} />
            </li>
          ))}
        </ul>
      )}
      <ShowAll shown={shown.length} of={settlements.length} onShow={showWhole} />
    </section>
  )
}

function Version({
  campaignId,
  settlement,
  zone,
  isLatest,
}: {
  campaignId: string
  settlement: Settlement
  zone: string
  isLatest: boolean
}) {
  const [isOpenAtFirst] = useState(isLatest)
  const { version, kind, stage, lockedAt, withdrawnAt, totals } = settlement
  return (
    <details className="group" {...(isOpenAtFirst ? { open: true } : {})}>
      <summary className="grid min-h-13 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-1 px-5 py-2.5 hover:bg-sunken group-open:bg-sunken md:grid-cols-[minmax(0,1fr)_7rem_8rem_auto] [&::-webkit-details-marker]:hidden">
        <span>
          <strong className="font-semibold">
            Version {version}, {kind}
          </strong>
          <span className="quiet fine block">
            {dateText(lockedAt, zone)}: {KIND_WORDS[kind]}
          </span>
        </span>
        <span className="max-md:order-last max-md:col-span-3">
          {withdrawnAt ? (
            <Badge tone="cancelled">Withdrawn</Badge>
          ) : (
            <Badge tone={STAGES[stage]}>{spelled(stage)}</Badge>
          )}
        </span>
        <span className="justify-self-end">
          <span className="sr-only">Billed </span>
          <Figure text={usd(totals.bill)} size="t" />
        </span>
        <Icon icon={faChevronDown} className="quiet transition-transform group-open:rotate-180" />
      </summary>
      <Inside settlement={settlement} zone={zone} />
      {kind === 'final' && !withdrawnAt && <Reopen campaignId={campaignId} settlement={settlement} />}
    </details>
  )
}

/** What happened to the rest of the difference: only the parts that exist. */
const OUTCOMES = [
  ['lowered', 'Unpaid bills lowered'],
  ['refunded', 'Refunded'],
  ['waived', 'Waived, not billed'],
  ['writtenOff', 'Written off'],
  ['carried', 'Left for the next one'],
] as const

function Inside({ settlement, zone }: { settlement: Settlement; zone: string }) {
  const { lockedAt, lockedBy, chargeAt, withdrawnAt, withdrawnBy, charges, totals, waits } = settlement
  const outcomes = OUTCOMES.filter(([name]) => !isZero(totals[name]))
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line px-5 py-4 md:grid-cols-4">
      <Fact term="Locked">
        {dateTimeText(lockedAt, zone)}
        <span className="quiet fine block">{lockedBy ? `by ${lockedBy.name}` : 'automatically'}</span>
      </Fact>
      {withdrawnAt ? (
        <Fact term="Withdrawn">
          {dateTimeText(withdrawnAt, zone)}
          <span className="quiet fine block">by {withdrawnBy?.name}</span>
        </Fact>
      ) : (
        <Fact term="Charged from">{waits ? WAIT_WORDS[waits] : dateText(chargeAt, zone)}</Fact>
      )}
      <Fact term="Charges">{chargeWords(charges)}</Fact>
      <Fact term="Earned by these pledges">{usd(totals.accrued)}</Fact>
      {!isZero(totals.billedBefore) && <Fact term="Already billed">{usd(totals.billedBefore)}</Fact>}
      {outcomes.map(([name, label]) => (
        <Fact key={name} term={label}>
          {usd(totals[name])}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="quiet fine">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

const chargeWords = (charges: Settlement['charges']): string =>
  Object.entries(charges)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ') || 'None'

/** Read when the question is asked, never earlier. */
const withdrawalQuery = (campaignId: string, settlementId: string) =>
  queryOptions<SettlementWithdrawal>({
    queryKey: [...campaignKey(campaignId), 'withdrawal', settlementId],
    meta: { path: withdrawalPath(campaignId, settlementId) },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })

type ReopenProps = { campaignId: string; settlement: Settlement }

/** Takes the final lock back until money moves; after that the button says what to do instead. */
function Reopen({ campaignId, settlement }: ReopenProps) {
  const words = useWords()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <div className="border-t border-line px-5 py-4">
      <Button size="small" reason={settlement.reopenRefusal ?? undefined} onClick={() => setIsAsked(true)}>
        Reopen the {words.season}...
      </Button>
      {isAsked && (
        <Question campaignId={campaignId} settlement={settlement} close={() => setIsAsked(false)} />
      )}
    </div>
  )
}

function Question({ campaignId, settlement: { id, version }, close }: ReopenProps & { close: () => void }) {
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
        {voided.length > 0
          ? `Cancelled: ${voided.join(', and ')}.`
          : 'There is no charge and no invoice to cancel.'}
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
