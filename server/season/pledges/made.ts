import { toDecimal } from '#domain/money.ts'
import { announce } from '#server/accounts/webhook-endpoints/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/season/deps.ts'
import type { NewPledge } from './store.ts'

type Made = Pick<NewPledge, 'id' | 'campaignId' | 'agreedMaximumCents' | 'expectedCents'>

/** Tells the systems that listen of a pledge that counts from now on. */
export function announceMade({ clock }: Pick<Deps, 'clock'>, tx: Db, pledge: Made): Promise<void> {
  const { id: pledgeId, campaignId, agreedMaximumCents, expectedCents } = pledge
  const amounts = { agreedMaximum: toDecimal(agreedMaximumCents), expected: toDecimal(expectedCents) }
  return announce(tx, [
    {
      id: newId(clock),
      type: 'pledge.made',
      campaignId,
      at: clock.now(),
      data: { campaignId, pledgeId, ...amounts },
    },
  ])
}
