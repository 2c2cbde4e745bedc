/** Endpoints: added, rotated, tried and removed by an organization's owners, and by representatives. */
import { DomainError, notFound } from '#domain/errors.ts'
import {
  MAX_ENDPOINTS,
  type NewWebhookSecret,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEndpointForm,
} from '#domain/schemas/webhook.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { managesOrganization, ownersToTell } from '#server/accounts/organizations/index.ts'
import { mailRepresentatives, senderNamed } from '#server/accounts/users/index.ts'
import { queueMail, webhookAddedMail } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { BEFORE_ALL_IDS, newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { postableUrl } from '#server/platform/http/public-web.ts'
import { RETRY_MS } from './announce.ts'
import { deliverNow, SECRET_USE } from './deliver.ts'
import { newWebhookSecret } from './signature.ts'
import * as store from './store.ts'

/** How long the secret from before a rotation signs, too. */
const ROTATION_MS = 24 * 3_600_000

/** The organization's name. Throws unless the caller manages it; for the provider's, unless they are a representative. */
async function demandManager(db: Db, actor: Actor, party: store.Party): Promise<string | null> {
  if (party === null) await demandRepresentative(db, actor)
  else return (await managesOrganization(db, actor, party)).organization.name
  return null
}

/** A 404 for everyone else's. */
async function managed(db: Db, now: Date, actor: Actor, id: string): Promise<WebhookEndpoint> {
  const endpoint = await store.managedEndpoint(db, now, actor, id)
  if (!endpoint) throw notFound('Webhook endpoint')
  return endpoint
}

type Noted = {
  action: 'add' | 'rotate' | 'remove'
  endpoint: Pick<WebhookEndpoint, 'id' | 'url' | 'organizationId'>
}

const note = (
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  { userId: actorId }: Actor,
  { action, endpoint: { id, url, organizationId } }: Noted,
): Promise<void> =>
  audit(tx, clock, {
    actorId,
    action: `webhook_endpoint.${action}`,
    // In an organization's own history.
    subject: organizationId === null ? 'webhook_endpoint' : 'organization',
    subjectId: organizationId ?? id,
    after: { url, organizationId },
  })

export async function listEndpoints(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  party: store.Party,
): Promise<WebhookEndpoint[]> {
  await demandManager(db, actor, party)
  return store.endpointsOf(db, clock.now(), party)
}

/** The answer has its secret, which is never shown again. */
export async function addEndpoint(
  deps: Pick<Deps, 'clock' | 'config'>,
  transact: Transact,
  actor: Actor,
  party: store.Party,
  form: WebhookEndpointForm,
): Promise<NewWebhookSecret> {
  const { clock, config } = deps
  const { href: url } = postableUrl(form.url, { field: 'url', allowsLoopback: config.devTools })
  return transact(async (tx) => {
    const organizationName = await demandManager(tx, actor, party)
    if ((await store.countEndpoints(tx, party)) >= MAX_ENDPOINTS)
      throw new DomainError('conflict', `There are ${MAX_ENDPOINTS} addresses already: remove one first`)
    const secret = newWebhookSecret()
    const id = newId(clock)
    const sealed = tx.sealing.seal(SECRET_USE, secret)
    await store.insertEndpoint(tx, { id, party, url, sealed, at: clock.now() })
    await note(deps, tx, actor, { action: 'add', endpoint: { id, url, organizationId: party } })
    await mailAdded(deps, tx, actor, { id, party, organizationName, host: new URL(url).host })
    return { ...(await managed(tx, clock.now(), actor, id)), secret }
  })
}

/** To all who may remove it, so that nobody listens unseen. */
async function mailAdded(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  tx: Transaction,
  { userId }: Actor,
  added: { id: string; party: store.Party; organizationName: string | null; host: string },
): Promise<void> {
  const { id, party, organizationName, host } = added
  const page = party === null ? 'representatives' : `organizations/${party}`
  const by = (await senderNamed(tx, userId)) ?? (party === null ? 'A representative' : 'An owner')
  const mail = {
    kind: 'webhook_endpoint',
    idempotencyKey: `webhook ${id}`,
    aboutUserIds: [userId],
    ...webhookAddedMail({ host, organizationName, by, url: `${config.appUrl}/dashboard/${page}#webhooks` }),
  }
  if (party === null) return mailRepresentatives(tx, clock, mail)
  for (const { id: ownerId, email } of await ownersToTell(tx, party))
    await queueMail(tx, clock, {
      ...mail,
      idempotencyKey: `${mail.idempotencyKey} ${ownerId}`,
      to: email,
      userId: ownerId,
      organizationId: party,
    })
}

/** A new secret, shown this once; for a day the one from before signs, too. */
export function rotateSecret(
  deps: Pick<Deps, 'clock'>,
  transact: Transact,
  actor: Actor,
  id: string,
): Promise<NewWebhookSecret> {
  return transact(async (tx) => {
    const now = deps.clock.now()
    const endpoint = await managed(tx, now, actor, id)
    const secret = newWebhookSecret()
    const until = new Date(now.getTime() + ROTATION_MS)
    await store.replaceSecret(tx, { id, sealed: tx.sealing.seal(SECRET_USE, secret), until })
    await note(deps, tx, actor, { action: 'rotate', endpoint })
    return { ...(await managed(tx, now, actor, id)), secret }
  })
}

/** With its deliveries, waiting ones included. */
export function removeEndpoint(
  deps: Pick<Deps, 'clock'>,
  transact: Transact,
  actor: Actor,
  id: string,
): Promise<void> {
  return transact(async (tx) => {
    const endpoint = await managed(tx, deps.clock.now(), actor, id)
    await store.deleteEndpoint(tx, id)
    await note(deps, tx, actor, { action: 'remove', endpoint })
  })
}

export async function listDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor, id: string) {
  await managed(db, clock.now(), actor, id)
  return { read: (page: { limit: number; beforeId: string | null }) => store.deliveriesOf(db, id, page) }
}

