import { DomainError } from '#domain/errors.ts'
import { formatUsd } from '#domain/money.ts'
import { buildSeason } from '#domain/pledges/accrual.ts'
import { accessTo } from '#server/accounts/access/index.ts'
import {
  type OpenBills,
  queueMails,
  settlementWithdrawnMail,
  statementMail,
} from '#server/messaging/mails/index.ts'
import { checkCampaigns } from '#server/money/book-check/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { openBillsOf } from '#server/money/open-bills/index.ts'
import { statementSuffix } from '#server/money/providers/index.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import { sql, type Transaction } from '#server/platform/db/database.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'
import { lock } from './lock.ts'
import {
  hasDates,
  inOneLine,
  matchLines,
  type Season,
  type StatementToMail,
  settledResults,
  statementOf,
  unsentStatements,
} from './mail-statements.ts'
import { renamedResults, withRenamed } from './settlements-store.ts'
import { dropUnsentAbout, mailsSentAbout, type Untold, unnotifiedSupporters } from './withdrawal-store.ts'

const BATCH = 500
const MAX_BATCHES = 2_000

type Open = {
  id: string
  campaignId: string
  kind: 'progress' | 'final'
  stage: 'locked' | 'charging'
  chargeAt: Date
  withdrawnAt: Date | null
}

/** Moves every open settlement one stage further: notices, charging, closed. Safe to run again. */
export async function advanceSettlements(deps: Deps): Promise<void> {
  const open = await deps.db.query<Open>(sql`
    select id, campaign_id, kind, stage, charge_at, withdrawn_at
    from settlements
    where stage <> 'closed'
    order by locked_at, version
    limit 1000
  `)
  const closedIds = new Set<string>()
  await settleEach(open, async (settlement) => {
    const { campaignId, withdrawnAt } = settlement
    if (withdrawnAt) return notifyOfWithdrawal(deps, { campaignId, withdrawnAt })
    await notifySupporters(deps, settlement)
    await deps.checkpoint('settlement.notified')
    await startCharging(deps, settlement)
    await deps.checkpoint('settlement.charging')
    if (await close(deps, settlement)) closedIds.add(settlement.campaignId)
    await deps.checkpoint('settlement.closed')
  })
  await checkCampaigns(deps, [...closedIds])
}

/** If a statement is sent late, the charge moves: no one is charged without the promised days of notice. */
const LATE_AFTER_MS = 6 * 3_600_000

async function postponeLateCharges(
  deps: Deps,
  { id: settlementId, campaignId }: Pick<Open, 'id' | 'campaignId'>,
): Promise<void> {
  const noticeMs = deps.config.settlementNoticeDays * 86_400_000
  const now = deps.clock.now().getTime()
  await deps.db.query(sql`
    with late as (
      select c.id, ${statementOf('c')} as idempotency_key
      from charges c
      where c.campaign_id = ${campaignId}
        and c.settlement_id = ${settlementId}
        and c.state = 'scheduled'
        and ${hasDates(campaignId)}
        and c.charge_at < ${new Date(now + noticeMs - LATE_AFTER_MS)}
        and not exists (
          select from mails m
          where m.idempotency_key = ${statementOf('c')}
            and m.sent_at is not null
        )
    ),
    unsent as (
      delete from mails m
      using late
      where m.idempotency_key = late.idempotency_key
        and m.sent_at is null
    )
    update charges c
    set charge_at = ${new Date(now + noticeMs)}
    from late
    where c.id = late.id
  `)
}

async function notifySupporters(deps: Deps, settlement: Open): Promise<void> {
  const { id, campaignId } = settlement
  await postponeLateCharges(deps, settlement)
  const { results, names } = await settledResults(deps.db, id)
  const about = { season: buildSeason(results), names }
  let from: string | null = null
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    // Under the campaign's lock: a campaign that is paused right now is paused before they are read or after they are queued.
    const last: string | null = await deps.db.transaction(
      (tx) => notifyBatch(deps, tx, settlement, { ...about, from }),
      { campaignId, mode: 'shared' },
    )
    if (last === null) return
    from = last
  }
}

/** Returns the last pledge of the batch, or null if nobody was left to notify. */
async function notifyBatch(
  deps: Deps,
  tx: Transaction,
  settlement: Open,
  { season, names, from }: { season: Season; names: ReadonlyMap<string, string>; from: string | null },
): Promise<string | null> {
  const { campaignId } = settlement
  const notices: StatementToMail[] = await unsentStatements(tx, settlement, { from, limit: BATCH })
  if (notices.length === 0) return null
  const pledges = notices.map(({ pledgeId }) => ({ pledgeId, campaignId }))
  const urls = await pledgeLinks(deps, tx, pledges)
  const ids = notices.map(({ pledgeId }) => pledgeId)
  const stillOpen = await openBillsOf(tx, ids, { settlementId: settlement.id })
  const renamed = await renamedResults(tx, settlement.id, ids)
  const namesOf = ({ pledgeId }: StatementToMail) => withRenamed(names, renamed.get(pledgeId))
  const mails = notices.map((notice, place) => ({
    kind: 'settlement_statement' as const,
    idempotencyKey: notice.idempotencyKey,
    to: notice.email,
    ...mailOf(deps, notice, {
      pledgeUrl: urls[place] as string,
      stillOpen: stillOpen.get(notice.pledgeId),
      matches: matchLines(notice, season, namesOf(notice)).map(inOneLine),
    }),
    userId: notice.pledgerId,
    campaignId,
    pledgeId: notice.pledgeId,
  }))
  await queueMails(tx, deps.clock, mails)
  return notices.at(-1)?.pledgeId ?? null
}

