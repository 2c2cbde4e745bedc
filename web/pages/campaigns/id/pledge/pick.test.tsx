import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { NOTHING } from '#web/parts/pledging/selection.ts'
import { Pick } from './guest-form-parts.tsx'

const statistic = (name: string, type: Statistic['type']): Statistic =>
  ({
    id: name,
    name,
    type,
    unitName: null,
    description: null,
    icon: 'faTrophy',
    pledgeAmountOptions: [5, 10, 25],
    allowCustomAmounts: true,
    isActive: true,
  }) as unknown as Statistic

test('a guest can choose each statistic of a campaign with many, and the gift, on this screen (R59)', () => {
  const counted = ['Goals', 'Assists', 'Saves', 'Wins', 'Corners'].map((name) =>
    statistic(name, 'per_increment'),
  )
  const all = [...counted, statistic('A gift', 'one_time')]
  const shown = renderToStaticMarkup(
    <MemoryRouter>
      <Pick
        campaignId="one"
        statistics={all}
        selection={NOTHING}
        chosen={[]}
        dispatch={() => {}}
        current={all[0]!}
        onStatistic={() => {}}
        error={undefined}
      />
    </MemoryRouter>,
  )
  const values = [...shown.matchAll(/value="([A-Z][^"]*)"/g)].map(([, value]) => value)
  expect(values).toEqual(['Goals', 'Assists', 'Saves', 'Wins', 'Corners', 'A gift'])
})
