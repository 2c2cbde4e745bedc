/** A card provider's event about an attempt is recorded like a response (R34). */
import { PAYMENT_CANCELED } from '#domain/charge-words.ts'
import { closeException, exceptionAbout } from '#server/money/exceptions/index.ts'
import type { PaymentFacts } from '#server/money/providers/index.ts'
import { isId } from '#server/platform/base/ids.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { learnCardRefused } from './actions.payment.ts'
import { record } from './actions.recording.ts'
import { learnStray } from './actions.strays.ts'
import { waitForBank } from './actions.ts'
import type { ClaimedAttempt } from './queries.claiming.ts'

/**
 * Recorded once, whether an event or a response comes first. An attempt that waits for its cardholder ends only when it
 * collects money: until it is closed, the cardholder may try again. Money that no open attempt collected is a stray.
 */
export async function learnOutcome(deps: Deps, facts: PaymentFacts, eventId: string): Promise<void> {
  const { idempotencyKey: attemptId, outcome } = facts
  // A person decides about it, whatever else happens, unless the card provider gives it back.
  if ((await exceptionAbout(deps.db, facts.reference)) !== 'none') {
    if (facts.isRefunded)
      await deps.db.transaction((tx) =>
        closeException(deps, tx, facts.reference, 'Refunded by the card provider'),
      )
    return
  }
  if (attemptId === null || !isId(attemptId) || outcome === null) return
  const attempt = await openAttempt(deps.db, attemptId)
  if (!attempt) return outcome.outcome === 'succeeded' ? learnStray(deps, facts, attemptId) : undefined
  // The debit is still processing: the next answer counts (R60).
  if (outcome.outcome === 'processing') return waitForBank(deps, attempt, outcome)
  if (attempt.kind === 'link' && outcome.outcome === 'declined' && outcome.code !== PAYMENT_CANCELED)
    await learnCardRefused(deps, attempt, { eventId, code: outcome.code })
  if (attempt.kind !== 'off_session' && outcome.outcome !== 'succeeded') return
  await record(deps, attempt, outcome)
}

async function openAttempt(db: Db, attemptId: string): Promise<ClaimedAttempt | undefined> {
  const rows = await db.query<ClaimedAttempt>(sql`
    select
      a.id, a.started_at, a.charge_id, a.campaign_id, c.pledge_id, p.pledger_id, a.amount_cents,
      a.kind,
      case when a.kind <> 'link' then k.provider_payment_method end as payment_method_id,
      coalesce(k.kind, 'card') as saved_kind,
      o.name as team_name, c.money_mode, true as is_repeat
    from charge_attempts a
    join charges c on c.id = a.charge_id
    join pledges p on p.id = c.pledge_id
    left join cards k on k.id = c.card_id
    join campaigns m on m.id = c.campaign_id
    join organizations o on o.id = m.organization_id
    where a.id = ${attemptId}
      and a.finished_at is null
  `)
  return first(rows)
}