/** What was earned, billed before, waived, refunded or lowered, and is billed now. */
function mailOf(
  deps: Deps,
  notice: StatementToMail,
  {
    stillOpen,
    ...around
  }: { pledgeUrl: string; stillOpen: OpenBills | undefined; matches: ReturnType<typeof inOneLine>[] },
) {
  const { billedBefore, parts, ...about } = notice
  return statementMail({
    ...about,
    ...around,
    ...(stillOpen ? { stillOpen } : {}),
    statementText: notice.kind === 'card' ? statementSuffix(notice.organizationName) : null,
    amount: formatUsd(notice.amount),
    most: formatUsd(notice.most),
    earned: formatUsd(notice.accrued),
    ...(billedBefore === 0 ? {} : { billedBefore: formatUsd(billedBefore) }),
    parts: parts.map(({ part, amount }) => ({ part, amount: formatUsd(amount) })),
    isTest: deps.cards.moneyMode === 'sandbox',
  })
}

async function startCharging(deps: Deps, settlement: Open): Promise<void> {
  await deps.db.query(sql`
    update settlements
    set stage = 'charging'
    where id = ${settlement.id}
      and stage = 'locked'
      and withdrawn_at is null
      and charge_at <= ${deps.clock.now()}
  `)
}

/** Closes it once no charge will be attempted anymore; then pledges with nothing open are settled. */
async function close(deps: Deps, { id, campaignId, kind }: Open): Promise<boolean> {
  return deps.db.transaction(
    async (tx) => {
      const now = deps.clock.now()
      const closed = await tx.query(sql`
        update settlements s
        set stage = 'closed', closed_at = ${now}
        where s.id = ${id}
          and s.stage = 'charging'
          and not exists (
            select from charges c
            where c.campaign_id = s.campaign_id
              and c.settlement_id = s.id
              and c.state in ('scheduled', 'processing', 'failed')
          )
        returning id
      `)
      if (closed.length === 0) return false
      if (kind === 'final') await settlePledges(tx, campaignId)
      campaignChanged(tx, deps, campaignId)
      return true
    },
    { campaignId, mode: 'exclusive' },
  )
}

async function settlePledges(tx: Transaction, campaignId: string): Promise<void> {
  await tx.query(sql`
    update pledges p
    set status = 'settled', version = version + 1
    where p.campaign_id = ${campaignId}
      and p.status in ('active', 'past_due')
      and not exists (
        select from charges c
        where c.pledge_id = p.id
          and c.state not in ('succeeded', 'voided')
      )
      and not exists (
        select from invoices i
        where i.pledge_id = p.id
          and i.state = 'open'
      )
  `)
}

/** Weekly: prepares and locks progress settlements, unless the campaign's are locked manually. */
export async function lockProgressSettlements(deps: Deps): Promise<number> {
  const campaigns = await deps.db.query<{ id: string }>(sql`
    select c.id
    from campaigns c
    where c.status in ('active', 'completed')
      and c.final_locked_at is null
      and c.settle_automatically
      and exists (
        select from pledges p
        where p.campaign_id = c.id
          and p.payment_timing = 'as_season_progresses'
          and p.status <> 'cancelled'
      )
    order by c.id
    limit 100000
  `)
  let locked = 0
  await settleEach(campaigns, async ({ id }) => {
    try {
      await deps.db.transaction(
        async (tx) =>
          lock(deps, tx, await accessToAny(tx, id), {
            kind: 'progress',
            declared: [],
            lockedBy: null,
          }),
        { campaignId: id, mode: 'exclusive' },
      )
      locked += 1
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code !== 'nothing_to_settle')
        deps.log.warn({ campaignId: id, code: error.code }, 'a progress settlement was not locked')
    }
  })
  return locked
}

/** The schedule acts as no user: it sees every campaign that is not a draft. */
const accessToAny = (tx: Parameters<typeof accessTo>[0], campaignId: string) => accessTo(tx, null, campaignId)

type Withdrawn = { campaignId: string; withdrawnAt: Date }

/** Tells those who were mailed, and closes what was withdrawn once nothing about it is being sent anymore. */
async function notifyOfWithdrawal(deps: Deps, { campaignId, withdrawnAt }: Withdrawn): Promise<void> {
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
  for (let round = 0; round < MAX_BATCHES; round += 1) if ((await notifyNext(deps, about)) < BATCH) break
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

const notifyNext = (deps: Deps, about: { campaignId: string; ids: readonly string[] }): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const notices = await unnotifiedSupporters(tx, { ...about, limit: BATCH })
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
        kind: 'settlement_withdrawn',
        idempotencyKey: notice.idempotencyKey,
        to: notice.email,
        ...withdrawalMail(notice, urls[place] as string, open.get(notice.pledgeId)),
        userId: notice.pledgerId,
        campaignId: notice.campaignId,
        pledgeId: notice.pledgeId,
      })),
    )
    return notices.length
  })

const withdrawalMail = (
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
