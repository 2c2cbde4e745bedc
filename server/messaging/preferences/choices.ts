/** Which mail a person gets: chosen on their profile, or by the link in the mail itself. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError, notFound } from '#domain/errors.ts'
import { mailboxOf } from '#domain/people/email.ts'
import {
  type LinkedMail,
  OPTIONAL_MAIL,
  OPTIONAL_MAIL_WORDS,
  type OptionalMail,
} from '#domain/people/mail-kinds.ts'
import type { LinkedMailChoice, MailChoice } from '#domain/schemas/mail.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import { keyFor, oldest, type RootKey, readRing } from '#server/platform/db/secrets.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import * as store from './store.ts'

/** A number once assigned never changes: links in old mails depend on it. */
const NUMBERS: Record<LinkedMail, number> = {
  results_digest: 1,
  weekly_digest: 2,
  result_alert: 3,
  ambassador_nudge: 4,
  invitation: 5,
  results_to_confirm: 6,
  thank_you: 7,
}
/** A user's id, or the mark of an address. */
const USER_BYTES = 16
const SIGNATURE_BYTES = 15
const SIGNED_BYTES = USER_BYTES + 1

const signatureOf = (key: Buffer, signed: Buffer): Buffer =>
  createHmac('sha256', key).update(signed).digest().subarray(0, SIGNATURE_BYTES)

const keyOf = ({ key }: RootKey): Buffer => keyFor(key, 'unsubscribe links')

/** Makes the links of one batch of mails: the key is read once. */
export async function unsubscribeLinks(
  { config }: Pick<Deps, 'config'>,
  db: Db,
): Promise<(userId: string, kind: OptionalMail) => string> {
  const [newest] = await readRing(db)
  return (userId, kind) => linkFor(config, newest, userId, kind)
}

function linkFor({ appUrl }: Pick<Deps['config'], 'appUrl'>, root: RootKey, id: string, kind: LinkedMail) {
  const signed = Buffer.from([...Buffer.from(id.replaceAll('-', ''), 'hex'), NUMBERS[kind]])
  const token = Buffer.concat([signed, signatureOf(keyOf(root), signed)]).toString('base64url')
  return `${appUrl}/unsubscribe/${token}`
}

const asId = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Tells mailboxes apart without containing them. Marks are compared with stored ones, so the key never changes. */
export async function addressMarks(db: Db): Promise<(address: string) => string> {
  const key = keyFor(oldest(await readRing(db)).key, 'invitation refusals')
  return (address) =>
    asId(createHmac('sha256', key).update(mailboxOf(address)).digest().toString('hex', 0, USER_BYTES))
}

/** The links that end invitations to an address, whether it has an account or not. */
export async function invitationStops(
  { config }: Pick<Deps, 'config'>,
  db: Db,
): Promise<(address: string) => string> {
  const [newest] = await readRing(db)
  const markOf = await addressMarks(db)
  return (address) => linkFor(config, newest, markOf(address), 'invitation')
}

/** `userId`: for an invitation, the mark of its address. */
type LinkedKind = { userId: string; kind: LinkedMail }

/** Whose mail of which kind it is about; null for a link that is not ours. */
export async function readUnsubscribeLink(db: Db, token: string): Promise<LinkedKind | null> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES) return null
  const signed = bytes.subarray(0, SIGNED_BYTES)
  // A link in an old mail was signed by the key of its time.
  const isOurs = (await readRing(db)).some((root) =>
    timingSafeEqual(signatureOf(keyOf(root), signed), bytes.subarray(SIGNED_BYTES)),
  )
  if (!isOurs) return null
  const kind = (Object.keys(NUMBERS) as LinkedMail[]).find((one) => NUMBERS[one] === signed[USER_BYTES])
  const hex = signed.toString('hex', 0, USER_BYTES)
  return kind ? { kind, userId: asId(hex) } : null
}

const ONLY_STOPS =
  'This link only stops invitations. To get them again, sign in with that address, or sign up with it, and turn on “Invitations” under “Email preferences” in your profile.'

export async function mailChoices(db: Db, { userId }: Actor): Promise<MailChoice[]> {
  const refused = await store.refusedBy(db, userId)
  const isAmbassador = await store.isAmbassador(db, userId)
  const offered = OPTIONAL_MAIL.filter((kind) => kind !== 'ambassador_nudge' || isAmbassador)
  const choices: MailChoice[] = offered.map((kind) => ({
    kind,
    ...OPTIONAL_MAIL_WORDS[kind],
    isOn: !refused.has(kind),
  }))
  const mark = await ownMark(db, userId)
  if (mark === null) return choices
  const isOn = !(await store.isRefused(db, mark))
  return [...choices, { kind: 'invitation', ...OPTIONAL_MAIL_WORDS.invitation, isOn }]
}

async function ownMark(db: Db, userId: string): Promise<string | null> {
  const address = await store.provenAddressOf(db, userId)
  return address === undefined ? null : (await addressMarks(db))(address)
}

