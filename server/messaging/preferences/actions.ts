/** Which mail a person gets: chosen on their profile, or by the link in the mail itself (R28, R44). */
import { notFound } from '#domain/errors.ts'
import { OPTIONAL_MAIL, OPTIONAL_MAIL_WORDS, type OptionalMail } from '#domain/mail-kinds.ts'
import type { LinkedMailChoice, MailChoice } from '#domain/schemas/mail-choice.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { readUnsubscribeLink } from './actions.link.ts'
import * as store from './store.ts'

export async function mailChoices(db: Db, { userId }: Actor): Promise<MailChoice[]> {
  const refused = await store.refusedBy(db, userId)
  return OPTIONAL_MAIL.map((kind) => ({ kind, ...OPTIONAL_MAIL_WORDS[kind], isOn: !refused.has(kind) }))
}

/** Deletes waiting mail too: nobody should get another one after turning it off. */
export async function chooseMail(
  deps: Pick<Deps, 'clock'>,
  transact: Transact,
  actor: Actor,
  { kind, isOn, by }: { kind: OptionalMail; isOn: boolean; by: 'profile' | 'link' | 'one-click' },
): Promise<void> {
  const { userId } = actor
  await transact(async (tx) => {
    const key = { userId, kind }
    const isChanged = isOn
      ? await store.deleteRefusal(tx, key)
      : await store.insertRefusal(tx, { ...key, at: deps.clock.now() })
    if (!isOn) await store.dropWaiting(tx, key)
    if (!isChanged) return
    await audit(tx, deps.clock, {
      ...{ actorId: userId, action: 'user.choose_mail', subject: 'user', subjectId: userId },
      ...{ before: { kind, isOn: !isOn }, after: { kind, isOn, by } },
    })
  })
}

/** Requested again elsewhere, in the same transaction: an earlier opt-out of this kind is withdrawn. */
export const acceptMail = (tx: Db, userId: string, kind: OptionalMail): Promise<boolean> =>
  store.deleteRefusal(tx, { userId, kind })

/** Just enough for people to recognize their own address. */
const partOf = (address: string): string => address.replace(/^(.)[^@]*(?=@)/, '$1•••')

type Linked = { userId: string; kind: OptionalMail; address: string }

/** The same 404 for a link that is not ours and for a deleted account. */
async function openLink(db: Db, token: string): Promise<Linked> {
  const linked = await readUnsubscribeLink(db, token)
  const address = linked ? await store.addressOf(db, linked.userId) : undefined
  if (!linked || address === undefined) throw notFound('Link')
  return { ...linked, address }
}

export async function linkedChoice(db: Db, token: string): Promise<LinkedMailChoice> {
  const { userId, kind, address } = await openLink(db, token)
  const refused = await store.refusedBy(db, userId)
  return { kind, ...OPTIONAL_MAIL_WORDS[kind], isOn: !refused.has(kind), address: partOf(address) }
}

/** The link is the proof: it turns one kind of mail to one person off or on again (R28). */
export async function chooseByLink(
  deps: Pick<Deps, 'db' | 'clock'>,
  transact: Transact,
  token: string,
  { isOn, by }: { isOn: boolean; by: 'link' | 'one-click' },
): Promise<LinkedMailChoice> {
  const { userId, kind } = await openLink(deps.db, token)
  await chooseMail(deps, transact, { userId }, { kind, isOn, by })
  return linkedChoice(deps.db, token)
}
