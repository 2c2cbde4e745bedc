/** The links that are mailed for a guest pledge. Their secrets are in the mails and nowhere else: what is kept is a hash (R59). */
import { createHash, randomBytes } from 'node:crypto'
import { HELD_HOURS, MAILS_AGAIN } from '#domain/guest-limits.ts'
import { formatUsd } from '#domain/money.ts'
import {
  forgetMails,
  guestPledgeMail,
  guestReminderMail,
  queueMail,
  sendMailsSoon,
} from '#server/messaging/mails/index.ts'

import type { Db, Transaction } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { GuestCampaign } from './queries.ts'
import * as store from './store.ts'

const SECRET_BYTES = 32
export const HOUR_MS = 3_600_000

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const expiresAt = (heldAt: Date): Date => new Date(heldAt.getTime() + HELD_HOURS * HOUR_MS)

type Mailed = { id: string; campaignId: string; email: string; maximumCents: number; heldAt: Date }

const keyOf = (id: string, which: number | 'reminder'): string => `guest-pledge:${id}:${which}`

/** The mails of guest pledges that came to nothing, or went to a mistyped address. */
export async function forgetLinks(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  ids: readonly string[],
): Promise<void> {
  const keys = ids.flatMap((id) => [
    keyOf(id, 'reminder'),
    ...Array.from({ length: MAILS_AGAIN + 1 }, (_, nth) => keyOf(id, nth)),
  ])
  await forgetMails(tx, keys, clock.now())
}

/** A mail with a new link. `nth` keeps one that is queued twice from being two. */
export async function mailLink(
  deps: Deps,
  tx: Transaction,
  guest: Mailed & { lines: readonly store.GuestLine[] },
  campaign: GuestCampaign,
  { nth, isReminder = false }: { nth: number; isReminder?: boolean },
): Promise<void> {
  const token = newSecret()
  await store.insertLink(tx, guest.id, hashOf(token), deps.clock.now())
  const write = isReminder ? guestReminderMail : guestPledgeMail
  await queueMail(tx, deps.clock, {
    kind: isReminder ? 'guest_pledge_reminder' : 'guest_pledge',
    idempotencyKey: keyOf(guest.id, isReminder ? 'reminder' : nth),
    to: guest.email,
    ...write({
      ...campaign,
      most: formatUsd(guest.maximumCents as store.Held['maximumCents']),
      statistics: guest.lines.map(({ name, rate, type, unitName }) => ({ name, rate, type, unitName })),
      confirmUrl: `${deps.config.appUrl}/g/${token}`,
      until: expiresAt(guest.heldAt),
    }),
    ...(isReminder ? { quietZone: campaign.timeZone } : {}),
    campaignId: guest.campaignId,
  })
  // Somebody stands there with the phone in hand: it leaves at once, and with the next run of the job if that fails.
  if (!isReminder) tx.afterCommit(() => void sendMailsSoon(deps))
}
