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

/**
 * The tiles above the list (R51). A list short enough to add up by hand is summed from the campaigns' own rows, as
 * everywhere (R11); a longer one from their ranks, which follow within two seconds.
 */
export async function readSummary(db: Db, scope: Scope, filter: Filter): Promise<CampaignSummary> {
  const { matches, rows } = await readTemplates(db, scope, filter)
  const templates = [...new Set(rows.map(({ template }) => template))].sort()
  const campaigns = sum(rows, 'count')
  const { pledgedCents, supporters } =
    campaigns <= MAX_SUMMED_BY_ROWS
      ? await sumRows(db, scope, filter, matches)
      : { pledgedCents: sum(rows, 'pledgedCents'), supporters: sum(rows, 'supporters') }
  return {
    campaigns,
    totalPledged: toDecimal(cents(pledgedCents)),
    supporters,
    campaignTypes: templates.length,
    templates,
  }
}

type Found = { matches: (Match | null)[]; rows: TemplateRow[] }

/** Exact matches, plus those with a typo if they are few, as in the list. */
async function readTemplates(db: Db, scope: Scope, filter: Filter): Promise<Found> {
  const typed = filter.search?.trim()
  if (!typed) return { matches: [null], rows: await byTemplate(db, scope, filter, null) }
  const words = await readWords(db, typed)
  if (words.length === 0) return { matches: [], rows: [] }
  const exact = exactly(words)
  const rows = await byTemplate(db, scope, filter, exact)
  const near = sum(rows, 'count') < FEW ? await forgivingly(db, words) : null
  if (!near) return { matches: [exact], rows }
  return { matches: [exact, near], rows: [...rows, ...(await byTemplate(db, scope, filter, near))] }
}

const byTemplate = (db: Db, scope: Scope, filter: Filter, match: Match | null): Promise<TemplateRow[]> =>
  db.query<TemplateRow>(sql`
    select
      template,
      count(*) as count,
      sum(pledged_cents)::bigint as pledged_cents,
      sum(supporters_count)::bigint as supporters
    from (
      ${inScope(scope, filter, match, sql.raw('r.template, r.pledged_cents, r.supporters_count'))}
    ) found
    group by template
  `)

async function sumRows(
  db: Db,
  scope: Scope,
  filter: Filter,
  matches: readonly (Match | null)[],
): Promise<Sums> {
  const sums = await Promise.all(
    matches.map(async (match) =>
      only(
        await db.query<Sums>(sql`
          select
            coalesce(sum(t.pledged_cents), 0)::bigint as pledged_cents,
            coalesce(sum(t.supporters_count), 0)::bigint as supporters
          from (${inScope(scope, filter, match, sql.raw('r.campaign_id'))}) found
          join campaign_totals t on t.campaign_id = found.campaign_id
        `),
      ),
    ),
  )
  return { pledgedCents: sum(sums, 'pledgedCents'), supporters: sum(sums, 'supporters') }
}

const sum = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((total, row) => total + row[key], 0)
