/** Links in emails: they show one pledge as long as it is open and 60 days more, can be revoked, and change nothing. */
import { createHash } from 'node:crypto'
import { notFound } from '#domain/errors.ts'
import { makeLink, makeLinks } from '#server/messaging/links/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { hashOfLink } from '#server/platform/base/ids.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import * as store from './store.ts'

type Linked = { pledgeId: string; campaignId: string }

/** The pledge a link opens; the token itself is never stored. */
export const findLink = (db: Db, token: string, now: Date): Promise<store.Link | null> =>
  store.findLink(db, hashOfLink(token), now)

/** Who gets a new link: only the verified address on file. */
export const addresseeOf = (db: Db, pledgeId: string): Promise<store.Addressee | null> =>
  store.addresseeOf(db, pledgeId)

/** The link for one mail. Its secret is in that mail only: what is stored is a hash. */
export async function pledgeLink(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  pledge: Linked,
): Promise<string> {
  const [url] = await pledgeLinks(deps, tx, [pledge])
  return url as string
}

/** The same for many mails, in order. */
export async function pledgeLinks(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  pledges: readonly Linked[],
): Promise<string[]> {
  const about = pledges.map(({ pledgeId, campaignId }) => ({ subjectId: pledgeId, campaignId, pledgeId }))
  await store.endPastLinks(
    tx,
    about.map(({ pledgeId }) => pledgeId),
    clock.now(),
  )
  const tokens = await makeLinks(tx, clock, 'pledge', about)
  return tokens.map((token) => `${config.appUrl}/p/${token}`)
}

/**
 * Derives the pledge's own link from the one that confirms a guest pledge: each mail has both, pressing its button again
 * leads to the same page, and whoever is shown the pledge's page cannot take the pledge back.
 */
export const pledgeTokenOf = (token: string): string =>
  createHash('sha256').update(`pledge link of ${token}`).digest('base64url')

/** For a mail that confirms a guest pledge, with the pledge's link that it leads to. @returns the secret. */
export async function makeGuestLink(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  guestId: string,
): Promise<string> {
  const token = await makeLink(tx, clock, 'guest', { subjectId: guestId })
  await makeLink(tx, clock, 'pledge', { subjectId: guestId, secret: pledgeTokenOf(token) })
  return token
}

/** From now on, the pledge's links that belong to the mails of its guest pledge open it. */
export const openGuestLinks = ({ clock }: Pick<Deps, 'clock'>, tx: Db, pledge: Linked): Promise<void> =>
  store.openGuestLinks(tx, pledge, clock.now())

/** None of the links mailed so far open the pledge any longer. */
export async function revokeLinks(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  pledgeId: string,
): Promise<void> {
  await transact((tx) => revokeLinksIn(deps, tx, actor, pledgeId))
}

export async function revokeLinksIn(deps: Deps, tx: Db, actor: Actor, pledgeId: string): Promise<void> {
  const answer = await store.revokeLinks(tx, { pledgeId, userId: actor.userId, at: deps.clock.now() })
  if (!answer) throw notFound('Pledge')
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: 'pledge.revoke_links',
    subject: 'pledge',
    subjectId: pledgeId,
    campaignId: answer.campaignId,
    after: { revoked: answer.revoked },
  })
}
