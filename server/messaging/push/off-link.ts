/** What a push message's button "Turn off" sends: signed, so that nothing is stored; it never expires (R64). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { keyFor, type RootKey, readRing } from '#server/platform/db/secrets.ts'

const ID_BYTES = 16
const SIGNATURE_BYTES = 15

const signatureOf = ({ key }: RootKey, id: Buffer): Buffer =>
  createHmac('sha256', keyFor(key, 'push off links')).update(id).digest().subarray(0, SIGNATURE_BYTES)

/** Makes the tokens of one batch: the key is read once. */
export async function offTokens(db: Db): Promise<(deviceId: string) => string> {
  const [newest] = await readRing(db)
  return (deviceId) => {
    const id = Buffer.from(deviceId.replaceAll('-', ''), 'hex')
    return Buffer.concat([id, signatureOf(newest, id)]).toString('base64url')
  }
}

/** The device; null for a token that is not ours. */
export async function readOffToken(db: Db, token: string): Promise<string | null> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES) return null
  const id = bytes.subarray(0, ID_BYTES)
  // A message still on a screen was signed by the key of its time.
  const isOurs = (await readRing(db)).some((root) =>
    timingSafeEqual(signatureOf(root, id), bytes.subarray(ID_BYTES)),
  )
  return isOurs ? id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null
}
