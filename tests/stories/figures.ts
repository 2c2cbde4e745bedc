/**
 * Every place where a figure is shown, by the thing that it is a figure of. The test goes through this list, and
 * docs/figures.md is written from it: a new place of a figure belongs here, with how it is read.
 */
import { CAMPAIGN } from './figures-campaign.ts'
import { INVOICE, PAYOUT, SETTLEMENT, STATISTIC } from './figures-others.ts'
import { PLEDGE } from './figures-pledge.ts'

export const FIGURES = {
  campaign: CAMPAIGN,
  pledge: PLEDGE,
  invoice: INVOICE,
  settlement: SETTLEMENT,
  payout: PAYOUT,
  statistic: STATISTIC,
}

const TITLES: Record<keyof typeof FIGURES, string> = {
  campaign: 'A campaign',
  pledge: 'A pledge',
  invoice: 'An invoice',
  settlement: 'A settlement',
  payout: 'A payout',
  statistic: 'A statistic',
}

const INTRODUCTION = `# Where each figure is shown

Figures of one thing that are shown in more than one place, with where each is computed. It is printed from
\`tests/stories/figures.ts\`, and \`tests/stories/figures.test.ts\` plays a season and finds them equal after each step. A
new place of a figure goes into that list; \`vitest --update\` prints this page again.
`

/** docs/figures.md. */
export function figuresDocument(): string {
  const parts = Object.entries(FIGURES).map(([kind, figures]) => {
    const each = figures.map(({ name, from, places }) =>
      [`### ${name}`, '', `From ${from}.`, '', ...places.map(({ at }) => `- ${at}`), ''].join('\n'),
    )
    return [`## ${TITLES[kind as keyof typeof FIGURES]}`, '', ...each].join('\n')
  })
  return [INTRODUCTION, ...parts].join('\n')
}
