/**
 * Every place where a figure is shown, grouped by what it is a figure of. The test goes through this list, and
 * docs/figures.md is generated from it. Add each new place here, with how to read it.
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

Figures that are shown in more than one place, and where each is computed. This page is generated from
\`tests/stories/figures.ts\`; \`tests/stories/figures.test.ts\` plays a season and checks after each step that they are
equal. Add every new place to that list; \`vitest --update\` generates this page again.
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
