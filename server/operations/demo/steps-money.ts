/** Mondays on which progress is billed, final settlements, checks that arrive, payouts; pauses and cancellations. */
import { dollars, sum, toDecimal } from '#domain/money.ts'
import { dateIn } from '#domain/places/zone.ts'
import type { CampaignUpdate } from '#domain/schemas/campaign.ts'
import { CancellationConfirmation, confirmationOf } from '#domain/schemas/cancellation.ts'
import { DestinationForm } from '#domain/schemas/organization.ts'
import { DepositForm } from '#domain/schemas/payment.ts'
import { PayoutApproval, PayoutArrival, PayoutSent } from '#domain/schemas/payout.ts'
import { PaymentForm, SettlementForm } from '#domain/schemas/settlement.ts'
import {
  approveDestination,
  payoutDestination,
  proposeDestination,
} from '#server/accounts/organizations/index.ts'
import { runDueJobs } from '#server/jobs.ts'
import { previewCancellation } from '#server/money/cancellations/index.ts'
import { readCardMovements } from '#server/money/card-movements/index.ts'
import { makeDeposit } from '#server/money/deposits/index.ts'
import { invoicesOf } from '#server/money/invoices/index.ts'
import { postPayment } from '#server/money/payments/index.ts'
import {
  approvePayout,
  confirmArrival,
  organizationPayouts,
  preparePayout,
  recordSent,
} from '#server/money/payouts/index.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import {
  lockProgressSettlements,
  lockSettlement,
  previewSettlement,
} from '#server/money/settlements/index.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { updateCampaign } from '#server/season/campaigns/index.ts'
import { at, DAY_MS, HOUR_MS, later, type OpenCampaign, type Stage, type Step } from './open.ts'

/** Weeks ago. The schedule runs every Monday; the demo's past includes some of them, and always the last two. */
const MONDAYS = [27, 7, 1, 0]
/** Before dawn in the US, as on the schedule. */
const MONDAY_HOUR = 9

function mondayOf(now: Date, weeksAgo: number): Date {
  const monday = new Date(now)
  monday.setUTCHours(MONDAY_HOUR, 0, 0, 0)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7) - weeksAgo * 7)
  return monday
}

const runsJobs = (when: Date): Step => ({
  at: when,
  run: async (deps) => {
    await runDueJobs(deps)
    await readCardMovements(deps)
  },
})

/** By then the card provider has paid to the bank what was charged. */
const PAID_AFTER_MS = 5 * DAY_MS

export function mondaySteps(stage: Stage): Step[] {
  const noticeMs = stage.at(stage.now).config.settlementNoticeDays * DAY_MS
  return MONDAYS.flatMap((weeksAgo) => {
    const monday = mondayOf(stage.now, weeksAgo)
    const lock = async (deps: Deps) => {
      await lockProgressSettlements(deps)
      await runDueJobs(deps)
    }
    const charged = later(monday, noticeMs + HOUR_MS)
    const paid = { at: later(charged, PAID_AFTER_MS), run: readCardMovements }
    return [{ at: monday, run: lock }, runsJobs(charged), paid]
  })
}

/** Three working cards stop working: their charges are retried, and show why. */
export const failingCards = (stage: Stage, campaign: OpenCampaign): Step => ({
  at: later(mondayOf(stage.now, 1), HOUR_MS),
  run: ({ db }) =>
    db.query(sql`
      update sandbox.payment_methods
      set behaviour = 'insufficient_funds'
      where id in (
        select c.provider_payment_method
        from pledges p
        join cards c on c.id = p.card_id
        where p.campaign_id = ${campaign.id}
          and p.payment_timing = 'as_season_progresses'
          and p.pledger_id <> ${stage.people.supporter.userId}
        order by p.id
        limit 3
      )
    `),
})

export function endingSteps(stage: Stage, campaign: OpenCampaign): Step[] {
  const { ending } = campaign.plan
  if (!ending) return []
  const when = at(stage, campaign.organization.timeZone, ending.days, '15:00')
  if (ending.do === 'settle') return settlingSteps(stage, campaign, when, ending)
  const key = { campaignId: campaign.id, ifMatch: null }
  const { rep } = stage.people
  const run = async (deps: Deps) => {
    const changes: CampaignUpdate =
      ending.do === 'pause' ? { status: 'paused' } : await cancellation(deps, rep, campaign.id)
    await updateCampaign(deps, deps.db.transaction, rep, key, changes)
  }
  return [{ at: when, run }]
}

