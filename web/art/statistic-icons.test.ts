import { expect, test } from 'vitest'
import { STATISTIC_ICONS } from '#web/ui/statistic-icon-names.ts'
import { statisticIconSheet } from './statistic-icons.ts'

test('the icon sheet has every statistic icon that can be chosen', () => {
  for (const name of STATISTIC_ICONS) expect(statisticIconSheet()).toContain(`<symbol id="${name}"`)
  expect(STATISTIC_ICONS.length).toBeGreaterThanOrEqual(48)
})
