import { formatUsd } from '#domain/money.ts'
import { queueMails, settlementWithdrawnMail } from '#server/messaging/mails/index.ts'
import { openBillsOf } from '#server/money/open-bills/index.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { pledgeLinks } from '#server/season/pledge-links/index.ts'
import { dropUnsentAbout, mailsSentAbout, type Untold, untold } from './store.withdrawal-notices.ts'

const BATCH = 500
const MAX_BATCHES = 2_000

type Withdrawn = { campaignId: string; withdrawnAt: Date }

/** Tells those who were mailed, and closes what was withdrawn once nothing about it is being sent anymore (R33). */
export async function tellOfWithdrawal(deps: Deps, { campaignId, withdrawnAt }: Withdrawn): Promise<void> {
  const rows = await deps.db.query<{ id: string }>(sql`
    select id
    from settlements
    where campaign_id = ${campaignId}
      and withdrawn_at = ${withdrawnAt}
    order by version
  `)
  const about = { campaignId, ids: rows.map(({ id }) => id) }
  await dropUnsentAbout(deps.db, { ...about, now: deps.clock.now() })
  // Looked at first: what is accepted by a mail server after this is told by the next run.
  const { isSending } = await mailsSentAbout(deps.db, about)
  for (let round = 0; round < MAX_BATCHES; round += 1) if ((await tellNext(deps, about)) < BATCH) break
  if (isSending) return
  await deps.db.transaction(async (tx) => {
    await tx.query(sql`
      update settlements
      set stage = 'closed', closed_at = ${deps.clock.now()}
      where id = any(${sql.param(about.ids)}::uuid[])
        and stage <> 'closed'
    `)
    campaignChanged(tx, deps, campaignId)
  })
}

const tellNext = (deps: Deps, about: { campaignId: string; ids: readonly string[] }): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const notices = await untold(tx, { ...about, limit: BATCH })
    if (notices.length === 0) return 0
    const urls = await pledgeLinks(deps, tx, notices)
    const open = await openBillsOf(
      tx,
      notices.map(({ pledgeId }) => pledgeId),
    )
    await queueMails(
      tx,
      deps.clock,
      notices.map((notice, place) => ({
        ...{ kind: 'settlement_withdrawn', idempotencyKey: notice.idempotencyKey, to: notice.email },
        ...mailOf(notice, urls[place] as string, open.get(notice.pledgeId)),
        ...{ userId: notice.pledgerId, campaignId: notice.campaignId, pledgeId: notice.pledgeId },
      })),
    )
    return notices.length
  })

const mailOf = (
  { voided, kept, most, ...about }: Untold,
  pledgeUrl: string,
  stillOpen: Parameters<typeof settlementWithdrawnMail>[0]['stillOpen'],
) =>
  settlementWithdrawnMail({
    ...about,
    pledgeUrl,
    ...(stillOpen ? { stillOpen } : {}),
    most: formatUsd(most),
    refund: kept > 0 ? formatUsd(kept) : null,
    voided: voided.map(({ amount, number }) => ({ amount: formatUsd(amount), number })),
  })