/** Confirmed with the amounts shown; what was collected is kept. */
async function cancellation(deps: Deps, actor: Actor, campaignId: string): Promise<CampaignUpdate> {
  const shown = await previewCancellation(deps, actor, campaignId)
  const confirmed = CancellationConfirmation.parse(confirmationOf(shown, false))
  return { status: 'cancelled', cancellation: confirmed }
}

/** From the lock until checks that arrived four days after the charges have cleared. */
const CLEARED_DAYS = 12

type Settle = Extract<NonNullable<OpenCampaign['plan']['ending']>, { do: 'settle' }>

function settlingSteps(
  stage: Stage,
  { id, organization }: OpenCampaign,
  when: Date,
  { payments, payout }: Settle,
): Step[] {
  const { rep, second } = stage.people
  const lock = async (deps: Deps) => {
    const { version, previewId } = await previewSettlement(deps, rep, id, { kind: 'final' })
    const form = SettlementForm.parse({ kind: 'final', version, previewId })
    await lockSettlement(deps, deps.db.transaction, rep, id, form)
  }
  const receive = async (deps: Deps) => {
    const open = (await invoicesOf(deps.db, id, { limit: 200 })).filter(({ state }) => state === 'open')
    const arrived = open.filter((_, index) => payments === 'all' || index % 2 === 0)
    const today = dateIn(organization.timeZone, deps.clock.now())
    const paymentIds: string[] = []
    for (const [index, invoice] of arrived.entries()) {
      const method = index % 3 === 2 ? 'cash' : 'check'
      const payment = PaymentForm.parse({
        invoiceId: invoice.id,
        amount: invoice.open,
        method,
        reference: method === 'check' ? String(2_041 + index * 13) : null,
        receivedOn: today,
      })
      paymentIds.push((await deps.db.transaction((tx) => postPayment(deps, tx, rep, id, payment))).id)
    }
    const amount = toDecimal(sum(arrived.map((invoice) => dollars(invoice.open))))
    const slip = DepositForm.parse({ paymentIds, amount, depositedOn: today })
    await makeDeposit(deps, deps.db.transaction, rep, slip)
  }
  const pay = async (deps: Deps) => {
    const { campaigns } = await organizationPayouts(deps, rep, organization.id)
    const lines = campaigns.flatMap(({ campaignId, available }) =>
      dollars(available) === 0 ? [] : [{ campaignId, amount: dollars(available) }],
    )
    await setDestination(deps)
    const prepared = await preparePayout(deps, deps.db.transaction, rep, organization.id, {
      lines,
      note: null,
    })
    if (payout !== 'paid') return
    const sent = PayoutSent.parse({ reference: String(20_417 + Number.parseInt(id.slice(-2), 16)) })
    await approvePayout(deps, deps.db.transaction, second, prepared.id, PayoutApproval.parse({}))
    await recordSent(deps, deps.db.transaction, second, prepared.id, sent)
    paid = prepared.id
  }
  let paid: string | null = null
  const confirm = async (deps: Deps) => {
    if (paid) await confirmArrival(deps, deps.db.transaction, rep, paid, PayoutArrival.parse({}))
  }
  const setDestination = async (deps: Deps) => {
    if (await payoutDestination(deps.db, organization.id)) return
    const check = DestinationForm.parse({
      method: 'check',
      payeeName: organization.name,
      mailingAddress: `PO Box 12, ${organization.city}, ${organization.state}`,
    })
    const { transaction } = deps.db
    const proposed = await proposeDestination(deps, transaction, rep, organization.id, check)
    const key = { id: organization.id, destinationId: proposed.id }
    await approveDestination(deps, transaction, second, key)
  }
  const noticeMs = stage.at(stage.now).config.settlementNoticeDays * DAY_MS
  return [
    { at: when, run: lock },
    runsJobs(later(when, HOUR_MS)),
    runsJobs(later(when, noticeMs + HOUR_MS)),
    { at: later(when, noticeMs + 4 * DAY_MS), run: receive },
    // What is prepared only is of cards: its checks have not cleared.
    { at: later(when, noticeMs + (payout === 'paid' ? CLEARED_DAYS : 5) * DAY_MS), run: pay },
    { at: later(when, noticeMs + (CLEARED_DAYS + 2) * DAY_MS), run: confirm },
  ]
}
