/** Supporters who want to be thanked by name, and the representative who checks the name (R26). */
import { DomainError, notFound } from '#domain/errors.ts'
import type { ThanksChoice, ThanksDecision, ThanksPage, ThanksSearch } from '#domain/schemas/thanks.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { auditNames } from '#server/platform/audit/names.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { countThanks } from './queries.thanks.ts'
import * as store from './store.thanks.ts'

/** For representatives; whose names they saw is logged. */
export function listThanks(
  deps: Pick<Deps, 'clock'>,
  transact: Transact,
  actor: Actor,
  { campaignId, ...search }: ThanksSearch & { campaignId: string },
): Promise<ThanksPage> {
  return transact(async (tx) => {
    await accessWith(tx, actor, campaignId, 'canSettle')
    const items = await store.thanksOf(tx, campaignId, search)
    const named = items.map(({ pledgeId }) => ({ pledgeId, campaignId }))
    await auditNames(tx, deps.clock, actor.userId, named)
    const { [search.which]: count } = await countThanks(tx, campaignId)
    const next = items.length === search.limit ? (items.at(-1)?.pledgeId ?? null) : null
    return { items, count, next }
  })
}

/** Shows the name that was checked, or not; also later, when it was decided otherwise. */
export function decideThanks(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, pledgeId, isShown, name }: ThanksDecision & { campaignId: string; pledgeId: string },
): Promise<void> {
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canSettle')
      const now = await store.nameToThank(tx, campaignId, pledgeId)
      if (now === undefined) throw notFound('Pledge')
      if (isShown && now !== name)
        throw new DomainError('conflict', 'This name was changed in the meantime: check the new one')
      if (!(await store.setDecided(tx, pledgeId, isShown ? name : null))) return
      const action = isShown ? 'pledge.thank' : 'pledge.do_not_thank'
      await note(deps, tx, actor, { action, pledgeId, campaignId })
      campaignChanged(tx, deps, campaignId)
    },
    { campaignId, mode: 'shared' },
  )
}

/** By the supporter, at any time: a name that is shown goes at once. */
export function chooseThanks(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { pledgeId, thankByName }: ThanksChoice & { pledgeId: string },
): Promise<void> {
  return transact(async (tx) => {
    const own = await store.lockOwn(tx, pledgeId, actor.userId)
    if (!own) throw notFound('Pledge')
    if (thankByName && own.isAnonymous)
      throw new DomainError('conflict', 'An anonymous pledge is not thanked by name')
    if (own.isWanted === thankByName) return
    await store.setWanted(tx, pledgeId, thankByName)
    if (thankByName && (await store.nameToThank(tx, own.campaignId, pledgeId)) === undefined)
      throw new DomainError('conflict', 'Add your first name first: the page thanks you by it')
    const action = thankByName ? 'pledge.ask_thanks' : 'pledge.take_thanks_back'
    await note(deps, tx, actor, { action, pledgeId, campaignId: own.campaignId })
    campaignChanged(tx, deps, own.campaignId)
  })
}

type Noted = { action: string; pledgeId: string; campaignId: string }
const note = (deps: Deps, tx: Transaction, actor: Actor, { action, pledgeId, campaignId }: Noted) =>
  audit(tx, deps.clock, {
    actorId: actor.userId,
    action,
    subject: 'pledge',
    subjectId: pledgeId,
    campaignId,
  })
