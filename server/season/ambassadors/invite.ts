import { leadersOf } from '#domain/campaigns/ambassador-ranks.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import { mailboxOf } from '#domain/people/email.ts'
import type { Ambassadorship, LeaderboardEntry, MailedAmbassador } from '#domain/schemas/ambassador.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { demandAccount } from '#server/accounts/users/index.ts'
import { makeLink, subjectOfLink } from '#server/messaging/links/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId, newReferralCode } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { ambassadorshipsOf, ranksOf, setOnLeaderboard } from './figures-store.ts'
import { mailAmbassador } from './mails.ts'
import * as store from './store.ts'

const MAX_CODE_ATTEMPTS = 5

export type Key = { campaignId: string; ambassadorId: string }

export async function existing(
  tx: Transaction,
  { campaignId, ambassadorId }: Key,
): Promise<store.StoredAmbassador> {
  const found = await store.findAmbassador(tx, campaignId, { id: ambassadorId })
  if (!found || found.isRemoved) throw notFound('Ambassador')
  return found
}

export async function note(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  action: string,
  { campaignId, ambassadorId }: Key,
  change: { before?: object; after?: object } = {},
) {
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: `ambassador.${action}`,
    subject: 'ambassador',
    subjectId: ambassadorId,
    campaignId,
    ...change,
  })
  tx.afterCommit(() => deps.cache.changed([`campaign:${campaignId}`]))
}

/** Nobody is asked, or asked again, to bring supporters to a campaign that is over (R42). */
export function refuseOver({ status }: Pick<Access, 'status'>): void {
  if (status === 'cancelled' || status === 'completed')
    throw new DomainError('campaign_closed', `This campaign is ${status} and needs no more ambassadors`)
}

/** Credits pledges from now on, under the ambassador's own code. A removed one comes back with the same code. */
export function inviteAmbassador(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  email: string,
): Promise<MailedAmbassador> {
  return transact(async (tx) => {
    await demandAccount(tx, actor)
    const access = await accessWith(tx, actor, campaignId, 'canManageAmbassadors')
    refuseOver(access)
    const alike = await store.findByMailboxes(tx, campaignId, [mailboxOf(email)])
    refuseInvited(alike, email)
    const before = alike.find(({ ambassador }) => ambassador.email === email)
    if (before) await store.reviveAmbassador(tx, before.ambassador.id)
    else await insertAll(deps, tx, actor, campaignId, [email])
    const found = await store.findAmbassador(tx, campaignId, { email })
    if (!found) throw notFound('Ambassador')
    const key = { campaignId, ambassadorId: found.ambassador.id }
    await note(deps, tx, actor, before ? 'revive' : 'invite', key)
    return mailAmbassador(deps, tx, found, { about: access, by: actor.userId })
  })
}

/** A mailbox is invited once, however its address is spelled. */
function refuseInvited(alike: readonly store.StoredAmbassador[], email: string): void {
  const invited = alike.filter(({ isRemoved }) => !isRemoved).map(({ ambassador }) => ambassador.email)
  if (invited.includes(email)) throw new DomainError('conflict', 'That address is already invited')
  if (invited[0]) throw new DomainError('conflict', `That mailbox is already invited, as ${invited[0]}`)
}

/** Each with a referral code of their own; a code that is taken is drawn again. */
export async function insertAll(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  emails: readonly string[],
  newCode = newReferralCode,
): Promise<void> {
  const room = store.MAX_EVER_INVITED - (await store.countEverInvited(tx, campaignId))
  if (emails.length > room)
    throw new DomainError(
      'conflict',
      `A campaign has at most ${store.MAX_EVER_INVITED} ambassadors, including removed ones`,
    )
  let rest = [...emails]
  for (let attempts = 0; rest.length > 0; attempts += 1) {
    if (attempts === MAX_CODE_ATTEMPTS) throw new Error('no free referral code')
    const rows = rest.map((email) => ({
      id: newId(deps.clock),
      email,
      referralCode: newCode(),
    }))
    const by = { invitedBy: actor.userId, createdAt: deps.clock.now() }
    const inserted = new Set(await store.insertAmbassadors(tx, campaignId, by, rows))
    rest = rest.filter((email) => !inserted.has(email))
  }
}

