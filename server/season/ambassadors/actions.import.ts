import { MAX_INVITED, readAddresses } from '#domain/ambassador-list.ts'
import { DomainError, invalidField } from '#domain/errors.ts'
import type { InvitationsPreview, Invited } from '#domain/schemas/ambassador.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { demandAccount } from '#server/accounts/users/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { mailAmbassadors, refusedOf } from './actions.mail.ts'
import { insertAll, refuseOver } from './actions.ts'
import { findByEmails, reviveAmbassador, type StoredAmbassador } from './store.ts'

type Row = InvitationsPreview['rows'][number]
type Plan = { preview: InvitationsPreview; fresh: string[]; back: StoredAmbassador[] }

/** Line by line: new, coming back, listed twice, already invited, or not an address. */
function rowsOf(text: string, known: ReadonlyMap<string, StoredAmbassador>): Row[] {
  const seen = new Map<string, number>()
  return (readAddresses(text) ?? []).map(({ reason, ...one }): Row => {
    if (one.email === null) return { ...one, state: 'invalid', reason }
    const before = seen.get(one.email)
    if (before !== undefined) return { ...one, state: 'duplicate', reason: `The same as line ${before}` }
    seen.set(one.email, one.line)
    const found = known.get(one.email)
    if (found && !found.isRemoved) return { ...one, state: 'invited', reason: 'Already invited' }
    return { ...one, state: found ? 'back' : 'new', reason: null }
  })
}

/** What inviting them would do. The rows of those already known are locked until the transaction ends. */
async function planOf(tx: Db, campaignId: string, text: string): Promise<Plan> {
  const listed = readAddresses(text)
  if (!listed) throw invalidField('text', 'That is too many lines: invite people in several batches')
  const emails = [...new Set(listed.flatMap(({ email }) => email ?? []))]
  if (emails.length > MAX_INVITED)
    throw invalidField('text', `That is ${emails.length} addresses: invite at most ${MAX_INVITED} at a time`)
  const known = new Map(
    (await findByEmails(tx, campaignId, emails)).map((one) => [one.ambassador.email, one]),
  )
  const rows = rowsOf(text, known)
  const count = (...states: Row['state'][]) => rows.filter(({ state }) => states.includes(state)).length
  const totals = {
    ...{ new: count('new', 'back'), duplicate: count('duplicate') },
    ...{ invited: count('invited'), invalid: count('invalid') },
  }
  const emailsOf = (state: Row['state']) =>
    rows.flatMap((row) => (row.state === state && row.email ? [row.email] : []))
  const back = emailsOf('back').flatMap((email) => known.get(email) ?? [])
  // Sorted, so that two invitations at once lock rows in the same order.
  return { preview: { rows, totals }, fresh: emailsOf('new').sort(), back }
}

/** Changes nothing. */
export function previewInvitations(
  transact: Transact,
  actor: Actor,
  campaignId: string,
  text: string,
): Promise<InvitationsPreview> {
  return transact(async (tx) => {
    refuseOver(await accessWith(tx, actor, campaignId, 'canManageAmbassadors'))
    return (await planOf(tx, campaignId, text)).preview
  })
}

/** Everyone whom the preview called new, or nobody (R42). `invited` is the preview's own count. */
export function inviteAll(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  { text, invited }: { text: string; invited: number },
): Promise<Invited> {
  return transact(async (tx) => {
    await demandAccount(tx, actor)
    const access = await accessWith(tx, actor, campaignId, 'canManageAmbassadors')
    refuseOver(access)
    const { preview, fresh, back } = await planOf(tx, campaignId, text)
    if (preview.totals.new !== invited)
      throw new DomainError('conflict', 'Someone was invited in the meantime: check the preview again')
    await insertAll(deps, tx, actor, campaignId, fresh)
    for (const { ambassador } of back) await reviveAmbassador(tx, ambassador.id)
    const emails = [...fresh, ...back.map(({ ambassador }) => ambassador.email)]
    const found = await findByEmails(tx, campaignId, emails)
    const reasons = await mailAmbassadors(deps, tx, found, { about: access, by: actor.userId })
    const revived = new Set(back.map(({ ambassador }) => ambassador.id))
    await auditAll(
      tx,
      deps.clock,
      found.map(({ ambassador: { id } }) => ({
        ...{ actorId: actor.userId, action: `ambassador.${revived.has(id) ? 'revive' : 'invite'}` },
        ...{ subject: 'ambassador', subjectId: id, campaignId },
      })),
    )
    tx.afterCommit(() => deps.cache.changed([`campaign:${campaignId}`]))
    return { invited: found.length, mailed: found.length - reasons.size, ...refusedOf(reasons) }
  })
}
