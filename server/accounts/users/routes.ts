import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import { PageQuery } from '#domain/schemas/error.ts'
import { Representative, RepresentativeForm } from '#domain/schemas/representative.ts'
import { ProfileChange, ProfileForm, User, UserCampaign } from '#domain/schemas/user.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute, defineRoute, pagedRoute } from '#server/accounts/deps.ts'
import { onePage, timeColumn } from '#server/platform/csv/csv.ts'
import { IdParams, type Route } from '#server/platform/http/http.ts'
import { exportOf } from './data-export.ts'
import { erasePledge } from './deletion.ts'
import { changeProfile, readUser, saveProfile } from './profile.ts'
import {
  confirmRepresentative,
  listRepresentatives,
  proposeRepresentative,
  removeRepresentative,
} from './roles.ts'
import { campaignsOf, countCampaignsOf } from './store.ts'

const representativeColumns: CsvColumn<Representative>[] = [
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Email', ({ email }) => email],
  ['State', ({ state }) => state],
  timeColumn('Since', 'UTC', ({ grantedAt }) => grantedAt),
]

const representativeRoutes: Route[] = [
  csvRoute({
    path: '/api/representatives.csv',
    who: 'representative',
    summary: 'Who works for the provider as a CSV file',
    rules: 'R29, R51',
    open: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      const pages = onePage(listRepresentatives(deps.db, deps.clock.now(), actor))
      return { table: 'representatives', columns: representativeColumns, pages }
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/representatives',
    who: 'representative',
    summary: 'Who works for the provider, and who is proposed',
    rules: 'R29',
    response: z.array(Representative),
    handle: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      return listRepresentatives(deps.db, deps.clock.now(), actor)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/representatives',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Propose a person with a confirmed address as a representative; a second one confirms it',
    rules: 'R29: audited, mailed to all; never oneself',
    creates: true,
    body: RepresentativeForm,
    response: Representative,
    handle: async ({ deps, transact, actor, body }) => {
      await demandRepresentative(deps.db, actor)
      const { clock, config } = deps
      return proposeRepresentative({ transact, clock, actor, appUrl: config.appUrl }, body.email)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/representatives/{id}/confirmation',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Confirm a proposed representative, as a second person',
    rules: 'R29: audited, mailed to all',
    creates: true,
    params: IdParams,
    response: Representative,
    handle: async ({ deps, transact, actor, params }) => {
      await demandRepresentative(deps.db, actor)
      const { clock, config } = deps
      return confirmRepresentative({ transact, clock, actor, appUrl: config.appUrl }, params.id)
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/representatives/{id}',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Take the role away, or withdraw a proposal',
    rules: "R29: audited, mailed to all; never one's own, never the last",
    params: IdParams,
    handle: async ({ deps, transact, actor, params }) => {
      await demandRepresentative(deps.db, actor)
      const { clock, config } = deps
      await removeRepresentative({ transact, clock, actor, appUrl: config.appUrl }, params.id)
    },
  }),
]

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
    keys: 'any',
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
