import type { OwnOrganization } from '#domain/schemas/organization.ts'
import { dateIn } from '#domain/zone.ts'

/** Nothing is received before the organization is here, so these are all years with receipts (R37). */
export function archiveYears(
  { createdAt, timeZone }: Pick<OwnOrganization, 'createdAt' | 'timeZone'>,
  now: Date,
): string[] {
  const yearOf = (at: Date) => Number(dateIn(timeZone, at).slice(0, 4))
  const [last, first] = [yearOf(now), yearOf(new Date(createdAt))]
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, back) => String(last - back))
}
