/** Links in e-mails: they read one pledge for 30 days, can be revoked, and change nothing (R44). */
import { createHash, randomBytes } from 'node:crypto'
import { notFound } from '#domain/errors.ts'
import { audit } from '#server/audit.ts'
import type { Db, Transact } from '#server/db/database.ts'
import type { Actor, Deps } from '#server/deps.ts'
import * as store from './store.ts'

const OPEN_DAYS = 30
const DAY_MS = 86_400_000
const SECRET_BYTES = 32

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The address for one mail. Its secret is in the mail and nowhere else: what is kept is a hash. */
export async function pledgeLink(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  tx: Db,
  { pledgeId, campaignId }: { pledgeId: string; campaignId: string },
): Promise<string> {
  const token = randomBytes(SECRET_BYTES).toString('base64url')
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + OPEN_DAYS * DAY_MS)
  await store.insertLink(tx, { tokenHash: hashOf(token), campaignId, pledgeId, createdAt, expiresAt })
  return `${config.appUrl}/p/${token}`
}

/** No link that was mailed so far opens the pledge any more. */
export async function revokeLinks(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  pledgeId: string,
): Promise<void> {
  await transact(async (tx) => {
    const answer = await store.revokeLinks(tx, { pledgeId, userId: actor.userId, at: deps.clock.now() })
    if (!answer) throw notFound('Pledge')
    await audit(tx, deps.clock, {
      ...{ actorId: actor.userId, action: 'pledge.revoke_links', subject: 'pledge', subjectId: pledgeId },
      ...{ campaignId: answer.campaignId, after: { revoked: answer.revoked } },
    })
  })
}
