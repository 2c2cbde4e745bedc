/** Alerts supporters to results as they are entered: once for each match, and not at night. */

import { add, type Cents, cents, sum, ZERO } from '#domain/money.ts'
import type { Quantity } from '#domain/quantity.ts'
import { type Counted, countResults, newsFor } from '#domain/season/digest.ts'
import {
  type AlertCount,
  type AlertFacts,
  alertWords,
  whenAllowed,
  whenAwake,
} from '#domain/season/result-alert.ts'
import { isAchievement } from '#domain/season/statistic-types.ts'
import { alertMail, queueMails, sendMailsSoon } from '#server/messaging/mails/index.ts'
import { unsubscribeLinks } from '#server/messaging/preferences/index.ts'
import { queuePushes, sendPushes } from '#server/messaging/push/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/season/deps.ts'
import { toAccrualLines } from '#server/season/pledges/lines/index.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'
import type { AlertCampaign, AlertPledge, AlertResult } from './store.ts'
import * as store from './store.ts'

const MAX_ROUNDS = 500
/** Supporters per transaction: bounds memory for a campaign of any size. */
const BATCH = 200
const MAX_BATCHES = 5_000
const DAY_MS = 86_400_000

/** Passes on the results gathered so far, then sends every alert that is due. @returns how many were sent. */
export async function alertSupporters(deps: Deps): Promise<number> {
  await deps.db.transaction((tx) => store.handOn(tx, deps.clock.now(), MAX_ROUNDS))
  await deps.checkpoint('alerts.handed')
  let alerted = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const done = await deps.db.transaction((tx) => alertBatch(deps, tx))
    alerted += done.alerted
    if (done.looked < BATCH) break
    await deps.checkpoint('alerts.queued')
  }
  if (alerted > 0) await Promise.all([sendMailsSoon(deps), sendPushes(deps)])
  return alerted
}

/** An alert and the record that it was sent are one transaction, so that a crash alerts nobody twice. */
async function alertBatch(deps: Deps, tx: Transaction): Promise<{ looked: number; alerted: number }> {
  const now = deps.clock.now()
  const due = await store.takeDue(tx, now, new Date(now.getTime() - DAY_MS), BATCH)
  if (due.length === 0) return { looked: 0, alerted: 0 }
  const waits = new Map(due.map((one) => [one, whenAwake(whenAllowed(now, one.sent), one.quiet)]))
  const isNow = (one: store.DueAlert) => waits.get(one)?.getTime() === now.getTime()
  await store.settle(
    tx,
    due.map((one) => ({ ...ownerOf(one), dueAt: isNow(one) ? null : (waits.get(one) ?? null) })),
  )
  await store.passOver(tx, now, due.filter(({ isReachable }) => !isReachable).map(ownerOf))
  const awake = due.filter((one) => one.isReachable && isNow(one))
  let alerted = 0
  for (const [campaignId, supporters] of Map.groupBy(awake, (one) => one.campaignId))
    alerted += await alertCampaign(deps, tx, campaignId, supporters)
  return { looked: due.length, alerted }
}

const ownerOf = ({ campaignId, userId }: store.Owner): store.Owner => ({ campaignId, userId })

type Ready = { to: store.DueAlert; alertId: string; alert: SupporterAlert }

async function alertCampaign(
  deps: Deps,
  tx: Transaction,
  campaignId: string,
  supporters: readonly store.DueAlert[],
): Promise<number> {
  const campaign = await store.runningCampaign(tx, campaignId)
  if (!campaign) return 0
  const userIds = supporters.map(({ userId }) => userId)
  const now = seasonOf(campaign, await store.currentResults(tx, campaignId))
  const alerted = await store.alertedSlots(tx, campaignId, userIds)
  const pledges = Map.groupBy(
    await store.pledgesOfSupporters(tx, campaignId, userIds),
    ({ userId }) => userId,
  )
  const ready = supporters.flatMap((to): Ready[] => {
    const slots = newSlots(now, to.since, alerted.get(to.userId) ?? new Set())
    const alert = supporterAlert(now, pledges.get(to.userId) ?? [], slots)
    return alert ? [{ to, alertId: newId(deps.clock), alert }] : []
  })
  if (ready.length === 0) return 0
  await store.insertSent(
    tx,
    deps.clock.now(),
    ready.flatMap(({ to: { userId, channel }, alertId, alert }) =>
      alert.matches.map((match) => ({ ...match, campaignId, userId, channel, alertId })),
    ),
  )
  await pushAlerts(deps, tx, ready)
  await mailAlerts(deps, tx, now, ready)
  return ready.length
}

async function pushAlerts(deps: Deps, tx: Transaction, ready: readonly Ready[]): Promise<void> {
  const messages = ready.flatMap(({ to, alert }) => {
    if (to.channel !== 'push') return []
    const { title, what, amount } = alertWords(alert.facts)
    return [{ ...ownerOf(to), title: title.slice(0, 120), body: `${what.slice(0, 400)} ${amount}` }]
  })
  await queuePushes(deps, tx, messages)
}

