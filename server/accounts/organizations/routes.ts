import { z } from 'zod'
import {
  Member,
  MemberForm,
  OrganizationForm,
  OrganizationListItem,
  OrganizationUpdate,
  OwnOrganization,
} from '#domain/schemas/organization.ts'
import { PageQuery } from '#domain/schemas/page.ts'
import { defineRoute } from '#server/accounts/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { pageHeaders } from '#server/platform/lists/paged-route.ts'
import { createOrganization, lowerRole, removeMember, updateOrganization } from './actions.ts'
import { logoRoutes } from './routes.logo.ts'
import { peopleRoutes } from './routes.people.ts'
import { countOrganizations, readOrganizations } from './store.ts'

const OwnListItem = OrganizationListItem.extend({ organizations: OwnOrganization })

const ListQuery = z
  .object({ search: z.string().max(200, 'Use at most 200 characters').optional() })
  .extend(PageQuery.shape)

export const organizationRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/organizations/all',
    who: 'signed-in',
    summary: 'Organizations with their earliest owner: all to representatives, their own to everyone else',
    rules: 'R24, R25, R51',
    query: ListQuery,
    response: z.array(OwnListItem),
    handle: async ({ deps, actor, query, c }) => {
      const search = query.search?.trim() || null
      const filter = { actor, search }
      const [items, count] = await Promise.all([
        readOrganizations(deps.db, filter, { limit: query.limit, beforeId: query.cursor ?? null }),
        countOrganizations(deps.db, filter),
      ])
      const rows = items.map(({ organizations }) => organizations)
      for (const [name, value] of Object.entries(pageHeaders(c.req.path, query, rows, count)))
        c.header(name, value)
      return items
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/organizations',
    who: 'signed-in',
    summary: 'Create an organization and own it',
    rules: 'R22, R24',
    creates: true,
    body: OrganizationForm,
    response: OwnOrganization,
    handle: ({ deps, transact, actor, body }) => createOrganization(deps, transact, actor, body),
  }),
  defineRoute({
    method: 'put',
    path: '/api/organizations/{id}',
    who: 'owner',
    summary: 'Change an organization',
    rules: 'R25',
    params: IdParams,
    body: OrganizationUpdate,
    response: OwnOrganization,
    handle: ({ deps, transact, actor, params, body, ifMatch }) =>
      updateOrganization(deps, transact, actor, { id: params.id, ifMatch }, body as never),
  }),
  defineRoute({
    method: 'post',
    path: '/api/organizations/{id}/members',
    who: 'owner',
    summary: 'Make an owner a scorer; people join, and become owners, by accepting an invitation',
    rules: 'R25',
    creates: true,
    params: IdParams,
    body: MemberForm,
    response: Member,
    handle: ({ deps, transact, actor, params, body }) => lowerRole(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/organizations/{id}/members/{userId}',
    who: 'owner',
    summary: 'Remove a member, never the last owner',
    rules: 'R25',
    params: IdParams.extend({ userId: z.uuid('Not an id') }),
    handle: ({ deps, transact, actor, params }) => removeMember(deps, transact, actor, params),
  }),
  ...logoRoutes,
  ...peopleRoutes,
]
