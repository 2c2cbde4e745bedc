import { DomainError, invalidField } from '#domain/errors.ts'
import { type Contacts, type Person, readContacts } from '#domain/files/contacts.ts'
import { decodeFile } from '#domain/files/decode.ts'
import { FileProblem } from '#domain/files/file.ts'
import { mailboxOf } from '#domain/people/email.ts'
import {
  type InvitationsForm,
  type InvitationsPreview,
  type Invited,
  MAX_INVITED,
} from '#domain/schemas/ambassador.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { demandAccount } from '#server/accounts/users/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { insertAll, refuseOver } from './invite.ts'
import { mailAmbassadors, refusedOf } from './mails.ts'
import { findByMailboxes, reviveAmbassador, type StoredAmbassador } from './store.ts'

type Given = Omit<InvitationsForm, 'invited'>
type Row = InvitationsPreview['rows'][number]
const fieldOf = ({ file }: Given): string => (file === undefined ? 'text' : 'file')

function contactsIn(given: Given): Contacts {
  const { text = '', file } = given
  try {
    return readContacts(file === undefined ? text : decodeFile(Buffer.from(file, 'base64')).text)
  } catch (error) {
    if (error instanceof FileProblem) throw invalidField(fieldOf(given), error.message)
    throw error
  }
}

/** Each with the address chosen for them first. */
function chosenOf(people: readonly Person[], { choices = {}, leftOut = [] }: Given): Person[] {
  const chosen = new Map<Person, string>()
  for (const [line, email] of Object.entries(choices)) {
    const isMeant = (one: Person) => one.line === Number(line) && !one.sameAs && one.emails.includes(email)
    const person = people.find(isMeant)
    if (!person) throw invalidField(`choices.${line}`, `Choose one of the addresses of line ${line}`)
    chosen.set(person, email)
  }
  const isOut = new Set(leftOut)
  return people
    .filter(({ line, emails: [first = ''] }) => !isOut.has(line) && !isOut.has(first))
    .map((person) => ({ ...person, emails: [...new Set([chosen.get(person) ?? [], person.emails].flat())] }))
}

/** Who is an ambassador, by mailbox, and who was, by mailbox and by address: nearest is how it was spelled. */
type Known = { active: ReadonlySet<string>; removed: ReadonlyMap<string, StoredAmbassador> }

function knownOf(found: readonly StoredAmbassador[]): Known {
  const by = (key: (email: string) => string, isRemoved: boolean) =>
    found.filter((one) => one.isRemoved === isRemoved).map((one) => [key(one.ambassador.email), one] as const)
  return {
    active: new Set(by(mailboxOf, false).map(([mailbox]) => mailbox)),
    removed: new Map([...by(mailboxOf, true), ...by((email) => email, true)]),
  }
}

const removedAs = ({ removed }: Known, email: string) => removed.get(email) ?? removed.get(mailboxOf(email))

/** New, coming back, listed twice, already invited at any of their addresses, or without an address. */
function rowOf({ sameAs, reason, ...one }: Person, known: Known): Row {
  const [first] = one.emails
  if (first === undefined) return { ...one, email: null, state: 'invalid', reason }
  const row = { ...one, email: first }
  if (sameAs !== null) return { ...row, state: 'duplicate', reason: `The same as line ${sameAs}` }
  if (one.emails.some((email) => known.active.has(mailboxOf(email))))
    return { ...row, state: 'invited', reason: 'Already invited' }
  return { ...row, state: removedAs(known, row.email) ? 'back' : 'new', reason }
}

/** What inviting them would do. The rows of those already known are locked until the transaction ends. */
async function planOf(tx: Db, campaignId: string, given: Given) {
  const { kind, people } = contactsIn(given)
  const chosen = chosenOf(people, given)
  const mailboxes = chosen.flatMap(({ emails }) => emails.map(mailboxOf))
  const known = knownOf(await findByMailboxes(tx, campaignId, [...new Set(mailboxes)]))
  const rows = chosen.map((person) => rowOf(person, known))
  const of = (state: Row['state']) => rows.filter((row) => row.state === state)
  const totals = {
    new: of('new').length + of('back').length,
    duplicate: of('duplicate').length,
    invited: of('invited').length,
    invalid: of('invalid').length,
  }
  const back = of('back').flatMap(({ email }) => removedAs(known, email ?? '') ?? [])
  // Sorted, so that two invitations at once lock rows in the same order.
  const fresh = of('new').flatMap(({ email }) => email ?? [])
  return { preview: { kind, rows, totals } satisfies InvitationsPreview, fresh: fresh.sort(), back }
}

/** Changes nothing. */
export function previewInvitations(
  transact: Transact,
  actor: Actor,
  campaignId: string,
  given: Given,
): Promise<InvitationsPreview> {
  return transact(async (tx) => {
    refuseOver(await accessWith(tx, actor, campaignId, 'canManageAmbassadors'))
    return (await planOf(tx, campaignId, given)).preview
  })
}

/** Everyone whom the preview called new and who is not left out, or nobody. `invited` is the preview's own count. */
export function inviteAll(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  { invited, ...given }: InvitationsForm,
): Promise<Invited> {
  return transact(async (tx) => {
    await demandAccount(tx, actor)
    const access = await accessWith(tx, actor, campaignId, 'canManageAmbassadors')
    refuseOver(access)
    const { preview, fresh, back } = await planOf(tx, campaignId, given)
    const count = preview.totals.new
    const tooMany = `That is ${count} addresses: invite at most ${MAX_INVITED} at a time`
    if (count > MAX_INVITED) throw invalidField(fieldOf(given), tooMany)
    if (count !== invited)
      throw new DomainError('conflict', 'Someone was invited in the meantime: check the preview again')
    await insertAll(deps, tx, actor, campaignId, fresh)
    for (const { ambassador } of back) await reviveAmbassador(tx, ambassador.id)
    const emails = [...fresh, ...back.map(({ ambassador }) => ambassador.email)]
    const alike = await findByMailboxes(tx, campaignId, emails.map(mailboxOf))
    const found = alike.filter(({ ambassador }) => emails.includes(ambassador.email))
    const reasons = await mailAmbassadors(deps, tx, found, { about: access, by: actor.userId })
    const revived = new Set(back.map(({ ambassador }) => ambassador.id))
    const audited = found.map(({ ambassador: { id } }) => ({
      actorId: actor.userId,
      action: `ambassador.${revived.has(id) ? 'revive' : 'invite'}`,
      subject: 'ambassador',
      subjectId: id,
      campaignId,
    }))
    await auditAll(tx, deps.clock, audited)
    tx.afterCommit(() => deps.cache.changed([`campaign:${campaignId}`]))
    return { invited: found.length, mailed: found.length - reasons.size, ...refusedOf(reasons) }
  })
}
