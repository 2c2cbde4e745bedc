import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import { PageQuery } from '#domain/schemas/page.ts'
import { ProfileChange, ProfileForm, User, UserCampaign } from '#domain/schemas/user.ts'
import { defineRoute, pagedRoute } from '#server/accounts/deps.ts'
import { IdParams, type Route } from '#server/platform/http/http.ts'

import { erasePledge } from './actions.pledge-erasure.ts'
import { changeProfile, readUser, saveProfile } from './actions.ts'
import { representativeRoutes } from './routes.representatives.ts'
import { exportOf } from './store.export.ts'
import { campaignsOf, countCampaignsOf } from './store.ts'

const CampaignSearch = z.object({
  search: z.string().trim().max(200, 'Use at most 200 characters').optional(),
})

/** A part of a name, with LIKE's special characters matched literally. */
const containing = (search: string | undefined): string | null =>
  search ? `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%` : null

const columns: CsvColumn<UserCampaign>[] = [
  ['Campaign', ({ name }) => name],
  ['Organization', ({ organizationName }) => organizationName],
  ['Status', ({ status }) => status],
]

export const userRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/auth/user',
    who: 'signed-in',
    summary: 'Who is signed in',
    response: User,
    handle: ({ deps, actor }) => readUser(deps.db, actor),
  }),
  defineRoute({
    method: 'put',
    path: '/api/auth/user',
    who: 'signed-in',
    summary: "Change the caller's own profile; never the email address",
    rules: 'R48',
    body: ProfileChange,
    response: User,
    handle: ({ deps, transact, actor, ifMatch, body }) =>
      changeProfile({ deps, transact }, actor, ifMatch, body),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/pledges/{id}/details',
    who: 'signed-in',
    summary: 'Erase the name and address kept with one’s own pledge, once nothing on it is open',
    rules: 'R45',
    params: IdParams,
    handle: ({ deps, transact, actor, params }) => erasePledge(deps, transact, actor, params.id),
  }),
  defineRoute({
    method: 'get',
    path: '/api/auth/user/data',
    who: 'signed-in',
    summary: 'All that is kept about the caller, as a file',
    rules: 'R45',
    produces: 'application/json',
    handle: async ({ deps, actor }) =>
      new Response(JSON.stringify(await exportOf(deps.db, actor.userId), null, 2), {
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Disposition': 'attachment; filename="my-data.json"',
          'Cache-Control': 'private, no-store',
          Vary: 'Authorization',
        },
      }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/users',
    who: 'signed-in',
    summary: "Fill in the caller's own profile",
    rules: 'R48',
    creates: true,
    body: ProfileForm,
    response: User,
    handle: ({ deps, transact, actor, body }) => saveProfile({ deps, transact }, actor, body),
  }),
  ...pagedRoute({
    path: '/api/user/campaigns',
    who: 'signed-in',
    summary: "Campaigns of the caller's organizations, newest first; all of them for a representative",
    rules: 'R23, R51',
    query: CampaignSearch.extend(PageQuery.shape),
    row: UserCampaign,
    open: ({ deps, actor, query }) => {
      const search = containing(query.search)
      return {
        read: (page) => campaignsOf(deps.db, actor, { ...page, search }),
        count: () => countCampaignsOf(deps.db, actor, search),
      }
    },
    file: {
      summary: "Campaigns of the caller's organizations as a CSV file; all of them for a representative",
      rules: 'R23, R51',
      query: CampaignSearch,
      table: 'campaigns',
      columns: () => columns,
    },
  }),
  ...representativeRoutes,
]
