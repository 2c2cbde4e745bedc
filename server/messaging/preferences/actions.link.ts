/** The link that turns off a kind of mail without signing in: signed, so that nothing is stored; it never expires. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkedMail, OptionalMail } from '#domain/mail-kinds.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import type { Db } from '#server/platform/db/database.ts'
import { keyFor, oldest, type RootKey, readRing } from '#server/platform/db/secrets.ts'
import type { Deps } from '#server/platform/deps.ts'

/** A number once assigned never changes: links in old mails depend on it. */
const NUMBERS: Record<LinkedMail, number> = {
  results_digest: 1,
  weekly_digest: 2,
  result_alert: 3,
  ambassador_nudge: 4,
  invitation: 5,
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
export type LinkedKind = { userId: string; kind: LinkedMail }

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