/** Answers 200 even if no mail was sent, and says so: one address is mailed at most once an hour. */
export function resendInvitation(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
): Promise<MailedAmbassador> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, key.campaignId, 'canManageAmbassadors')
    const found = await existing(tx, key)
    if (found.ambassador.status === 'active') {
      throw new DomainError('conflict', 'That ambassador has already joined')
    }
    refuseOver(access)
    const answer = await mailAmbassador(deps, tx, found, { about: access, by: actor.userId })
    if (answer.mailed) await note(deps, tx, actor, 'resend', key)
    return answer
  })
}

/** The code credits nobody from now on; past credit stays. */
export function removeAmbassador(deps: Deps, transact: Transact, actor: Actor, key: Key): Promise<void> {
  return transact(async (tx) => {
    await accessWith(tx, actor, key.campaignId, 'canManageAmbassadors')
    await existing(tx, key)
    await store.setRemoved(tx, key.ambassadorId, deps.clock.now())
    await note(deps, tx, actor, 'remove', key)
  })
}

/** A link as a mail would contain it, for the demo and for tests. @returns its secret, which is stored nowhere. */
export const newJoinLink = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ambassadorId: string,
): Promise<string> => makeLink(db, clock, 'ambassador', { subjectId: ambassadorId })

/** The signed-in person with the link is the one who was invited, whatever address they signed up with. */
export function joinCampaign(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  { token, onLeaderboard }: { token: string; onLeaderboard?: boolean | undefined },
): Promise<Ambassadorship> {
  return transact(async (tx) => {
    const invited = await subjectOfLink(tx, 'ambassador', token)
    const found = invited === null ? null : await store.findAmbassador(tx, campaignId, { id: invited })
    // Its links may have been dropped before it was locked here.
    if (!found || found.isRemoved || (await subjectOfLink(tx, 'ambassador', token)) === null) {
      throw new DomainError('not_found', 'This invitation is no longer valid. Ask for a new one.')
    }
    const { id: ambassadorId, userId } = found.ambassador
    if (userId !== null && userId !== actor.userId) {
      throw new DomainError('conflict', 'This invitation was accepted from another account')
    }
    if (userId === null) {
      if (await store.hasJoined(tx, campaignId, actor.userId)) {
        throw new DomainError('conflict', 'You are already an ambassador of this campaign')
      }
      await store.setJoined(tx, ambassadorId, actor.userId, deps.clock.now())
      await note(deps, tx, actor, 'join', { campaignId, ambassadorId })
    }
    if (onLeaderboard !== undefined) await chooseLeaderboard(deps, tx, actor, ambassadorId, onLeaderboard)
    const [ambassadorship] = await ambassadorshipsOf(tx, actor.userId, { limit: 1, campaignId })
    if (!ambassadorship) throw notFound('Ambassador')
    return ambassadorship
  })
}

/** Whom the campaign's page thanks: joined, willing, and never the lower half. */
export async function leaderboardOf(db: Db, campaignId: string): Promise<LeaderboardEntry[]> {
  const willing = (await ranksOf(db, [campaignId])).filter(({ onLeaderboard }) => onLeaderboard)
  return leadersOf(willing, willing[0]?.shownCount ?? 0).map(
    ({ id, firstName, lastInitial, supportersCount }) => ({ id, firstName, lastInitial, supportersCount }),
  )
}

/** An ambassador's own choice: named on the campaign's page, or not. */
export function showOnLeaderboard(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  id: string,
  onLeaderboard: boolean,
): Promise<Ambassadorship> {
  return transact(async (tx) => {
    await chooseLeaderboard(deps, tx, actor, id, onLeaderboard)
    const [ambassadorship] = await ambassadorshipsOf(tx, actor.userId, { limit: 1, id })
    if (!ambassadorship) throw notFound('Ambassador')
    return ambassadorship
  })
}

async function chooseLeaderboard(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  id: string,
  onLeaderboard: boolean,
): Promise<void> {
  const found = await setOnLeaderboard(tx, { id, userId: actor.userId }, onLeaderboard)
  if (!found) throw notFound('Ambassador')
  const { campaignId, before } = found
  if (before === onLeaderboard) return
  const change = { before: { onLeaderboard: before }, after: { onLeaderboard } }
  await note(deps, tx, actor, 'leaderboard', { campaignId, ambassadorId: id }, change)
}
