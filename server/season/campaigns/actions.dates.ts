import { type CampaignStatus, runsOn } from '#domain/campaign-state.ts'
import { cents, formatUsd, sum } from '#domain/money.ts'
import { laterEndMail, queueMails } from '#server/messaging/mails/index.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/season/deps.ts'
import { pledgeLinks } from '#server/season/pledge-links/index.ts'
import { type Concerned, concernedByEnd, keyOfLaterEnd } from './store.dates.ts'

/** Per statement: bounds memory. */
const BATCH = 500
/** Bounds the size of one mail. */
const MAX_LINKS = 20

type Dated = { endOn: string; status: CampaignStatus }

/**
 * Supporters of whom results until the new end can count toward what they pledged, up to the same maximum, once it is more than a
 * week after the end that they agreed to or were last told (R22): several small steps add up.
 */
export async function tellOfLaterEnd(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Transaction,
  campaignId: string,
  [before, after]: [Dated, Dated],
): Promise<void> {
  if (after.endOn <= before.endOn || after.status === 'draft' || after.status === 'cancelled') return
  let afterId: string | null = null
  do {
    const { endOn } = before
    const concerned = await concernedByEnd(tx, { campaignId, endOn }, { afterId, limit: BATCH })
    await mailLaterEnd(deps, tx, campaignId, {
      endOn: after.endOn,
      untold: concerned.flatMap((one) => untold(one, after.endOn)),
    })
    afterId = concerned.length === BATCH ? (concerned.at(-1)?.pledgerId ?? null) : null
  } while (afterId)
}

type Untold = Concerned & { knownEndOn: string }

/** With the pledges for which the end is news; empty where it is news for none. */
function untold(supporter: Concerned, endOn: string): Untold[] {
  const known = ({ agreedEndOn }: Concerned['pledges'][number]) =>
    [agreedEndOn, supporter.toldEndOn ?? agreedEndOn].toSorted().at(-1) as string
  const pledges = supporter.pledges.filter((one) => runsOn({ endOn: known(one) }, { endOn }))
  const [knownEndOn] = pledges.map(known).toSorted()
  return knownEndOn === undefined ? [] : [{ ...supporter, pledges, knownEndOn }]
}

async function mailLaterEnd(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Transaction,
  campaignId: string,
  { endOn, untold }: { endOn: string; untold: readonly Untold[] },
): Promise<void> {
  if (untold.length === 0) return
  const linked = untold.flatMap(({ pledges }) =>
    pledges.slice(0, MAX_LINKS).map(({ pledgeId }) => ({ pledgeId, campaignId })),
  )
  const urls = await pledgeLinks(deps, tx, linked)
  const urlOf = new Map(linked.map(({ pledgeId }, index) => [pledgeId, urls[index] as string]))
  await queueMails(
    tx,
    deps.clock,
    untold.map(({ pledgerId, email, pledges, knownEndOn, ...about }) => ({
      kind: 'later_end',
      idempotencyKey: keyOfLaterEnd(campaignId, pledgerId, endOn),
      to: email,
      ...laterEndMail({
        ...about,
        before: knownEndOn,
        now: endOn,
        most: formatUsd(sum(pledges.map(({ mostCents }) => cents(mostCents)))),
        pledgeUrls: pledges.flatMap(({ pledgeId }) => urlOf.get(pledgeId) ?? []),
      }),
      userId: pledgerId,
      campaignId,
      pledgeId: pledges[0]?.pledgeId ?? null,
      quietZone: about.timeZone,
    })),
  )
}
