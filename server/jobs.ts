/** The list of all jobs and their schedules. Any instance may run each at any time, even twice: rows say what is left to do. */
import { type Clock as BossClock, PgBoss } from 'pg-boss'
import { PROGRESS_RUN } from '#domain/billing/settlement.ts'
import { mailWaitingInvitations } from '#server/accounts/organizations/index.ts'
import { deliverWebhooks, forgetDeliveries } from '#server/accounts/webhook-endpoints/index.ts'
import { sendPushes } from '#server/messaging/push/index.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { renewSecrets } from '#server/operations/keys/renew.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { sql } from '#server/platform/db/database.ts'
import { connectionTo, LONGEST_STATEMENT_MS, MAX_CONNECT_MS } from '#server/platform/db/hosts.ts'
import { ANSWERS_KEPT_HOURS } from '#server/platform/http/http.ts'
import { forgetCounters } from '#server/platform/limits/limits.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { eraseLeft } from './accounts/identity/clerk-erasure.ts'
import { sendWaitingMails } from './messaging/mails/send.ts'
import { checkBooks } from './money/book-check/check.ts'
import { notifyCancelled } from './money/cancellations/notify.ts'
import { compareBalance } from './money/card-balance/compare.ts'
import { readCardMovements } from './money/card-movements/read.ts'
import { askForNewCards, forgetCustomers } from './money/cards/old-cards.ts'
import { forgetRefusals } from './money/cards/refusals.ts'
import { answerChargeLookups } from './money/charges/detail.ts'
import { runDueCharges } from './money/charges/due-charges.ts'
import { learnLateReturns } from './money/disputes/late-returns.ts'
import { removeGuestCards } from './money/guest-cards/guest-cards.ts'
import { markOverdue, remindOfInvoices } from './money/invoices/reminders.ts'
import { compareBalances } from './money/payouts/owed.ts'
import { lookAtTransfers } from './money/payouts/reversals.ts'
import { sendPayouts } from './money/payouts/transfers.ts'
import { notifyRemovedMatches } from './money/pledges/removed-matches.ts'
import { runScheduledRefunds } from './money/refunds/refund.ts'
import { advanceSettlements, lockProgressSettlements } from './money/settlements/advance.ts'
import { lookAtAccounts } from './money/stripe-accounts/learn.ts'
import { fetchCardEvents } from './money/webhooks/fetching.ts'
import { forgetCardEvents, handleCardEvents } from './money/webhooks/handle.ts'
import { forgetOtherRuns, rememberRun } from './platform/jobs/runs.ts'
import { mailYearEndStatements } from './reporting/receipts/year-end-statements.ts'
import { alertSupporters } from './season/alerts/send.ts'
import { mailWaitingAmbassadors } from './season/ambassadors/mails.ts'
import { completeEndedCampaigns } from './season/campaigns/complete.ts'
import { notifyResults } from './season/digests/send.ts'
import { notifyResultsToConfirm } from './season/digests/to-confirm.ts'
import { notifyWeeks } from './season/digests/weekly.ts'
import { followCalendars } from './season/imports/followed-calendar.ts'
import { mailOpened } from './season/openings/tell-me.ts'
import { expireGuests, remindGuests } from './season/pledges/guests/reminders.ts'
import { confirmPledges, refreshForecasts } from './season/pledges/scheduled.ts'
import { notifyChangedStatistics } from './season/statistics/notify-changes.ts'
import { sendThankYous } from './season/thank-yous/send.ts'

type Job = {
  name: string
  cron: string
  run: (deps: Deps) => Promise<unknown>
  /** How many instances may run it at the same time; if omitted: one. */
  instances?: number
}

/** No device repeats a request after this. */
const IDEMPOTENCY_KEPT_HOURS = 365 * 24