async function mailAlerts(
  deps: Deps,
  tx: Transaction,
  campaign: AlertSeason,
  ready: readonly Ready[],
): Promise<void> {
  const mailed = ready.filter(({ to }) => to.channel === 'mail')
  if (mailed.length === 0) return
  const { campaignId } = campaign
  const urls = await pledgeLinks(
    deps,
    tx,
    mailed.map(({ alert: { pledgeId } }) => ({ pledgeId, campaignId })),
  )
  const unsubscribeLink = await unsubscribeLinks(deps, tx)
  const mails = mailed.map(({ to: { userId, email, getsDigest }, alertId, alert }, index) => ({
    kind: 'result_alert',
    idempotencyKey: `alert:${alertId}`,
    to: email,
    ...alertMail({
      ...campaign,
      ...alertWords(alert.facts),
      getsDigest,
      isConfirmed: alert.facts.matches.every(({ isConfirmed }) => isConfirmed),
      matches: alert.facts.matches.map(({ title }) => title),
      pledgeUrl: urls[index] as string,
      unsubscribeUrl: unsubscribeLink(userId, 'result_alert'),
    }),
    userId,
    campaignId,
    pledgeId: alert.pledgeId,
  }))
  await queueMails(tx, deps.clock, mails)
}

/** What newly entered results mean for one supporter: the matches to alert about, and what they add. */
type AlertSeason = AlertCampaign & {
  results: readonly AlertResult[]
  after: Counted
  /** The season without certain matches, each computed once. */
  before: Map<string, Counted>
}

const seasonOf = (campaign: AlertCampaign, results: readonly AlertResult[]): AlertSeason => ({
  ...campaign,
  results,
  after: countResults(results),
  before: new Map(),
})

const momentOf = ({ eventId, id }: AlertResult): string => eventId ?? id

/** Slots first entered after `since` and not in `alerted`. */
const newSlots = ({ results }: AlertSeason, since: Date, alerted: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    results
      .filter(({ slot, firstEnteredAt }) => firstEnteredAt > since && !alerted.has(slot))
      .map(({ slot }) => slot),
  )

function seasonBefore({ results, before }: AlertSeason, slots: ReadonlySet<string>): Counted {
  const key = [...slots].sort().join()
  const known = before.get(key)
  if (known) return known
  const made = countResults(results.filter(({ slot }) => !slots.has(slot)))
  before.set(key, made)
  return made
}

type Found = { moment: string; at: number; amount: Cents; counts: Map<string, Quantity | null> }

type SupporterAlert = {
  facts: AlertFacts
  matches: { slot: string; moment: string; addedCents: Cents }[]
  pledgeId: string
}

/** Null if these matches add nothing: another statistic, a line that was stopped, or a maximum that is reached. */
function supporterAlert(
  season: AlertSeason,
  pledges: readonly AlertPledge[],
  slots: ReadonlySet<string>,
): SupporterAlert | null {
  if (slots.size === 0) return null
  const slotOf = new Map(season.results.map((result) => [momentOf(result), result.slot]))
  const before = seasonBefore(season, slots)
  const found = new Map<string, Found>()
  const touched = pledges.flatMap((pledge) => {
    const own = toAccrualLines(pledge.lines)
    const news = newsFor(own, cents(pledge.agreedMaximumCents), before, season.after)
    if (!news || news.added <= 0) return []
    const names = new Map(own.map(({ statisticId, name }) => [statisticId, name]))
    for (const { key, at, amount, lines } of news.matches) {
      const slot = slotOf.get(key)
      if (slot === undefined || !slots.has(slot) || amount <= 0) continue
      const match = found.get(key) ?? { moment: key, at, amount: ZERO, counts: new Map() }
      match.amount = add(match.amount, amount)
      for (const { line, quantity } of lines) {
        const name = names.get(line.statisticId) ?? ''
        if (quantity > (match.counts.get(name) ?? 0))
          match.counts.set(name, isAchievement(line.type) ? null : quantity)
      }
      found.set(key, match)
    }
    return [{ id: pledge.id, news }]
  })
  const [first] = touched
  const matches = [...found.values()].sort((a, b) => a.at - b.at)
  if (!first || matches.length === 0) return null
  return {
    pledgeId: first.id,
    matches: matches.map(({ moment, amount }) => ({
      slot: slotOf.get(moment) as string,
      moment,
      addedCents: amount,
    })),
    facts: {
      campaignName: season.campaignName,
      vocabulary: season.vocabulary,
      matches: matches.map((match) => inWords(season, match)),
      added: sum(touched.map(({ news }) => news.added)),
      pledgeCount: touched.length,
      isReached: touched.every(({ news }) => news.left === 0),
    },
  }
}

function inWords(
  { results, timeZone }: AlertSeason,
  { moment, at, counts }: Found,
): AlertFacts['matches'][number] {
  const own = results.filter((result) => momentOf(result) === moment)
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(at)
  return {
    title: `${day}, ${own[0]?.name ?? ''}`,
    counts: [...counts].map(([name, quantity]): AlertCount => ({ name, quantity })),
    isConfirmed: own.every(({ isConfirmed }) => isConfirmed),
  }
}
