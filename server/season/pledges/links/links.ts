/** Links in emails: they show one pledge as long as it is open and 60 days more, can be revoked, and change nothing (R44). */
import { createHash } from 'node:crypto'
import { notFound } from '#domain/errors.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { hashOfLink, newLinkSecret } from '#server/platform/base/ids.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import * as store from './store.ts'

type Linked = { pledgeId: string; campaignId: string }

/** The pledge a link opens; the token itself is never stored (R44). */
export const findLink = (db: Db, token: string, now: Date): Promise<store.Link | null> =>
  store.findLink(db, hashOfLink(token), now)

/** Who gets a new link: only the verified address on file (R44). */
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

/** The same for many mails, in order and in one statement. */
export async function pledgeLinks(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  pledges: readonly Linked[],
): Promise<string[]> {
  const links = pledges.map(({ pledgeId, campaignId }) => {
    const token = newLinkSecret()
    return { pledgeId, campaignId, token, tokenHash: hashOfLink(token) }
  })
  await store.insertLinks(tx, clock.now(), links)
  return links.map(({ token }) => `${config.appUrl}/p/${token}`)
}

/**
 * Derives the pledge's own link from another link's secret: whoever has that mail has both, pressing its button again leads
 * to the same page, and neither secret is stored.
 */
export const pledgeTokenOf = (token: string): string =>
  createHash('sha256').update(`pledge link of ${token}`).digest('base64url')

/** Opens links whose holders already have the secrets: those in a guest pledge's or change's mails, once confirmed (R58, R59). */
export async function openLinksAs(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  pledge: Linked,
  tokenHashes: readonly Buffer[],
): Promise<void> {
  const links = tokenHashes.map((tokenHash) => ({ ...pledge, tokenHash }))
  await store.insertLinks(tx, clock.now(), links)
}

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
