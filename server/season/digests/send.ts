/** One mail to each supporter about what newly confirmed results mean for them. */

import { ZERO } from '#domain/money.ts'
import { type Counted, countResults } from '#domain/season/digest.ts'
import { queueMails, resultsDigestMail } from '#server/messaging/mails/index.ts'
import { unsubscribeLinks } from '#server/messaging/preferences/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import { withoutMailed } from '#server/season/alerts/index.ts'
import type { BilledSoFar, Deps } from '#server/season/deps.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'
import { billedWords, type LikelyWords, likelyWords, type PledgeNewsInWords, supporterNews } from './news.ts'
import * as store from './store.ts'

/** Supporters per batch: bounds memory for a campaign of any size. */
const BATCH = 500
const MAX_BATCHES = 2_000
const MAX_CAMPAIGNS = 500

/**
 * Takes every digest that is due through to its end: frozen, sent batch by batch, closed. Resumes after a crash without
 * notifying anybody twice: a batch's mails and the progress made are one transaction.
 */
export async function notifyResults(deps: Deps): Promise<void> {
  const due = await store.dueDigests(deps.db, deps.clock.now(), MAX_CAMPAIGNS)
  await settleEach(due, (digest) => notify(deps, digest))
}

async function notify(deps: Deps, digest: store.OpenDigest): Promise<void> {
  const { id, campaignId } = digest
  if (digest.frozenAt === null) {
    await deps.db.transaction((tx) => store.freeze(tx, digest, deps.clock.now()), {
      campaignId,
      mode: 'exclusive' as const,
    })
    await deps.checkpoint('digest.frozen')
  }
  const seasons = await seasonsOf(deps, digest)
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const isDone = await deps.db.transaction((tx) => notifyBatch(deps, tx, id, seasons))
    if (isDone) return
    await deps.checkpoint('digest.queued')
  }
}

export type Seasons = {
  before: Counted
  after: Counted
  names: ReadonlyMap<string, string>
  /** What a pledge will likely come to, in words. */
  likely: LikelyWords
}

async function seasonsOf(deps: Deps, digest: store.OpenDigest): Promise<Seasons> {
  const [before, after] = await Promise.all([
    store.keptResults(deps.db, digest, 'before'),
    store.keptResults(deps.db, digest, 'newest'),
  ])
  return {
    before: countResults(before.results),
    after: countResults(after.results),
    names: new Map([...before.names, ...after.names]),
    likely: await likelyWords(deps, digest.campaignId, { before, after }),
  }
}

/** True once nobody is left to notify. */
async function notifyBatch(deps: Deps, tx: Transaction, id: string, seasons: Seasons): Promise<boolean> {
  const turn = await store.takeTurn(tx, id)
  if (!turn) return true
  const supporters = turn.isOver ? [] : await store.nextSupporters(tx, turn, BATCH)
  const last = supporters.at(-1)
  if (!last) {
    await store.close(tx, id, deps.clock.now())
    return true
  }
  const readers = supporters.flatMap(({ pledges, ...supporter }) => {
    const news = supporterNews(pledges, seasons, turn)
    return news.length > 0 ? [{ ...supporter, news }] : []
  })
  await queueDigests(deps, tx, { id, turn, readers: await withoutMailed(tx, turn.campaignId, readers) })
  await store.moveOn(tx, id, last.firstPledgeId)
  return false
}

const NOTHING_BILLED: BilledSoFar = { open: null, received: ZERO }

type Notification = Omit<store.Supporter, 'pledges'> & { news: PledgeNewsInWords[] }

async function queueDigests(
  deps: Deps,
  tx: Transaction,
  { id, turn, readers }: { id: string; turn: store.Turn; readers: readonly Notification[] },
): Promise<void> {
  if (readers.length === 0) return
  const { campaignId, timeZone } = turn
  const pledgeIds = readers.flatMap(({ news }) => news.map(({ pledgeId }) => pledgeId))
  const urls = await pledgeLinks(
    deps,
    tx,
    pledgeIds.map((pledgeId) => ({ pledgeId, campaignId })),
  )
  const urlOf = new Map(pledgeIds.map((pledgeId, index) => [pledgeId, urls[index] as string]))
  const billed = await deps.money.billedSoFar(tx, pledgeIds)
  const unsubscribeLink = await unsubscribeLinks(deps, tx)
  const mails = readers.map(({ userId, email, news }) => ({
    kind: 'results_digest',
    idempotencyKey: `results:${id}:${userId}`,
    to: email,
    ...resultsDigestMail({
      ...turn,
      pledges: news.map((one) => ({
        ...one,
        ...billedWords(one, billed.get(one.pledgeId) ?? NOTHING_BILLED),
        pledgeUrl: urlOf.get(one.pledgeId) as string,
      })),
      unsubscribeUrl: unsubscribeLink(userId, 'results_digest'),
    }),
    userId,
    campaignId,
    pledgeId: news[0]?.pledgeId ?? null,
    quietZone: timeZone,
  }))
  await queueMails(tx, deps.clock, mails)
}
