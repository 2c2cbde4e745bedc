/** Which browsers are alerted, and what is sent to them. An endpoint is personal data: it is stored sealed. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { invalidField, notFound } from '#domain/errors.ts'
import type { PushDeviceForm, PushRenewalForm } from '#domain/schemas/alert.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { BEFORE_ALL_IDS, newId } from '#server/platform/base/ids.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { dropPushKeys, resealPushKeys } from './keys.ts'
import { readOffToken } from './send.ts'
import * as store from './store.ts'

/** Where a push message may be sent: to a browser's push service, and nowhere else. */

/** The push services of Chrome and its relatives, Firefox, Safari and Edge. PUSH_HOSTS adds others. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

type PushTargets = {
  /** More hosts; each allows its subdomains too. */
  hosts: readonly string[]
  /** The origin of a push service on this machine, for trying it out; null on a public site. */
  standIn: string | null
}

/**
 * A visitor supplies the address that this server then calls: it must be https on the usual port, without a password, at a
 * host on the list. So it can be neither an address in a private network nor a host that resolves to one.
 */
export function isPushEndpoint(text: string, { hosts, standIn }: PushTargets): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  if (url.username !== '' || url.password !== '') return false
  if (standIn !== null && url.origin === standIn) return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  return [...PUSH_HOSTS, ...hosts].some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}

/** A supporter's browsers for one campaign; another one replaces the oldest. */
const MAX_DEVICES = 5
const KEPT_MS = 12 * 3_600_000
const USE = 'push device'

type Device = PushDeviceForm & {
  /** The page that opens when the message is tapped. */
  path: string
}

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest()
const NAME_BYTES = 8

/** A browser recognizes itself by the hash of its own endpoint. */
export const deviceNames = async (db: Db, owner: store.Owner): Promise<string[]> =>
  (await store.devicesOf(db, owner)).map((hash) => hash.subarray(0, NAME_BYTES).toString('hex'))

export const openDevice = (db: Db, sealed: string): Device => JSON.parse(db.sealing.open(USE, sealed))

function demandPushService({ push }: Deps['config'], { endpoint }: PushDeviceForm): void {
  if (!isPushEndpoint(endpoint, push))
    throw invalidField('device', 'We cannot send to this browser yet. Choose email instead.')
}

/** @throws {DomainError} if the address does not belong to a push service. */
export async function addDevice(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  tx: Db,
  owner: store.Owner,
  device: Device,
  linkHash: Buffer | null,
): Promise<void> {
  demandPushService(config, device)
  const sealed = tx.sealing.seal(USE, JSON.stringify(device))
  const row = { id: newId(clock), endpointHash: hashOf(device.endpoint), sealed, linkHash, at: clock.now() }
  await store.insertDevice(tx, { ...owner, ...row }, MAX_DEVICES)
}

/** The secret that a browser shares with this server only, and with no push service. */
const isSameSecret = (one: string, other: string): boolean => {
  const a = Buffer.from(one, 'base64url')
  const b = Buffer.from(other, 'base64url')
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * A browser has renewed its subscription: its alerts, including waiting ones, move to the new address. The old address with
 * its secret is the proof; without it nothing changes, and the response is the same.
 */
export async function renewDevice(
  { config }: Pick<Deps, 'config'>,
  transact: Transact,
  { old, device }: PushRenewalForm,
): Promise<void> {
  demandPushService(config, device)
  await transact(async (tx) => {
    for (const { id, sealed } of await store.lockDevicesAt(tx, hashOf(old.endpoint))) {
      const known = openDevice(tx, sealed)
      if (!isSameSecret(known.keys.auth, old.keys.auth)) continue
      const renewed = tx.sealing.seal(USE, JSON.stringify({ ...device, path: known.path } satisfies Device))
      await store.moveDevice(tx, { id, endpointHash: hashOf(device.endpoint), sealed: renewed })
    }
  })
}

export const removeDevices = (tx: Db, owner: store.Owner): Promise<void> => store.deleteDevices(tx, owner)

/** In the transaction that causes it; a job sends it afterwards. */
export async function queuePushes(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  messages: readonly store.NewMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const at = clock.now()
  await store.insertMessages(tx, { at, expiresAt: new Date(at.getTime() + KEPT_MS) }, messages)
}

/** The message's own button: the token is the proof. A second press, or one on a removed device, changes nothing. */
export async function turnOff(deps: Pick<Deps, 'clock'>, transact: Transact, token: string): Promise<void> {
  await transact(async (tx) => {
    const id = await readOffToken(tx, token)
    if (id === null) throw notFound('Link')
    const owner = await store.deleteDevice(tx, id)
    if (!owner) return
    await audit(tx, deps.clock, {
      actorId: owner.userId,
      action: 'user.choose_alerts',
      subject: 'user',
      subjectId: owner.userId,
      after: { campaignId: owner.campaignId, channel: 'off', by: 'push' },
    })
  })
}

const BATCH = 500

/** Reseals with the first key what another one sealed. */
export async function resealPushes(db: Db): Promise<void> {
  await resealPushKeys(db)
  for (let after = BEFORE_ALL_IDS; ; ) {
    const rows = await store.sealedDevices(db, after, BATCH)
    for (const row of rows) {
      if (db.sealing.isCurrent(row.sealed)) continue
      await store.reseal(db, row, db.sealing.seal(USE, db.sealing.open(USE, row.sealed)))
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

/** Someone with the old key could send as us: browsers accept messages from a new key only after they are asked again. */
export async function dropPushes(db: Db): Promise<void> {
  await dropPushKeys(db)
  await store.deleteAllDevices(db)
}
