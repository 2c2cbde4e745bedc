/** The links mailed for a guest pledge. Their secrets are in the mails only: what is stored is a hash. */
import { createHmac } from 'node:crypto'
import type { PaymentMethod } from '#domain/billing/instruments.ts'
import { cents, formatUsd, ZERO } from '#domain/money.ts'
import { mailboxOf } from '#domain/people/email.ts'
import {
  HELD_HOURS,
  HELD_PER_EMAIL,
  MAILS_AGAIN,
  MAILS_PER_EMAIL_A_DAY,
  MAILS_PER_ORGANIZATION_A_DAY,
} from '#domain/pledges/guest-limits.ts'
import { isHeldPledge } from '#domain/pledges/held-pledge.ts'
import {
  forgetMails,
  guestPledgeMail,
  guestReminderMail,
  queueMail,
  sendMailsSoon,
} from '#server/messaging/mails/index.ts'
import type { Db, Transaction } from '#server/platform/db/database.ts'
import { keyFor, oldest, readRing } from '#server/platform/db/secrets.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'
import type { Deps } from '#server/season/deps.ts'
import { makeGuestLink } from '#server/season/pledges/links/index.ts'
import type { GuestCampaign } from './guests-store.ts'
import * as store from './store.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
const SECOND_MS = 1000

export const expiresAt = (heldAt: Date): Date => new Date(heldAt.getTime() + HELD_HOURS * HOUR_MS)

type Promised = { paymentMethod: PaymentMethod | null; maximumCents: number }
type Mailed = Promised & { id: string; campaignId: string; email: string; heldAt: Date }

/** Whether we check it first if its supporter is new to us. Nobody is looked up before the button is pressed. */
export const isChecked = (
  { config }: Pick<Deps, 'config'>,
  { paymentMethod, maximumCents }: Promised,
): boolean =>
  isHeldPledge(
    {
      method: paymentMethod ?? 'auto_bill_end',
      most: cents(maximumCents),
      earlier: { most: ZERO },
      around: { most: ZERO },
      paid: ZERO,
      wasReleased: false,
    },
    config.holdPledgesAbove,
  )

const keyOf = (id: string, which: number | 'reminder'): string => `guest-pledge:${id}:${which}`

/** Deletes the mails of guest pledges that were never confirmed, or that went to a mistyped address. */
export async function forgetMailsOf(
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

/**
 * Keeps a mailbox from being flooded, and strangers from being mailed: limits its waiting pledges, its mails per day and its
 * organization's. @throws a 429.
 */
export async function demandRoom(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  { email, isNew, byCard, ...mail }: { email: string; isNew: boolean; byCard: boolean } & store.CountedMail,
): Promise<void> {
  const at = clock.now()
  const mailbox = await mailboxMark(tx, email)
  const since = new Date(at.getTime() - DAY_MS)
  const { waiting, mailed } = await store.countOf(tx, { email, mailbox, since })
  if (isNew && waiting >= HELD_PER_EMAIL)
    throw new RateLimited(
      HOUR_MS / SECOND_MS,
      'Several unconfirmed pledges already use this address: open the newest email from us and confirm there.',
    )
  if (mailed >= MAILS_PER_EMAIL_A_DAY)
    throw new RateLimited(
      HOUR_MS / SECOND_MS,
      'We have sent this address several emails today: open the newest one, or try again tomorrow.',
    )
  const counted = await store.countOfOrganization(tx, { organizationId: mail.organizationId, since })
  if (isOver(counted, mail.hasCard))
    throw new RateLimited(
      HOUR_MS / SECOND_MS,
      `We can’t email more guests of this organization today. ${counted.all < MAILS_PER_ORGANIZATION_A_DAY.all && !byCard ? 'Pay by card or sign' : 'Sign'} up to pledge now, or try again tomorrow.`,
    )
  await store.noteMailbox(tx, mailbox, at, mail)
}

/**
 * Counts another mail that a visitor causes, with those of guest pledges. False if the mailbox has had enough for today, which
 * the visitor is not told. @throws a 429 for an organization.
 */
export async function countMailTo(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  { email, organizationId }: { email: string; organizationId: string },
): Promise<boolean> {
  const at = clock.now()
  const mailbox = await mailboxMark(tx, email)
  const since = new Date(at.getTime() - DAY_MS)
  const { mailed } = await store.countOf(tx, { email, mailbox, since })
  if (mailed >= MAILS_PER_EMAIL_A_DAY) return false
  const counted = await store.countOfOrganization(tx, { organizationId, since })
  if (isOver(counted, false))
    throw new RateLimited(
      HOUR_MS / SECOND_MS,
      'We can’t email more people about this organization today. Try again tomorrow.',
    )
  await store.noteMailbox(tx, mailbox, at, { organizationId, hasCard: false })
  return true
}

/** Today's mails about an organization: all of them, and those without a card. */
const isOver = (counted: { all: number; withoutCard: number }, hasCard: boolean): boolean =>
  counted.all >= MAILS_PER_ORGANIZATION_A_DAY.all ||
  (!hasCard && counted.withoutCard >= MAILS_PER_ORGANIZATION_A_DAY.withoutCard)

/** Tells mailboxes apart while mails are counted, without revealing them. */
export async function mailboxMark(db: Db, email: string): Promise<Buffer> {
  const key = keyFor(oldest(await readRing(db)).key, 'guest mailboxes')
  return createHmac('sha256', key).update(mailboxOf(email)).digest()
}

/** A mail with a new link. `nth` makes queueing the same mail twice a single mail. */
export async function mailLink(
  deps: Deps,
  tx: Transaction,
  guest: Mailed & { lines: readonly store.GuestLine[] },
  campaign: GuestCampaign,
  { nth, isReminder = false }: { nth: number; isReminder?: boolean },
): Promise<void> {
  const token = await makeGuestLink(deps, tx, guest.id)
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
      isChecked: isChecked(deps, guest),
    }),
    ...(isReminder ? { quietZone: campaign.timeZone } : {}),
    campaignId: guest.campaignId,
  })
  // The person is waiting, phone in hand: sent at once, or with the job's next run if that fails.
  if (!isReminder) tx.afterCommit(() => void sendMailsSoon(deps))
}
