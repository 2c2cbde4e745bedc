/** Answers "What is this charge?" by email to the address on file, and nowhere else. */
import { formatUsd } from '#domain/money.ts'
import {
  type ExplainedCharge,
  explainedChargeMail,
  queueMail,
  unknownChargeMail,
} from '#server/messaging/mails/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { pledgeLink } from '#server/season/pledge-links/index.ts'
import { accountOf, chargesLike, type Lookup, takeLookup } from './store.ts'

const DAY_MS = 86_400_000
/** Limits how many answers other people can trigger to one mailbox. */
const MAX_ANSWERS_A_DAY = 3
const MAX_IN_A_RUN = 500

export async function answerChargeLookups(deps: Deps): Promise<void> {
  for (let count = 0; count < MAX_IN_A_RUN; count += 1) {
    const isAnswered = await deps.db.transaction(async (tx) => {
      const lookup = await takeLookup(tx)
      if (lookup) await answer(deps, tx, lookup)
      return lookup !== undefined
    })
    if (!isAnswered) return
  }
}

async function answer(deps: Deps, tx: Transaction, lookup: Lookup): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - DAY_MS)
  const account = await accountOf(tx, lookup.email, since)
  if (!account || account.answeredToday >= MAX_ANSWERS_A_DAY) return
  const charges: ExplainedCharge[] = []
  for (const { amountCents, refundedCents, ...charge } of await chargesLike(tx, account.userId, lookup)) {
    const pledgeUrl = await pledgeLink(deps, tx, charge)
    const refunded = refundedCents > 0 ? formatUsd(refundedCents) : null
    charges.push({ ...charge, pledgeUrl, amount: formatUsd(amountCents), refunded })
  }
  const asked = { amount: formatUsd(lookup.amountCents), chargedOn: lookup.chargedOn, last4: lookup.last4 }
  const mail = charges.length > 0 ? explainedChargeMail(charges) : unknownChargeMail(asked)
  const idempotencyKey = `charge_answer:${lookup.id}`
  await queueMail(tx, deps.clock, {
    kind: 'charge_answer',
    idempotencyKey,
    to: account.email,
    ...mail,
    userId: account.userId,
  })
}
