import type { Deps } from '#server/accounts/deps.ts'
import {
  type OwnerChange,
  organizationRenamedMail,
  ownerChangedMail,
  queueMail,
} from '#server/messaging/mails/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { ownersToTell } from './queries.destinations.ts'
import { changeOfOwners } from './store.members.ts'

type Change = { kind: OwnerChange; organizationId: string; userId: string; withdrawn: number }

/** All owners, and the person: nobody becomes an owner, or stops being one, unnoticed (R25). */
export async function tellOwners(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { kind, organizationId, userId, withdrawn }: Change,
): Promise<void> {
  const { organizationName, person, by } = await changeOfOwners(tx, {
    organizationId,
    userId,
    actorId: actor.userId,
  })
  const url = `${deps.config.appUrl}/dashboard/organizations/${organizationId}`
  const words = ownerChangedMail({
    kind,
    organizationName,
    withdrawn,
    url,
    person: person.name ? `${person.name} (${person.email})` : person.email,
    by: by.name || by.email,
  })
  const owners = await ownersToTell(tx, organizationId)
  const former = kind === 'added' || !person.isVerified ? [] : [{ id: userId, email: person.email }]
  const key = `owner ${newId(deps.clock)}`
  for (const { id, email } of [...owners, ...former])
    await queueMail(tx, deps.clock, {
      kind: 'owner_change',
      idempotencyKey: `${key} ${id}`,
      to: email,
      userId: id,
      ...words,
      aboutUserIds: [userId, actor.userId],
    })
}

/** The name is on every page and mail of theirs (R25). */
export async function tellOfName(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  [before, after]: [string, string],
): Promise<void> {
  const { by } = await changeOfOwners(tx, { organizationId, userId: actor.userId, actorId: actor.userId })
  const url = `${deps.config.appUrl}/dashboard/organizations/${organizationId}`
  const words = organizationRenamedMail({ before, after, by: by.name || by.email, url })
  const key = `renamed ${newId(deps.clock)}`
  for (const { id, email } of await ownersToTell(tx, organizationId))
    await queueMail(tx, deps.clock, {
      kind: 'organization_renamed',
      idempotencyKey: `${key} ${id}`,
      to: email,
      userId: id,
      ...words,
      aboutUserIds: [actor.userId],
    })
}
