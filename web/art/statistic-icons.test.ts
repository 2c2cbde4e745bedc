import { expect, test } from 'vitest'
import { STATISTIC_ICONS } from '#web/ui/statistic-icon.tsx'
import { drawnIcons, statisticIconSheet } from './statistic-icons.ts'

test('every icon that can be chosen is on the sheet, and no other', () => {
  expect(drawnIcons().toSorted()).toEqual([...STATISTIC_ICONS].sort())
  for (const name of STATISTIC_ICONS) expect(statisticIconSheet()).toContain(`<symbol id="${name}"`)
  expect(STATISTIC_ICONS.length).toBeGreaterThanOrEqual(48)
})
