import { WAIT_WORDS } from '#domain/billing/charge-status.ts'
import type { Settlement } from '#domain/schemas/settlement.ts'
import { counted, countText, dateTimeText, percentOfGoal, usd } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Track } from '#web/ui/bar.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'

const STATES = [
  ['scheduled', 'Scheduled'],
  ['processing', 'Processing'],
  ['succeeded', 'Paid'],
  ['failed', 'Failed, will retry'],
] as const

/** Settlements whose charges are not finished: their progress, according to the server. Refetched every few seconds. */
export function Charging({ settlements, zone }: { settlements: readonly Settlement[]; zone: string }) {
  const open = settlements.filter(({ stage, withdrawnAt }) => stage !== 'closed' && !withdrawnAt)
  if (open.length === 0) return null
  return (
    <section className="card grid gap-7 p-5" aria-label="Being charged">
      {open.map((settlement) => (
        <One key={settlement.id} settlement={settlement} zone={zone} />
      ))}
    </section>
  )
}

/** Explains what closes it, so that nobody waits for a button that does not exist. */
function whatNext({ stage, chargeAt, nextChargeAt, charges, waits }: Settlement, zone: string): string {
  if (charges.processing > 0) return 'The card network is working on it.'
  if (waits === 'paused') return `${WAIT_WORDS.paused}. Supporters are then emailed the new date.`
  if (waits) return `${WAIT_WORDS[waits]}.`
  if (stage === 'locked') {
    if (nextChargeAt === null)
      return `Statements are out. It has no card to charge, and closes automatically after ${dateTimeText(chargeAt, zone)}.`
    // After a pause its charges have later dates than the lock named.
    return `Statements are out. Cards are charged from ${dateTimeText(nextChargeAt, zone)}.`
  }
  if (nextChargeAt !== null) return `The next card is charged on ${dateTimeText(nextChargeAt, zone)}.`
  return 'It closes automatically within a minute: nothing is left to charge.'
}

function One({ settlement, zone }: { settlement: Settlement; zone: string }) {
  const { version, kind, stage, charges, taken, charged } = settlement
  const all = charges.scheduled + charges.processing + charges.succeeded + charges.failed
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <Heading level={2} size="card">
          Version {version}, {kind}
        </Heading>
        <Badge tone={stage === 'locked' ? 'paused' : 'active'}>
          {stage === 'locked' ? 'Locked' : 'Charging'}
        </Badge>
      </div>
      {all > 0 && (
        <>
          <p className="mt-3 flex flex-wrap items-baseline gap-2">
            <Figure text={usd(taken)} size="m" />
            <span className="quiet">
              of {usd(charged)} charged, {counted(all, 'charge')}
            </span>
          </p>
          <Track className="bar mt-2" lane="collected" percent={percentOfGoal(taken, charged)} />
          <dl className="mt-3 flex flex-wrap gap-x-4 gap-y-2 sm:gap-x-7">
            {STATES.map(([state, label]) => (
              <div key={state}>
                <dt className="quiet fine">{label}</dt>
                <dd className="fig fig-s">{countText(charges[state])}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p className="quiet fine mt-3" aria-live="polite">
        {whatNext(settlement, zone)}
      </p>
    </div>
  )
}
