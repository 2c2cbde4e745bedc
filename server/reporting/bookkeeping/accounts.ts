/** Whose books, and which accounts each line of them goes to: chosen by an organization's owners or a representative. */
import {
  type AccountMap,
  defaultMap,
  ORGANIZATION_ACCOUNTS,
  PROVIDER_ACCOUNTS,
} from '#domain/billing/exports/accounts.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { managesOrganization, readsMoneyOf } from '#server/accounts/organizations/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { chosenAccounts, saveAccounts } from './store.ts'

/** Null: the provider. */
export type Party = { id: string; name: string } | null

/** Refused unless the caller may read these books: representatives the provider's, and those who read its money an organization's. */
export async function readableParty(
  db: Db,
  actor: Actor,
  organizationId: string | null,
): Promise<{ party: Party; mayEdit: boolean }> {
  if (organizationId === null) {
    await demandRepresentative(db, actor)
    return { party: null, mayEdit: true }
  }
  const { organization, manages } = await readsMoneyOf(db, actor, organizationId)
  return { party: organization, mayEdit: manages }
}

/** With a default for each account that was never chosen. */
export async function accountsOf(db: Db, organizationId: string | null): Promise<AccountMap> {
  const defaults: AccountMap =
    organizationId === null ? defaultMap(PROVIDER_ACCOUNTS) : defaultMap(ORGANIZATION_ACCOUNTS)
  return merged(defaults, (await chosenAccounts(db, organizationId)) ?? {})
}

const merged = (map: AccountMap, { quickbooks, xero, ...rest }: Partial<AccountMap>): AccountMap => ({
  ...map,
  ...rest,
  quickbooks: { ...map.quickbooks, ...quickbooks },
  xero: { ...map.xero, ...xero },
})

export const changeAccounts = (
  deps: Pick<Deps, 'clock'>,
  transact: Transact,
  actor: Actor,
  organizationId: string | null,
  change: Partial<AccountMap>,
): Promise<AccountMap> =>
  transact(async (tx) => {
    if (organizationId === null) await demandRepresentative(tx, actor)
    else await managesOrganization(tx, actor, organizationId)
    const before = await accountsOf(tx, organizationId)
    const after = merged(before, change)
    await saveAccounts(tx, organizationId, after)
    await audit(tx, deps.clock, {
      actorId: actor.userId,
      action: 'accounts.update',
      subject: organizationId === null ? 'provider' : 'organization',
      subjectId: organizationId ?? BEFORE_ALL_IDS,
      before,
      after,
    })
    return after
  })
