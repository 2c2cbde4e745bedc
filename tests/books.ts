/** How tests that move money end: their program's books must balance (R40), and Stripe understood every call. */
import { expect } from 'vitest'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { pledgeFigures } from '#server/season/pledges/index.ts'
import type { TestApp } from '#tests/app.ts'

export async function closeWithBooksInOrder(app: TestApp): Promise<void> {
  const violations = await checkInvariants(app.deps.db)
  const miscounted = await miscountedCorrections(app.deps.db)
  const { stripe } = app.visitor
  await app.close().finally(stripe?.close)
  expect(stripe?.problems ?? []).toEqual([])
  expect(violations).toEqual([])
  expect(miscounted).toEqual([])
}

/** Finished campaigns that would be listed with a correction to lock and have none, or the other way around (R33, R73). */
const miscountedCorrections = (db: Db) =>
  db.query(sql`
    with f as (${pledgeFigures(sql`p.status <> 'cancelled'`)})
    select c.id, t.to_correct, t.undecided_cents, n.different, n.more
    from campaigns c
    join campaign_totals t on t.campaign_id = c.id
    cross join lateral (
      select
        count(*) filter (where c.final_locked_at is not null and expected_cents <> accrued_cents) as different,
        coalesce(
          sum(greatest(accrued_cents - expected_cents, 0)) filter (where c.final_locked_at is not null),
          0
        ) as more
      from f
      where f.campaign_id = c.id
    ) n
    where c.status <> 'cancelled'
      and (t.to_correct, t.undecided_cents) is distinct from (n.different, n.more)
  `)