/** On the profile; invitations are those to the address that this account has confirmed. */
export async function chooseOwnMail(
  deps: Pick<Deps, 'db' | 'clock'>,
  transact: Transact,
  { userId }: Actor,
  { kind, isOn }: Pick<MailChoice, 'kind' | 'isOn'>,
): Promise<void> {
  if (kind !== 'invitation') return chooseMail(deps, transact, { userId }, { kind, isOn, by: 'profile' })
  const mark = await ownMark(deps.db, userId)
  if (mark === null) throw new DomainError('email_unverified', 'Confirm your email address first')
  await transact(async (tx) => {
    const isChanged = isOn
      ? await store.deleteInvitationRefusal(tx, mark)
      : await stopInvitations(tx, mark, deps.clock.now())
    if (!isChanged) return
    await audit(tx, deps.clock, {
      actorId: userId,
      action: 'user.choose_mail',
      subject: 'user',
      subjectId: userId,
      before: { kind, isOn: !isOn },
      after: { kind, isOn, by: 'profile' },
    })
  })
}

/** Deletes waiting mail too: nobody should get another one after turning it off. */
async function chooseMail(
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
      actorId: userId,
      action: 'user.choose_mail',
      subject: 'user',
      subjectId: userId,
      before: { kind, isOn: !isOn },
      after: { kind, isOn, by },
    })
  })
}

/** Invitations that wait for this address are deleted too. False if they were stopped already. */
async function stopInvitations(tx: Db, mark: string, at: Date): Promise<boolean> {
  if (!(await store.insertInvitationRefusal(tx, mark, at))) return false
  const markOf = await addressMarks(tx)
  const waiting = await store.waitingInvitations(tx)
  const own = waiting.filter(({ to }) => markOf(to) === mark).map(({ id }) => id)
  await store.dropMails(tx, own)
  return true
}

/** A mail can be passed on, so its link only stops them: whoever starts them again shows that the address is theirs. */
async function chooseInvitations(
  deps: Pick<Deps, 'db' | 'clock'>,
  transact: Transact,
  mark: string,
  { isOn, by }: { isOn: boolean; by: 'link' | 'one-click' },
): Promise<void> {
  if (isOn) {
    if (!(await store.isRefused(deps.db, mark))) return
    throw new DomainError('forbidden', ONLY_STOPS)
  }
  await transact(async (tx) => {
    if (!(await stopInvitations(tx, mark, deps.clock.now()))) return
    await audit(tx, deps.clock, {
      actorId: null,
      action: 'address.choose_invitations',
      subject: 'address',
      subjectId: mark,
      before: { isOn: true },
      after: { isOn, by },
    })
  })
}

/** Which of these addresses asked for no more invitations. */
export async function refusedInvitations(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const markOf = await addressMarks(db)
  const refused = await store.refusedMarks(db, addresses.map(markOf))
  return new Set(addresses.filter((address) => refused.has(markOf(address))))
}

/** Which of these people turned this kind off. */
export const refusersOf = (db: Db, kind: OptionalMail, userIds: readonly string[]): Promise<Set<string>> =>
  store.refusersOf(db, kind, userIds)

/** Requested again elsewhere, in the same transaction: an earlier opt-out of this kind is withdrawn. */
export const acceptMail = (tx: Db, userId: string, kind: OptionalMail): Promise<boolean> =>
  store.deleteRefusal(tx, { userId, kind })

/** Just enough for people to recognize their own address. */
const partOf = (address: string): string => address.replace(/^(.)[^@]*(?=@)/, '$1•••')

type Linked = LinkedKind & { address: string }

/** The same 404 for a link that is not ours and for a deleted account. */
async function openLink(db: Db, token: string): Promise<Linked> {
  const linked = await readUnsubscribeLink(db, token)
  if (linked?.kind === 'invitation') return { ...linked, address: 'the address of this email' }
  const address = linked ? await store.addressOf(db, linked.userId) : undefined
  if (!linked || address === undefined) throw notFound('Link')
  return { ...linked, address }
}

export async function linkedChoice(db: Db, token: string): Promise<LinkedMailChoice> {
  const { userId, kind, address } = await openLink(db, token)
  if (kind === 'invitation') {
    const isOn = !(await store.isRefused(db, userId))
    return { kind, ...OPTIONAL_MAIL_WORDS[kind], isOn, address }
  }
  const refused = await store.refusedBy(db, userId)
  return { kind, ...OPTIONAL_MAIL_WORDS[kind], isOn: !refused.has(kind), address: partOf(address) }
}

/** The link is the proof: it turns one kind of mail to one person off or on again. */
export async function chooseByLink(
  deps: Pick<Deps, 'db' | 'clock'>,
  transact: Transact,
  token: string,
  { isOn, by }: { isOn: boolean; by: 'link' | 'one-click' },
): Promise<LinkedMailChoice> {
  const { userId, kind } = await openLink(deps.db, token)
  if (kind === 'invitation') await chooseInvitations(deps, transact, userId, { isOn, by })
  else await chooseMail(deps, transact, { userId }, { kind, isOn, by })
  return linkedChoice(deps.db, token)
}