async function found(db: Db, key: store.Key): Promise<WebhookDelivery> {
  const delivery = await store.deliveryOf(db, key)
  if (!delivery) throw notFound('Delivery')
  return delivery
}

/** One event without data, sent once and at once: the answer says what became of it. */
export async function sendTest(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  endpointId: string,
): Promise<WebhookDelivery> {
  const now = deps.clock.now()
  const key = { endpointId, eventId: newId(deps.clock) }
  await transact(async (tx) => {
    await managed(tx, now, actor, endpointId)
    await store.insertTest(tx, key, now)
  })
  await deliverNow(deps, key)
  return found(deps.db, key)
}

/** The same event under the same id, at once; if it is refused again, it is retried for a day. */
export async function replay(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: store.Key,
): Promise<WebhookDelivery> {
  const now = deps.clock.now()
  await transact(async (tx) => {
    await managed(tx, now, actor, key.endpointId)
    await found(tx, key)
    const until = new Date(now.getTime() + RETRY_MS)
    if (!(await store.askAgain(tx, key, { now, until })))
      throw new DomainError('conflict', 'It is being sent at the moment')
  })
  await deliverNow(deps, key)
  return found(deps.db, key)
}

const BATCH = 500

/** Reseals with the first key what another one sealed. */
export async function resealEndpoints(db: Db): Promise<void> {
  const anew = (sealed: string) => db.sealing.seal(SECRET_USE, db.sealing.open(SECRET_USE, sealed))
  for (let after = BEFORE_ALL_IDS; ; ) {
    const rows = await store.sealedEndpoints(db, after, BATCH)
    for (const row of rows) {
      const { id, sealed, previousSealed } = row
      if ([sealed, previousSealed].every((one) => one === null || db.sealing.isCurrent(one))) continue
      const previous = previousSealed === null ? null : anew(previousSealed)
      await store.reseal(db, row, { id, sealed: anew(sealed), previousSealed: previous })
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

/** Without the key that opens their secrets nothing can be signed: they are added again. */
export const dropEndpoints = (tx: Db): Promise<void> => store.deleteAllEndpoints(tx)
