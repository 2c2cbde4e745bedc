import { faChevronDown } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, useState } from 'react'
import { WAIT_WORDS } from '#domain/charge-words.ts'
import type { Settlement } from '#domain/schemas/settlement.ts'
import { dateText, dateTimeText, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { tableFile } from '#web/queries/campaigns.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useWhole } from '#web/ui/next-focus.ts'
import { EmptyState } from '#web/ui/note.tsx'
import { Reopen } from './reopen.tsx'
import { isZero } from './shown-preview.ts'

const STAGES: Record<Settlement['stage'], BadgeTone> = {
  locked: 'paused',
  charging: 'active',
  closed: 'completed',
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
      {shown.length < settlements.length && (
        <p className="border-t border-line px-5 py-3">
          <Button size="small" onClick={showWhole}>
            Show all {settlements.length}
          </Button>
        </p>
      )}
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
          <span className="quiet fine block">{dateText(lockedAt, zone)}</span>
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
  ['waived', 'Waived'],
  ['writtenOff', 'Written off'],
  ['carried', 'Carried over'],
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
