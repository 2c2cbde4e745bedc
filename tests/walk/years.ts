/** R76: an organization's year is its twelve months, at the end of any walk. */
import { expect } from 'vitest'
import { parseCents, sum, toDecimal, ZERO } from '#domain/money.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import type { OrganizationYear } from '#domain/schemas/year.ts'
import { expectStatus } from '#tests/app.ts'
import type { Walker } from './world.ts'

const MOVED = ['collected', 'refunds', 'disputes', 'bounced', 'net', 'commission', 'paidOut'] as const
/** Years and first months, so that one of them is divided in the middle of the walk. */
const YEARS = [
  [2026, 1],
  [2026, 10],
  [2027, 1],
] as const
const two = (month: number): string => String(month).padStart(2, '0')
const total = (amounts: string[]): string => toDecimal(sum(amounts.map((text) => parseCents(text) ?? ZERO)))

export async function expectYearsAgree({ org }: Walker): Promise<void> {
  for (const [year, from] of YEARS) {
    const path = `/api/organizations/${org.organizationId}/years/${year}?from=${two(from)}`
    const { totals } = expectStatus(await org.owner.get<OrganizationYear>(path), 200)
    const months: ProviderMonth['totals'][] = []
    for (let index = from - 1; index < from + 11; index += 1) {
      const month = `${year + Math.floor(index / 12)}-${two((index % 12) + 1)}`
      const asked = `/api/reports/month?month=${month}`
      months.push(expectStatus(await org.representative.get<ProviderMonth>(asked), 200).totals)
    }
    for (const name of MOVED)
      expect([year, from, name, totals[name]]).toEqual([
        year,
        from,
        name,
        total(months.map((one) => one[name])),
      ])
    expect([totals.owedBefore, totals.owed]).toEqual([months[0]?.owedBefore, months.at(-1)?.owed])
  }
}
