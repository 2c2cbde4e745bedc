/** A representative prepares a payout of what an organization is owed over its campaigns; another approves it. */

import { availableTo } from '#domain/billing/payout.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { formatUsd, sum } from '#domain/money.ts'
import type { Payout, PayoutForm } from '#domain/schemas/payout.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { describeDestination, payoutDestination } from '#server/accounts/organizations/index.ts'
import { refuseOnHold } from '#server/money/book-check/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { booksAmong, booksOfOrganizations, lockBooksOf, type PayableBooks } from './balances-store.ts'
import { because, held, note, toPayout } from './payout.ts'
import * as store from './store.ts'

/** Live money where real cards are charged; sandbox payouts are labeled and move nothing. */
export function preparePayout(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  organizationId: string,
  form: PayoutForm,
): Promise<Payout> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    await lockBooksOf(tx, organizationId)
    const books = await booksOfOrganizations(tx, clearingOf(deps), [organizationId])
    const moneyMode = refuseLines(books, form)
    const id = newId(deps.clock)
    const where = await payoutDestination(tx, organizationId)
    await store.insertPayout(tx, {
      id,
      organizationId,
      amount: sum(form.lines.map(({ amount }) => amount)),
      note: form.note,
      moneyMode,
      preparedBy: actor.userId,
      preparedAt: deps.clock.now(),
      destinationId: where?.id ?? null,
      destination: describeDestination(where),
    })
    const lines = form.lines.map((line) => ({ ...line, id: newId(deps.clock) }))
    await store.insertLines(tx, { payoutId: id, reversalId: null }, lines)
    const after = await held(tx, id)
    await note(deps, tx, { actorId: actor.userId, action: 'payout.prepare', payout: after, after })
    return toPayout(after, actor)
  })
}

/** Of each campaign no more than is available, and all of a negative balance; together no more than all campaigns leave. */
function refuseLines(books: readonly PayableBooks[], { lines }: PayoutForm): PayableBooks['moneyMode'] {
  if (new Set(lines.map(({ campaignId }) => campaignId)).size < lines.length)
    throw invalidField('lines', 'Enter each campaign once')
  const found = lines.map(({ campaignId, amount }, index) => {
    const own = books.find((one) => one.campaignId === campaignId)
    if (!own) throw notFound('Campaign')
    if (amount > 0) refuseOnHold(own)
    const { available } = own.payable
    if (amount < 0 ? amount !== available : amount > available)
      throw invalidField(
        `lines.${index}.amount`,
        amount < 0 ? `${formatUsd(available)} is deducted for it` : atMost([own]),
      )
    return own
  })
  const { organizationId, moneyMode } = found[0] as PayableBooks
  if (found.some((one) => one.moneyMode !== moneyMode))
    throw invalidField('lines', 'Test money and real money are paid out apart')
  const total = sum(lines.map(({ amount }) => amount))
  if (total <= 0) throw invalidField('lines', 'The amount must be greater than 0')
  const all = booksAmong(books, { organizationId, moneyMode })
  if (total > availableTo(all.map(({ payable }) => payable))) throw invalidField('lines', atMost(all))
  return moneyMode
}

function atMost(books: readonly PayableBooks[]): string {
  const most = formatUsd(availableTo(books.map(({ payable }) => payable)))
  const why = because(books)
  return why ? `At most ${most} can be paid out${why}` : `At most ${most} is owed to the organization`
}
