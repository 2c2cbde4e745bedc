import type { CsvColumn } from '#domain/csv.ts'
import type { Reward } from '#domain/schemas/reward.ts'
import { onePage } from '#server/platform/csv/csv.ts'
import { campaignCsv } from '#server/season/deps.ts'
import { ALL_REWARDS, rewardsOf } from './queries.ts'

const columns: CsvColumn<Reward>[] = [
  ['Reward', ({ title }) => title],
  ['Type', ({ type }) => type],
  ['Description', ({ description }) => description],
  ['Threshold (USD)', ({ threshold }) => threshold],
  ['Max winners', ({ maxWinners }) => maxWinners],
  ['Prize', ({ prizeDetails }) => prizeDetails],
  ['Qualification', ({ qualificationCriteria }) => qualificationCriteria],
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
