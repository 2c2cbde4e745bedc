import { DomainError, notFound } from '#domain/errors.ts'
import { type ApiKey, type ApiKeyForm, MAX_API_KEYS, type MadeApiKey } from '#domain/schemas/api-key.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { managesOrganization, ownersToTell } from '#server/accounts/organizations/index.ts'
import { mailRepresentatives } from '#server/accounts/users/index.ts'
import { apiKeyMadeMail, queueMail } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { hashOfLink, newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, ApiKeys } from '#server/platform/deps.ts'
import { newApiKey } from '#server/platform/http/api-keys.ts'
import * as store from './store.ts'

const MINUTE_MS = 60_000
const EARLIER_WORKS_HOURS = 24
const HOUR_MS = 3_600_000
const ENDING = 4

const NO_SUCH_KEY = 'This API key does not exist or was revoked'

const roleFor = (organizationId: string | null): string =>
  organizationId === null ? 'a representative' : 'an owner'

/** The keys of requests: whose each is, and whether it still works (R80). */
export const createApiKeys = (db: Db, clock: Clock): ApiKeys => ({
  find: async (key) => {
    const now = clock.now()
    const found = await store.findKey(db, hashOfLink(key), now)
    if (!found) return NO_SUCH_KEY
    const { lastUsedAt, isBacked, ...holder } = found
    if (!isBacked)
      return `Who made this API key is no longer ${roleFor(holder.organizationId)}: replace it to use it again`
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= MINUTE_MS)
      await store.markUsed(db, holder.id, now)
    return holder
  },
})

function toApiKey(
  { madeById, madeByName, earlierUntil, isBacked, ...key }: store.StoredKey,
  now: Date,
): ApiKey {
  const name = madeByName ?? 'Someone who has left'
  return {
    id: key.id,
    name: key.name,
    organizationId: key.organizationId,
    scopes: key.scopes,
    ending: key.ending,
    madeBy: { id: madeById, name },
    madeAt: key.madeAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    earlierWorksUntil: earlierUntil && earlierUntil > now ? earlierUntil.toISOString() : null,
    stoppedReason: isBacked
      ? null
      : `${name} is no longer ${roleFor(key.organizationId)}: replace it to use it again`,
  }
}

/** Newest first. @throws 404 or 403 for everyone but its owners and the representatives; the provider's are for these alone. */
export async function listApiKeys(
  deps: Deps,
  actor: Actor,
  organizationId: string | null,
): Promise<ApiKey[]> {
  if (organizationId === null) await demandRepresentative(deps.db, actor)
  else await managesOrganization(deps.db, actor, organizationId)
  const keys = await store.keysOf(deps.db, organizationId)
  return keys.map((key) => toApiKey(key, deps.clock.now()))
}

async function demandMaker(tx: Db, actor: Actor, organizationId: string | null): Promise<void> {
  if (organizationId === null) return demandRepresentative(tx, actor)
  await managesOrganization(tx, actor, organizationId)
  if (await store.makesKeys(tx, actor, organizationId)) return
  throw new DomainError('forbidden', 'Only the owners of the organization make its keys. You can revoke one')
}

function newKey(deps: Deps, actor: Actor, id: string): { key: string; row: store.NewKey } {
  const key = newApiKey()
  const row = {
    id,
    hash: hashOfLink(key),
    ending: key.slice(-ENDING),
    madeBy: actor.userId,
    madeAt: deps.clock.now(),
  }
  return { key, row }
}

type Done = 'make' | 'replace' | 'revoke'

/** Of an organization's key in the organization's history. */
function log(
  deps: Deps,
  tx: Db,
  actor: Actor,
  { done, key }: { done: Done; key: store.StoredKey },
): Promise<void> {
  const { id, organizationId, name, scopes } = key
  const about = { apiKey: name, scopes: scopes.join(', ') }
  return audit(tx, deps.clock, {
    actorId: actor.userId,
    action: organizationId === null ? `api_key.${done}` : `organization.${done}_key`,
    subject: organizationId === null ? 'api_key' : 'organization',
    subjectId: organizationId ?? id,
    ...(done === 'revoke' ? { before: about } : { after: about }),
  })
}

/** Only whose it is, and who made it, are mailed; what it may do is on the page. */
async function mailMade(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { key, isReplaced }: { key: store.StoredKey; isReplaced: boolean },
): Promise<void> {
  const { organizationId, organizationName, name } = key
  const page = organizationId === null ? 'representatives' : `organizations/${organizationId}`
  const mail = {
    kind: 'api_key',
    idempotencyKey: `api key ${newId(deps.clock)}`,
    aboutUserIds: [actor.userId],
    ...apiKeyMadeMail({
      isReplaced,
      name,
      organizationName,
      by: key.madeByName ?? (organizationId === null ? 'A representative' : 'An owner'),
      url: `${deps.config.appUrl}/dashboard/${page}#api-keys`,
    }),
  }
  if (organizationId === null) return mailRepresentatives(tx, deps.clock, mail)
  for (const { id, email } of await ownersToTell(tx, organizationId))
    await queueMail(tx, deps.clock, {
      ...mail,
      idempotencyKey: `${mail.idempotencyKey} ${id}`,
      to: email,
      userId: id,
      organizationId,
    })
}

async function lockKey(tx: Db, actor: Actor, id: string): Promise<store.StoredKey> {
  const key = await store.lockKey(tx, actor, id)
  if (!key) throw notFound('API key')
  return key
}

/** The key itself is in this answer only. @throws 409 above the most that an organization, or the provider, has. */
export function makeApiKey(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  form: ApiKeyForm,
): Promise<MadeApiKey> {
  return transact(async (tx) => {
    await demandMaker(tx, actor, form.organizationId)
    if ((await store.countKeys(tx, form.organizationId)) >= MAX_API_KEYS)
      throw new DomainError('conflict', `There are ${MAX_API_KEYS} API keys: revoke one first`)
    const { key, row } = newKey(deps, actor, newId(deps.clock))
    await store.insertKey(tx, row, form)
    const made = await lockKey(tx, actor, row.id)
    await log(deps, tx, actor, { done: 'make', key: made })
    await mailMade(deps, tx, actor, { key: made, isReplaced: false })
    return { ...toApiKey(made, deps.clock.now()), key }
  })
}

/** From now on the key is the caller's, with the same scopes; the earlier one works for 24 hours more. */
export function replaceApiKey(deps: Deps, transact: Transact, actor: Actor, id: string): Promise<MadeApiKey> {
  return transact(async (tx) => {
    const before = await lockKey(tx, actor, id)
    await demandMaker(tx, actor, before.organizationId)
    const { key, row } = newKey(deps, actor, id)
    await store.replaceKey(tx, row, new Date(row.madeAt.getTime() + EARLIER_WORKS_HOURS * HOUR_MS))
    const made = await lockKey(tx, actor, id)
    await log(deps, tx, actor, { done: 'replace', key: made })
    await mailMade(deps, tx, actor, { key: made, isReplaced: true })
    return { ...toApiKey(made, deps.clock.now()), key }
  })
}

/** It ends at once, and so does the one that it replaced. */
export function revokeApiKey(deps: Deps, transact: Transact, actor: Actor, id: string): Promise<void> {
  return transact(async (tx) => {
    const key = await lockKey(tx, actor, id)
    await store.revokeKey(tx, id, { by: actor.userId, at: deps.clock.now() })
    await log(deps, tx, actor, { done: 'revoke', key })
  })
}
