import type { CsvColumn } from '#domain/csv.ts'
import type { Reward } from '#domain/schemas/reward.ts'
import { campaignCsv } from '#server/accounts/access/index.ts'
import { onePage } from '#server/platform/csv/csv.ts'
import { ALL_REWARDS, rewardsOf } from './queries.ts'

const columns: CsvColumn<Reward>[] = [
  { head: 'Reward', of: ({ title }) => title },
  { head: 'Type', of: ({ type }) => type },
  { head: 'Description', of: ({ description }) => description },
  { head: 'Threshold (USD)', of: ({ threshold }) => threshold },
  { head: 'Max winners', of: ({ maxWinners }) => maxWinners },
  { head: 'Prize', of: ({ prizeDetails }) => prizeDetails },
  { head: 'Qualification', of: ({ qualificationCriteria }) => qualificationCriteria },
]

export const rewardCsvRoutes = [
  campaignCsv({
    table: 'rewards',
    who: 'owner',
    permission: 'canManageRewards',
    rules: 'R41',
    columns: () => columns,
    pages: ({ deps, access }) => onePage(rewardsOf(deps.db, access.campaignId, ALL_REWARDS)),
  }),
]