export const JOBS: readonly Job[] = [
  { name: 'campaigns.complete', cron: '5 * * * *', run: completeEndedCampaigns },
  {
    name: 'settlements.progress',
    cron: `0 ${PROGRESS_RUN.hourUtc} * * ${PROGRESS_RUN.weekday}`,
    run: lockProgressSettlements,
  },
  { name: 'settlements.advance', cron: '* * * * *', run: advanceSettlements },
  // One worker handles each charge, and most of the time is spent waiting for the card provider.
  { name: 'charges.run', cron: '* * * * *', run: runDueCharges, instances: 4 },
  { name: 'bank-returns.look', cron: '20 * * * *', run: learnLateReturns },
  { name: 'card-events.handle', cron: '* * * * *', run: handleCardEvents },
  { name: 'card-events.fetch', cron: '55 * * * *', run: fetchCardEvents },
  { name: 'card-balance.compare', cron: '15 5 * * *', run: compareBalance },
  { name: 'card-movements.read', cron: '30 * * * *', run: readCardMovements },
  { name: 'card-events.forget', cron: '40 4 * * *', run: forgetCardEvents },
  { name: 'card-refusals.forget', cron: '50 4 * * *', run: forgetRefusals },
  { name: 'refunds.run', cron: '* * * * *', run: runScheduledRefunds },
  { name: 'payouts.send', cron: '* * * * *', run: sendPayouts },
  { name: 'payouts.look', cron: '10 4 * * *', run: lookAtTransfers },
  { name: 'stripe-accounts.look', cron: '10 15 * * *', run: lookAtAccounts },
  { name: 'payouts.compare', cron: '50 * * * *', run: compareBalances },
  { name: 'charge-lookups.answer', cron: '* * * * *', run: answerChargeLookups },
  { name: 'guest-pledges.remind', cron: '*/10 * * * *', run: remindGuests },
  { name: 'guest-pledges.expire', cron: '*/10 * * * *', run: expireGuests },
  { name: 'calendars.follow', cron: '*/10 * * * *', run: followCalendars },
  // Within the hour: the card of a guest pledge that was never confirmed is no longer needed.
  { name: 'guest-cards.remove', cron: '*/10 * * * *', run: removeGuestCards },
  { name: 'cards.expiring', cron: '35 * * * *', run: askForNewCards },
  { name: 'invoices.remind', cron: '25 * * * *', run: remindOfInvoices },
  { name: 'invoices.overdue', cron: '35 * * * *', run: markOverdue },
  { name: 'forecasts.refresh', cron: '* * * * *', run: refreshForecasts },
  { name: 'pledges.confirm', cron: '* * * * *', run: confirmPledges },
  { name: 'pledges.cancelled-campaigns', cron: '* * * * *', run: notifyCancelled },
  { name: 'pledges.removed-matches', cron: '* * * * *', run: notifyRemovedMatches },
  { name: 'statistics.changed', cron: '* * * * *', run: notifyChangedStatistics },
  { name: 'alerts.send', cron: '* * * * *', run: alertSupporters },
  { name: 'openings.mail', cron: '* * * * *', run: mailOpened },
  { name: 'thank-yous.send', cron: '* * * * *', run: sendThankYous },
  { name: 'pushes.send', cron: '* * * * *', run: sendPushes },
  { name: 'webhooks.deliver', cron: '* * * * *', run: deliverWebhooks },
  { name: 'digests.results', cron: '* * * * *', run: notifyResults },
  { name: 'digests.to-confirm', cron: '* * * * *', run: notifyResultsToConfirm },
  // Each organization's Monday morning is at a different hour.
  { name: 'digests.weekly', cron: '15 * * * *', run: notifyWeeks },
  // Daily in January, at an hour at which nobody in the country sleeps.
  { name: 'year-end.mail', cron: '10 18 * 1 *', run: mailYearEndStatements },
  { name: 'invitations.members', cron: '* * * * *', run: mailWaitingInvitations },
  { name: 'invitations.ambassadors', cron: '* * * * *', run: mailWaitingAmbassadors },
  { name: 'mails.send', cron: '* * * * *', run: sendWaitingMails },
  { name: 'invariants.check', cron: '*/10 * * * *', run: checkBooks },
  { name: 'customers.forget', cron: '15 * * * *', run: forgetCustomers },
  { name: 'accounts.erase', cron: '30 4 * * *', run: eraseLeft },
  // The counters use the machine's own time.
  {
    name: 'limits.forget',
    cron: '*/10 * * * *',
    run: ({ db }) => forgetCounters(db, systemClock.now().getTime()),
  },
  { name: 'secrets.renew', cron: '45 * * * *', run: renewSecrets },
  {
    name: 'idempotency.forget',
    cron: '20 * * * *',
    run: async (deps) => {
      await forgetIdempotencyKeys(deps)
      await forgetDeliveries(deps.db, deps.clock.now())
    },
  },
]

