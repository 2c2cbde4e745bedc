/** Alerts supporters to results as they are entered: once for each match, and not at night (R64). */
import { alertWords, whenAllowed, whenAwake } from '#domain/result-alert.ts'
import { alertMail, queueMails, sendMailsSoon } from '#server/messaging/mails/index.ts'
import { unsubscribeLinks } from '#server/messaging/preferences/index.ts'
import { queuePushes, sendPushes } from '#server/messaging/push/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/season/deps.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'
import * as season from './season-store.ts'
import * as store from './store.ts'
import { type AlertSeason, newSlots, type SupporterAlert, seasonOf, supporterAlert } from './wording.ts'

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
  const campaign = await season.runningCampaign(tx, campaignId)
  if (!campaign) return 0
  const userIds = supporters.map(({ userId }) => userId)
  const now = seasonOf(campaign, await season.currentResults(tx, campaignId))
  const alerted = await season.alertedSlots(tx, campaignId, userIds)
  const pledges = Map.groupBy(
    await season.pledgesOfSupporters(tx, campaignId, userIds),
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
