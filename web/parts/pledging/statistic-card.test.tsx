import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { dollars } from '#domain/money.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { Estimate } from './statistic-card.tsx'

const sacks = (confirmedQuantity: number) =>
  ({ id: 's', name: 'Sacks', unitName: 'sack', type: 'per_increment', confirmedQuantity }) as Statistic
const shown = (confirmedQuantity: number): string => {
  const chosen = { statistic: sacks(confirmedQuantity), rate: dollars('2.50'), estimate: dollars('42.50') }
  const estimate = <Estimate chosen={chosen} against={17} as="as last year" none="" />
  return renderToStaticMarkup(estimate).replace(/<[^>]*>/g, '')
}

test('an estimate that past results have passed says so (R6, R7)', () => {
  expect(shown(17)).toContain('17 sacks so far: $42.50 already earned.')
  expect(shown(19)).toContain('19 sacks so far: $47.50 already earned, more than this estimate.')
})
