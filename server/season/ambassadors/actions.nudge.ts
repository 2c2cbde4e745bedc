import { DomainError } from '#domain/errors.ts'
import type { AmbassadorFilter, MailedAmbassador, Nudged } from '#domain/schemas/ambassador.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { mailAmbassador, mailAmbassadors, refusedOf, type Sender } from './actions.mail.ts'
import { existing, type Key, note, refuseOver } from './actions.ts'
import { ambassadorsLike, locked, MAX_EVER_INVITED } from './store.ts'

/** Ambassadors are nudged only while the campaign accepts pledges (R22). */
function refuseClosed(access: Access, kind: AmbassadorFilter): void {
  refuseOver(access)
  if (kind === 'no_pledge' && access.status !== 'active')
    throw new DomainError(
      'campaign_closed',
      'This campaign is not accepting pledges now, so there is no reason to nudge',
    )
}

const nudgeFrom = (about: Access, { userId }: Actor): Sender => ({ about, by: userId, occasion: 'nudge' })

/** To one who has joined but brought nobody yet: a mail about their link, at most once an hour. */
export function nudgeAmbassador(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: Key,
): Promise<MailedAmbassador> {
  return transact(async (tx) => {
    const access = await accessWith(tx, actor, key.campaignId, 'canManageAmbassadors')
    const found = await existing(tx, key)
    const { userId, supportersCount } = found.ambassador
    refuseClosed(access, userId ? 'no_pledge' : 'not_joined')
    if (userId && supportersCount > 0) throw new DomainError('conflict', 'They already have a supporter')
    const answer = await mailAmbassador(deps, tx, found, nudgeFrom(access, actor))
    if (answer.mailed) await note(deps, tx, actor, 'nudge', key)
    return answer
  })
}

/** All who have not joined, or all who have brought nobody yet; skips those who were mailed within the hour. */
export function nudgeAll(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  who: 'not_joined' | 'no_pledge',
): Promise<Nudged> {
  return transact(async (tx: Transaction) => {
    const access = await accessWith(tx, actor, campaignId, 'canManageAmbassadors')
    refuseClosed(access, who)
    const page = { filter: who, limit: MAX_EVER_INVITED, beforeId: null }
    const found = await ambassadorsLike(tx, campaignId, page, locked)
    const reasons = await mailAmbassadors(deps, tx, found, nudgeFrom(access, actor))
    const mailed = found.filter(({ ambassador }) => !reasons.has(ambassador.email))
    await auditAll(
      tx,
      deps.clock,
      mailed.map(({ ambassador: { id } }) => ({
        actorId: actor.userId,
        action: 'ambassador.nudge',
        subject: 'ambassador',
        subjectId: id,
        campaignId,
      })),
    )
    const refusals = refusedOf(reasons)
    const tooSoon = found.length - mailed.length - (refusals.refused ?? 0)
    return { mailed: mailed.length, tooSoon, ...refusals }
  })
}
