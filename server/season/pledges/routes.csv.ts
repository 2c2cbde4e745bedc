import type { CsvColumn } from '#domain/csv.ts'
import type { UserPledge } from '#domain/schemas/pledge.ts'
import { dateIn } from '#domain/zone.ts'
import { campaignCsv } from '#server/accounts/access/index.ts'
import { answerCsv, pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { defineRoute } from '#server/platform/http/http.ts'
import { ownPledges } from './actions.own.ts'
import { type ListedPledge, pledgesOf } from './queries.ts'

const idOf = ({ id }: { id: string }): string => id

/** Nobody is named, not even to managers (R26). */
const supporters = (timeZone: string): CsvColumn<ListedPledge>[] => [
  { head: 'Supporter', of: () => 'Anonymous Supporter' },
  { head: 'Number', of: ({ number }) => number },
  { head: 'Pledge type', of: ({ pledgeType }) => pledgeType },
  { head: 'Amount (USD)', of: ({ totalAmountDue }) => totalAmountDue },
  { head: 'Status', of: ({ status }) => status },
  timeColumn('Date', timeZone, ({ createdAt }) => createdAt),
  { head: 'Note', of: ({ note }) => note },
]

const own: CsvColumn<UserPledge>[] = [
  { head: 'Campaign', of: ({ campaignName }) => campaignName },
  { head: 'Pledge type', of: ({ pledgeType }) => pledgeType },
  { head: 'Amount (USD)', of: ({ amount }) => amount },
  { head: 'Status', of: ({ status, isHeld }) => (isHeld ? 'held' : status) },
  timeColumn('Date', 'UTC', ({ createdAt }) => createdAt),
  // Campaigns in several zones: each pledge has the day that its own page has (R22).
  { head: 'Pledged on', of: ({ timeZone, createdAt }) => dateIn(timeZone, new Date(createdAt)) },
]

export const pledgeCsvRoutes = [
  campaignCsv({
    table: 'supporters',
    who: 'owner',
    permission: 'canManageStatistics',
    rules: 'R26, R51: never by name',
    columns: ({ timeZone }) => supporters(timeZone),
    pages: ({ deps, access: { campaignId } }) =>
      pagesOf((page) => pledgesOf(deps.db, campaignId, page), idOf),
  }),
  defineRoute({
    method: 'get',
    path: '/api/user/pledges.csv',
    who: 'signed-in',
    summary: "The caller's own pledges as a CSV file",
    rules: 'R27, R51',
    produces: 'text/csv',
    handle: ({ deps, actor, c }) =>
      answerCsv(c, deps, {
        ...{ of: null, table: 'my-pledges', timeZone: 'UTC' },
        columns: own,
        pages: pagesOf((page) => ownPledges(deps.db, actor.userId, page), idOf),
      }),
  }),
]
