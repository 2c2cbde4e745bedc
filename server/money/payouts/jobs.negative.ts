/** Late refunds, bounced checks and disputes may leave more paid out than is owed: people are mailed once (R68). */
import { type Cents, formatUsd, negate, parseCents, sum, ZERO } from '#domain/money.ts'
import { owedOf } from '#domain/payout.ts'
import { figureWords } from '#domain/payout-words.ts'
import { ownersToTell } from '#server/accounts/organizations/index.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { paidTooMuchMail, queueMails } from '#server/messaging/mails/index.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { settleEach } from '#server/platform/jobs/each.ts'
import { holdBooks } from './store.balances.ts'
import * as store from './store.negative.ts'
import { statementSums } from './store.statement.ts'

const BATCH = 100
/** A mail explains the largest ones; the organization's page has them all. */
const MAX_CAMPAIGNS = 10

/** Tells owners and representatives of each organization whose balance is below zero after a payout, once (R68). */
export async function tellNegativeBalances(deps: Deps): Promise<void> {
  await store.forgetSettled(deps.db)
  const untold = await store.untold(deps.db, BATCH)
  await settleEach(untold, (balance) => deps.db.transaction((tx) => tell(deps, tx, balance)))
}

type Books = Awaited<ReturnType<typeof holdBooks>>[number]

async function tell(deps: Deps, tx: Transaction, balance: store.Balance): Promise<void> {
  const books = (await holdBooks(tx, clearingOf(deps), balance.organizationId)).filter(
    ({ moneyMode }) => moneyMode === balance.moneyMode,
  )
  const owed = sum(books.map(owedOf))
  const uneven = books.filter((one) => owedOf(one) !== 0).sort((a, b) => owedOf(a) - owedOf(b))
  const [worst] = uneven
  if (!worst || owed >= 0 || !(await store.rememberTold(tx, balance, deps.clock.now()))) return
  const shown = uneven.slice(0, MAX_CAMPAIGNS)
  const short = shown.filter((one) => owedOf(one) < 0)
  const causes: Given['causes'] = []
  for (const one of short) causes.push(await causeOf(tx, one))
  const given = {
    ...{ organizationName: worst.organizationName, isTest: balance.moneyMode === 'sandbox' },
    amount: formatUsd(negate(owed)),
    causes,
    balances: shown.map((one) => ({ campaignName: one.campaignName, owed: formatUsd(owedOf(one)) })),
  }
  await mail(deps, tx, { ...balance, campaignId: worst.campaignId }, given)
}

/** What moved since its last payout. */
async function causeOf(tx: Transaction, { campaignId, campaignName }: Books) {
  const { opening, figures, total, returned, owed } = await statementSums(
    tx,
    { campaignId, payoutId: campaignId, isPaid: false },
    ZERO,
  )
  const usd = (amount: string): string => formatUsd(parseCents(amount) as Cents)
  const rows: [label: string, amount: string][] = [
    ['Left over after the last payout', opening],
    ...figures.map((one): [string, string] => [figureWords(one), one.collected]),
    ['Returned from earlier payouts', returned],
  ]
  const commission = formatUsd(negate(parseCents(total.commission) as Cents))
  return {
    campaignName,
    rows: [
      ...rows
        .filter(([, amount]) => amount !== '0.00')
        .map(([label, amount]) => [label, usd(amount)] as const),
      ...(total.commission === '0.00' ? [] : [['Our commission on it', commission] as const]),
      ['Owed now', usd(owed)] as const,
    ],
  }
}

type Given = Omit<Parameters<typeof paidTooMuchMail>[0], 'isToOwner' | 'url'>

async function mail(
  deps: Deps,
  tx: Transaction,
  { organizationId, moneyMode, campaignId }: store.Balance & { campaignId: string },
  given: Given,
): Promise<void> {
  const { appUrl } = deps.config
  const idempotencyKey = `paid-too-much:${organizationId}:${moneyMode}:${deps.clock.now().getTime()}`
  await mailRepresentatives(tx, deps.clock, {
    ...{ kind: 'payout', campaignId, idempotencyKey },
    ...paidTooMuchMail({ ...given, url: `${appUrl}/dashboard/payouts?show=negative`, isToOwner: false }),
  })
  const owners = await ownersToTell(tx, organizationId)
  if (owners.length === 0) return
  const url = `${appUrl}/dashboard/organizations/${organizationId}`
  const words = paidTooMuchMail({ ...given, url, isToOwner: true })
  await queueMails(
    tx,
    deps.clock,
    owners.map((owner) => ({
      ...{ kind: 'payout', campaignId, ...words, idempotencyKey: `${idempotencyKey}:owner:${owner.id}` },
      ...{ to: owner.email, userId: owner.id },
    })),
  )
}
