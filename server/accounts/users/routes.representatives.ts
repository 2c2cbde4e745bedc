import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import { Representative, RepresentativeForm } from '#domain/schemas/representative.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute, defineRoute } from '#server/accounts/deps.ts'
import { onePage, timeColumn } from '#server/platform/csv/csv.ts'
import { IdParams, type Route } from '#server/platform/http/http.ts'
import {
  confirmRepresentative,
  listRepresentatives,
  proposeRepresentative,
  removeRepresentative,
} from './actions.roles.ts'

const columns: CsvColumn<Representative>[] = [
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Email', ({ email }) => email],
  ['State', ({ state }) => state],
  timeColumn('Since', 'UTC', ({ grantedAt }) => grantedAt),
]

export const representativeRoutes: Route[] = [
  csvRoute({
    path: '/api/representatives.csv',
    who: 'representative',
    summary: 'Who works for the provider as a CSV file',
    rules: 'R29, R51',
    open: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      const pages = onePage(listRepresentatives(deps.db, deps.clock.now(), actor))
      return { table: 'representatives', columns, pages }
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
