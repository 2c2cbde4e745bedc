/** What an owner may change on the schedule of a campaign that is no longer a draft (R24); a representative changes the rest. */
import { DomainError, invalidField } from '#domain/errors.ts'
import type { Event } from '#domain/schemas/event.ts'
import { reasonAgainstDay, reasonAgainstPast, reasonBegun } from '#domain/season/owner-changes.ts'
import type { Access } from '#server/accounts/access/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { hasBegun } from './store.ts'

export const isLimited = ({
  isRepresentative,
  status,
}: Pick<Access, 'isRepresentative' | 'status'>): boolean => !isRepresentative && status !== 'draft'

/** @throws a 409 in words for an event that supporters may owe something for already. */
export async function refuseBegun(db: Db, access: Access, { id, name }: Event, now: Date): Promise<void> {
  if (isLimited(access) && (await hasBegun(db, id, now))) throw new DomainError('conflict', reasonBegun(name))
}

/** @throws a 400 at the start for a moment that has passed. */
export function refusePast(access: Access, startTime: Date, now: Date): void {
  const reason = isLimited(access) ? reasonAgainstPast(startTime, now) : null
  if (reason) throw invalidField('startTime', reason)
}

/** @throws a 400 at the start for a day outside the campaign's dates. */
export function refuseDay(access: Access, startTime: Date): void {
  const reason = isLimited(access) ? reasonAgainstDay(startTime, access) : null
  if (reason) throw invalidField('startTime', reason)
}
