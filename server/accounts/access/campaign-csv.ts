import type { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import type { Permissions } from '#domain/schemas/campaign.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { csvRoutesWith, type Pages } from '#server/platform/csv/csv.ts'
import type { Actor } from '#server/platform/deps.ts'
import { IdParams, type Route, type Who } from '#server/platform/http/http.ts'
import { type Access, accessWith } from './access.ts'

type Given<Q, D> = { deps: D; actor: Actor; access: Access; query: Q }
type CampaignTable<Row, Q extends z.ZodType, D> = {
  table: string
  who: Who
  /** The same permission as for the table on the screen. */
  permission: keyof Permissions
  rules: string
  /** The filter on the screen. */
  query?: Q
  columns: (access: Access) => readonly CsvColumn<Row>[]
  pages: (given: Given<z.output<Q>, D>) => Pages<Row>
}

/** A table of the management screen as a file. */
export const campaignCsvWith =
  <D extends Deps>() =>
  <Row, Q extends z.ZodType = z.ZodUndefined>({
    table,
    who,
    permission,
    rules,
    query,
    columns,
    pages,
  }: CampaignTable<Row, Q, D>): Route =>
    csvRoutesWith<D>()({
      path: `/api/dashboard/campaigns/{id}/${table}.csv`,
      who,
      summary: `The table of ${table} as a CSV file, all of it`,
      rules,
      params: IdParams,
      ...(query ? { query } : {}),
      open: async ({ deps, actor, params, query: asked }) => {
        const access = await accessWith(deps.db, actor, params.id, permission)
        const given = { deps, actor, access, query: asked as z.output<Q> }
        const file = { of: access.campaignName, table, timeZone: access.timeZone }
        return { ...file, columns: columns(access), pages: pages(given) }
      },
    })
