/** The link that turns off a kind of mail without signing in: signed, so that nothing is stored; it never expires. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OptionalMail } from '#domain/mail-kinds.ts'
import type { Db } from '#server/platform/db/database.ts'
import { keyFor, type RootKey, readRing } from '#server/platform/db/secrets.ts'
import type { Deps } from '#server/platform/deps.ts'

/** A number once assigned never changes: links in old mails depend on it. */
const NUMBERS: Record<OptionalMail, number> = { results_digest: 1, weekly_digest: 2, result_alert: 3 }
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
  const key = keyOf(newest)
  return (userId, kind) => {
    const signed = Buffer.from([...Buffer.from(userId.replaceAll('-', ''), 'hex'), NUMBERS[kind]])
    const token = Buffer.concat([signed, signatureOf(key, signed)]).toString('base64url')
    return `${config.appUrl}/unsubscribe/${token}`
  }
}

export type LinkedKind = { userId: string; kind: OptionalMail }

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
  const kind = (Object.keys(NUMBERS) as OptionalMail[]).find((one) => NUMBERS[one] === signed[USER_BYTES])
  const hex = signed.toString('hex', 0, USER_BYTES)
  return kind ? { kind, userId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') } : null
}
