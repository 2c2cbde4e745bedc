import { cents, toDecimal } from '#domain/money.ts'
import type { CampaignSummary } from '#domain/schemas/campaign.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import type { Scope } from './list-scope.ts'
import { exactly, FEW, forgivingly, type Match, readWords } from './list-search.ts'
import { type Filter, inScope } from './list-store.ts'

type TemplateRow = {
  template: CampaignSummary['templates'][number]
  count: number
  pledgedCents: number
  supporters: number
}
type Sums = { pledgedCents: number; supporters: number }

/** Up to this many campaigns are summed from their own rows; larger lists are summed from their ranks, in milliseconds. */
const MAX_SUMMED_BY_ROWS = 1_000

/** The kind of money that the site does not use now; null: no campaign has it. */
type Other = 'live' | 'sandbox' | null

/**
 * The tiles above the list (R51), of the site's own kind of money: test money is never added to real money (R39). A list short enough to add up by hand is summed from the campaigns' own rows, as
 * everywhere (R11); a longer one from their ranks, which follow within two seconds.
 */
export async function readSummary(
  db: Db,
  scope: Scope,
  filter: Filter & { isLive: boolean },
): Promise<CampaignSummary> {
  const other = await otherMoney(db, filter.isLive)
  const { matches, rows } = await readTemplates(db, scope, filter, other)
  const templates = [...new Set(rows.map(({ template }) => template))].sort()
  const campaigns = sum(rows, 'count')
  const { pledgedCents, supporters } =
    campaigns <= MAX_SUMMED_BY_ROWS
      ? await sumRows(db, scope, filter, { matches, other })
      : { pledgedCents: sum(rows, 'pledgedCents'), supporters: sum(rows, 'supporters') }
  return {
    campaigns,
    totalPledged: toDecimal(cents(pledgedCents)),
    supporters,
    campaignTypes: templates.length,
    templates,
  }
}

async function otherMoney(db: Db, isLive: boolean): Promise<Other> {
  const other = isLive ? 'sandbox' : 'live'
  const rows = await db.query(sql`select 1 as one from campaigns where money_mode = ${other} limit 1`)
  return rows.length > 0 ? other : null
}

/** Without another kind of money, sums of all campaigns are read from their index alone. */
const leavingOut = (other: Other) => ({
  key: sql.raw(other === null ? '' : ', r.campaign_id'),
  where:
    other === null
      ? sql``
      : sql`
        where not exists (
          select from campaigns m
          where m.id = found.campaign_id
            and m.money_mode = ${other}
        )
      `,
})

type Found = { matches: (Match | null)[]; rows: TemplateRow[] }

/** Exact matches, plus those with a typo if they are few, as in the list. */
async function readTemplates(db: Db, scope: Scope, filter: Filter, other: Other): Promise<Found> {
  const read = (match: Match | null) => byTemplate(db, scope, filter, { match, other })
  const typed = filter.search?.trim()
  if (!typed) return { matches: [null], rows: await read(null) }
  const words = await readWords(db, typed)
  if (words.length === 0) return { matches: [], rows: [] }
  const exact = exactly(words)
  const rows = await read(exact)
  const near = sum(rows, 'count') < FEW ? await forgivingly(db, words) : null
  if (!near) return { matches: [exact], rows }
  return { matches: [exact, near], rows: [...rows, ...(await read(near))] }
}

function byTemplate(
  db: Db,
  scope: Scope,
  filter: Filter,
  { match, other }: { match: Match | null; other: Other },
): Promise<TemplateRow[]> {
  const { key, where } = leavingOut(other)
  return db.query<TemplateRow>(sql`
    select
      template,
      count(*) as count,
      sum(pledged_cents)::bigint as pledged_cents,
      sum(supporters_count)::bigint as supporters
    from (
      ${inScope(scope, filter, match, sql`r.template, r.pledged_cents, r.supporters_count${key}`)}
    ) found
    ${where}
    group by template
  `)
}

async function sumRows(
  db: Db,
  scope: Scope,
  filter: Filter,
  { matches, other }: { matches: readonly (Match | null)[]; other: Other },
): Promise<Sums> {
  const { where } = leavingOut(other)
  const sums = await Promise.all(
    matches.map(async (match) =>
      only(
        await db.query<Sums>(sql`
          select
            coalesce(sum(t.pledged_cents), 0)::bigint as pledged_cents,
            coalesce(sum(t.supporters_count), 0)::bigint as supporters
          from (${inScope(scope, filter, match, sql.raw('r.campaign_id'))}) found
          join campaign_totals t on t.campaign_id = found.campaign_id
          ${where}
        `),
      ),
    ),
  )
  return { pledgedCents: sum(sums, 'pledgedCents'), supporters: sum(sums, 'supporters') }
}

const sum = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((total, row) => total + row[key], 0)
