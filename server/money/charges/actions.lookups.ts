/** "What is this charge?", answered by email to the address on file, and nowhere else (R44). */
import { formatUsd } from '#domain/money.ts'
import type { ChargeLookup } from '#domain/schemas/charge-lookup.ts'
import {
  type ExplainedCharge,
  explainedChargeMail,
  queueMail,
  unknownChargeMail,
} from '#server/messaging/mails/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { pledgeLink } from '#server/season/pledge-links/index.ts'
import * as store from './store.lookups.ts'

const DAY_MS = 86_400_000
/** Limits how many answers other people can trigger to one mailbox. */
const MAX_ANSWERS_A_DAY = 3
const MAX_IN_A_RUN = 500

/**
 * Only records the question. The look-up happens later, so that neither the text nor the timing of the response reveals
 * whether there is an account.
 */
export async function askAboutCharge(deps: Deps, transact: Transact, asked: ChargeLookup): Promise<void> {
  const { email, amount: amountCents, chargedOn, last4 } = asked
  const lookup = { email, amountCents, chargedOn, last4 }
  await transact((tx) =>
    store.insertLookup(tx, { ...lookup, id: newId(deps.clock), createdAt: deps.clock.now() }),
  )
}

export async function answerChargeLookups(deps: Deps): Promise<void> {
  for (let count = 0; count < MAX_IN_A_RUN; count += 1) {
    const isAnswered = await deps.db.transaction(async (tx) => {
      const lookup = await store.takeLookup(tx)
      if (lookup) await answer(deps, tx, lookup)
      return lookup !== undefined
    })
    if (!isAnswered) return
  }
}

async function answer(deps: Deps, tx: Transaction, lookup: store.Lookup): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - DAY_MS)
  const account = await store.accountOf(tx, lookup.email, since)
  if (!account || account.answeredToday >= MAX_ANSWERS_A_DAY) return
  const charges: ExplainedCharge[] = []
  for (const { amountCents, refundedCents, ...charge } of await store.chargesLike(
    tx,
    account.userId,
    lookup,
  )) {
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
