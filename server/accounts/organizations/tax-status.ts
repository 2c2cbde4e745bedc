/** What only representatives set of an organization, its tax status first. */

import { invalidField } from '#domain/errors.ts'
import { refuseNewName } from '#domain/links.ts'
import { taxStatusesToRecord } from '#domain/people/tax-status.ts'
import { dateIn } from '#domain/places/zone.ts'
import type { OwnOrganization, TaxStatusUpdate } from '#domain/schemas/organization.ts'
import type { Deps } from '#server/accounts/deps.ts'
import type { Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { refuseStale } from '#server/platform/http/versions.ts'
import { forRepresentatives, managed, note, pagesChanged } from './edit.ts'
import { notifyOfNewName } from './owners.ts'
import { updateTaxStatus } from './store.ts'
import * as store from './tax-status-store.ts'

/** What only a representative sets: name and type once it exists, 501(c)(3) with EIN, the day it was checked and since when, size and zone. */
export function setTaxStatus(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { id, ifMatch }: { id: string; ifMatch: number | null },
  changes: TaxStatusUpdate,
): Promise<OwnOrganization> {
  return transact(async (tx) => {
    const before = await forRepresentatives(tx, actor, id)
    refuseStale(ifMatch, before, before)
    refuseNewName('name', before.name, changes.name)
    const wanted = { ...before, ...changes }
    if (wanted.is501c3 && !wanted.ein) throw invalidField('ein', 'Enter the EIN that was checked')
    if (wanted.is501c3 && !wanted.einCheckedOn)
      throw invalidField('einCheckedOn', 'Enter the day it was checked')
    const today = dateIn(wanted.timeZone, deps.clock.now())
    if (wanted.einCheckedOn && wanted.einCheckedOn > today)
      throw invalidField('einCheckedOn', 'That day is in the future')
    if (changes.is501c3Since && changes.is501c3Since > today)
      throw invalidField('is501c3Since', 'That day is in the future')
    await record(deps, tx, actor, { before, wanted, since: changes.is501c3Since ?? null, today })
    await updateTaxStatus(tx, id, wanted)
    const after = await managed(tx, actor, id)
    await note(deps, tx, actor, { action: 'organization.set_standing', id, before, after })
    if (after.name !== before.name) await notifyOfNewName(deps, tx, actor, id, [before.name, after.name])
    await pagesChanged(deps, tx, id)
    return after
  })
}

type Change = { before: OwnOrganization; wanted: OwnOrganization; since: string | null; today: string }

/** So that receipts say what it was on the day of the payment, whatever it becomes. */
async function record(deps: Deps, tx: Transaction, actor: Actor, change: Change): Promise<void> {
  const { before, wanted, since, today } = change
  const recorded = await store.taxStatusesOf(tx, before.id)
  const known = recorded.map(({ recordedAt, ...one }) => ({
    ...one,
    recordedOn: dateIn(wanted.timeZone, recordedAt),
  }))
  const initial = { is501c3: before.is501c3, ein: before.is501c3 ? before.ein : null, since: null }
  const [first = { ...initial, recordedOn: null }, ...later] = known
  const { is501c3, ein, einCheckedOn: checkedOn } = wanted
  const found = taxStatusesToRecord([first, ...later], { is501c3, ein, since, checkedOn }, today)
  if (found.length === 0) return
  const at = { recordedBy: actor.userId, recordedAt: deps.clock.now() }
  const key = { organizationId: before.id, afterNumber: recorded.length, ...at }
  await store.insertTaxStatuses(tx, key, recorded.length > 0 ? found : [initial, ...found])
}