/** First the response, which has personal data; the key stays known, so that a late repetition is refused. */
async function forgetIdempotencyKeys({ db, clock }: Deps): Promise<void> {
  const before = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000)
  await db.query(sql`
    update idempotency_keys
    set body = ''
    where created_at < ${before(ANSWERS_KEPT_HOURS)}
      and body <> ''
  `)
  await db.query(sql`delete from idempotency_keys where created_at < ${before(IDEMPOTENCY_KEPT_HOURS)}`)
}

/** One pass over the jobs for whatever is due, in the order in which they feed one another. */
export async function runDueJobs(deps: Deps): Promise<void> {
  await completeEndedCampaigns(deps)
  await advanceSettlements(deps)
  await handleCardEvents(deps)
  await runDueCharges(deps)
  await learnLateReturns(deps)
  await runScheduledRefunds(deps)
  await sendPayouts(deps)
  await advanceSettlements(deps)
  await compareBalances(deps)
  await answerChargeLookups(deps)
  await remindOfInvoices(deps)
  await markOverdue(deps)
  await askForNewCards(deps)
  await remindGuests(deps)
  await expireGuests(deps)
  await removeGuestCards(deps)
  await mailWaitingInvitations(deps)
  await mailWaitingAmbassadors(deps)
  await confirmPledges(deps)
  await notifyRemovedMatches(deps)
  await notifyChangedStatistics(deps)
  await notifyCancelled(deps)
  await mailOpened(deps)
  await sendThankYous(deps)
  await sendWaitingMails(deps)
  await deliverWebhooks(deps)
}

/** The same for news mail, as opposed to bills: about results, and about the week. */
export async function runDueDigests(deps: Deps): Promise<void> {
  await notifyResults(deps)
  await notifyResultsToConfirm(deps)
  await notifyWeeks(deps)
  await sendWaitingMails(deps)
}

/** The job queue uses the program's clock. */
const bossClock = (deps: Deps): BossClock => ({
  now: () => deps.clock.now().getTime(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (handle) => clearInterval(handle as NodeJS.Timeout),
})

type Jobs = {
  /** Runs a job soon, once, however often it is requested. */
  wake(name: string): void
  stop(): Promise<void>
}

/** Runs it once, and counts and remembers the outcome. */
export async function runJob(deps: Deps, { name, run }: Pick<Job, 'name' | 'run'>): Promise<void> {
  const startedMs = performance.now()
  const count = (isGood: boolean) =>
    deps.metrics.job({ name, isGood, seconds: (performance.now() - startedMs) / 1_000 })
  const remember = (isGood: boolean) => rememberRun(deps.db, name, { isGood, at: deps.clock.now() })
  try {
    await deps.traces.span({ name: `job ${name}`, kind: 'internal' }, () => run(deps))
    await remember(true)
    count(true)
  } catch (error) {
    count(false)
    deps.log.error({ job: name, error: describeError(error) }, 'a job failed; it runs again')
    // If the database is away, the metrics say so.
    await remember(false).catch(() => undefined)
    throw error
  }
}

const CONNECTIONS = 4

/** Starts the schedules. `url` reaches the server itself, bypassing a pooler. */
export async function startJobs(deps: Deps, url: string): Promise<Jobs> {
  // Handed on to the driver, whose options are more than those of the queue.
  const connection = { ...connectionTo(url), query_timeout: LONGEST_STATEMENT_MS }
  const boss = new PgBoss({
    ...connection,
    schema: 'jobs',
    max: CONNECTIONS,
    connectionTimeoutMillis: MAX_CONNECT_MS,
    clock: bossClock(deps),
  })
  boss.on('error', (error) => deps.log.error(describeError(error), 'the job queue'))
  await boss.start()
  await forgetOtherRuns(
    deps.db,
    JOBS.map(({ name }) => name),
  )
  for (const job of JOBS) {
    await boss.createQueue(job.name, {
      policy: 'exclusive' as const,
      retryLimit: 2,
      // A killed instance is noticed within a minute; a running job may take hours.
      heartbeatSeconds: 60,
      expireInSeconds: 6 * 3_600,
    })
    await boss.schedule(job.name, job.cron)
    for (let one = 2; one <= (job.instances ?? 1); one += 1)
      await boss.schedule(job.name, job.cron, {}, { key: String(one), singletonKey: String(one) })
    await boss.work(job.name, { pollingIntervalSeconds: 2 }, () => runJob(deps, job))
  }
  return {
    wake: (name) => {
      boss
        .send(name, {}, { singletonKey: name })
        .catch((error: Error) => deps.log.warn(describeError(error), 'a job could not be started early'))
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
