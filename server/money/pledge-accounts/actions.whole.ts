/** A change of the pledge as a whole that its link requests: shown and checked first, and made once a mail confirms it (R14, R58). */
import { DomainError, invalidField } from '#domain/errors.ts'
import { type Cents, formatUsd, toDecimal, ZERO } from '#domain/money.ts'
import { reasonNotToCancel, reasonNotToChange, type WholeChange } from '#domain/pledge-changes.ts'
import type { WholeChangePreview } from '#domain/schemas/whole-change.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { cancelPledgeIn, changePledgeIn, refuseLowerTo } from './actions.ts'
import { type ChangeablePledge, pledgeStateOf } from './store.ts'

/** What it would come to now; changes nothing. @throws what the change itself would be refused with. */
export async function previewWhole(
  { clock }: Deps,
  db: Db,
  pledgeId: string,
  wanted: WholeChange,
): Promise<WholeChangePreview> {
  const now = clock.now()
  const pledge = await pledgeStateOf(db, pledgeId, now)
  const { most, words } = planned(pledge, wanted, now)
  return {
    kind: wanted.kind,
    earned: toDecimal(pledge.earned),
    mostBefore: toDecimal(pledge.most),
    most: toDecimal(most),
    words,
  }
}

function planned(pledge: ChangeablePledge, wanted: WholeChange, now: Date): { most: Cents; words: string } {
  const refusal = wanted.kind === 'cancel' ? reasonNotToCancel(pledge, now) : reasonNotToChange(pledge)
  if (refusal) throw new DomainError('conflict', refusal)
  if (wanted.kind === 'cancel')
    return { most: ZERO, words: 'I cancel this pledge. Nothing is charged for it, now or later.' }
  if (wanted.kind === 'card') {
    if (pledge.cardId === null) throw new DomainError('conflict', NO_CARD)
    return { most: pledge.most, words: 'I pay this pledge with the card that I enter here.' }
  }
  const most = wanted.maximumAmount
  refuseLowerTo(most, pledge)
  return {
    most,
    words: `I lower my maximum from ${formatUsd(pledge.most)} to ${formatUsd(most)}. I never pay more than that.`,
  }
}

const NO_CARD = 'This pledge is paid from an invoice, not by card'

/**
 * Makes it, within a transaction that has the campaign's shared lock; `actor` is the pledge's supporter, and `cardId` their
 * card, which the card provider was asked about before.
 */
export async function changeWholeIn(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { pledgeId, cardId, ...wanted }: WholeChange & { pledgeId: string; cardId: string | null },
): Promise<void> {
  await previewWhole(deps, tx, pledgeId, wanted)
  const asked = { pledgeId, ifMatch: null }
  if (wanted.kind === 'cancel') await cancelPledgeIn(deps, tx, actor, asked)
  else if (wanted.kind === 'lower')
    await changePledgeIn(deps, tx, actor, { ...asked, maximumAmount: wanted.maximumAmount, cardId: null })
  else if (cardId === null) throw invalidField('stripePaymentMethodId', 'Enter a card')
  else await changePledgeIn(deps, tx, actor, { ...asked, maximumAmount: undefined, cardId })
}
