import { expect, test } from 'vitest'
import { receiptsArchive } from '#web/queries/receipts.ts'
import { archiveYears } from './organization.tsx'

const since = (createdAt: string) => ({ createdAt, timeZone: 'America/New_York' })

test('receipts are offered of each year since the organization was made, newest first (R37)', () => {
  const now = new Date('2027-01-12T16:00:00Z')
  expect(archiveYears(since('2025-03-01T12:00:00Z'), now)).toEqual(['2027', '2026', '2025'])
  expect(archiveYears(since('2027-01-02T12:00:00Z'), now)).toEqual(['2027'])
})

test('years are those of the organization’s own zone', () => {
  const now = new Date('2027-01-01T03:00:00Z')
  expect(archiveYears(since('2026-01-01T03:00:00Z'), now)).toEqual(['2026', '2025'])
})

test('an archive is of all years, or of the one that was chosen', () => {
  expect(receiptsArchive('a')).toBe('/api/organizations/a/receipts.zip')
  expect(receiptsArchive('a', '2026')).toBe('/api/organizations/a/receipts.zip?year=2026')
})
