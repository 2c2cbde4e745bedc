/** Words and marketing figures of the pledge-card page, edited by the provider. Never what a campaign achieved. */
import { landing } from './landing.ts'

const [successRate, moreThanAlone] = landing.claims

export const pledgeCard = {
  title: 'Smart Pledge',
  lead: 'Pick an amount for what you want to see. You pay after the season, only for what actually happens.',
  insight: {
    title: 'Smart insight',
    text: 'Optimal amounts are $3-8 per statistic: enough to matter to the team, easy to keep up all season.',
  },
  stats: [{ figure: '$3-8', text: 'optimal per statistic' }, successRate, moreThanAlone],
  security: [
    { icon: 'lock', text: 'Sent over an encrypted connection' },
    { icon: 'card', text: 'No card needed here' },
    { icon: 'cancel', text: 'Cancel free for 24 hours' },
  ],
} as const
