import type { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { IMAGE_LIMITS } from '#domain/campaigns/image-limits.ts'
import type { CsvColumn } from '#domain/csv.ts'
import { PageQuery } from '#domain/schemas/error.ts'
import {
  type ManagedOrganization,
  Member,
  MemberForm,
  OrganizationForm,
  OrganizationListItem,
  OrganizationUpdate,
  OwnOrganization,
} from '#domain/schemas/organization.ts'
import { csvRoute, type Deps, defineRoute } from '#server/accounts/deps.ts'
import { onePage, timeColumn } from '#server/platform/csv/csv.ts'
import { IdParams, NO_SNIFFING } from '#server/platform/http/http.ts'
import { pageHeaders } from '#server/platform/lists/paged-route.ts'
import { changeRole, createOrganization, removeMember, updateOrganization } from './edit.ts'
import { readLogo, removeLogo, setLogo } from './logo.ts'
import { managedOrganization, managesOrganization } from './owners.ts'
import { peopleRoutes } from './people-routes.ts'
import { countOrganizations, readOrganizations } from './store.ts'

const logoRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/organizations/{id}/logo',
    who: 'owner',
    summary: 'Upload the logo: the file itself is the body, JPEG, PNG, WebP or AVIF, at most 15 MB',
    rules: 'R25, R63',
    creates: true,
    params: IdParams,
    upload: { type: 'image/*', mostBytes: IMAGE_LIMITS.mostBytes },
    response: OwnOrganization,
    handle: ({ deps, transact, actor, params, file }) => setLogo(deps, transact, actor, params.id, file),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/organizations/{id}/logo',
    who: 'owner',
    summary: 'Remove the logo; the drawn crest is shown again',
    rules: 'R25, R63',
    params: IdParams,
    handle: ({ deps, transact, actor, params }) => removeLogo(deps, transact, actor, params.id),
  }),
]

const SHOWN = {
  ...NO_SNIFFING,
  'content-type': 'image/png',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
}

/** Logos as pages show them. Only names that we could have generated are looked up. */
export function mountLogos(app: OpenAPIHono, deps: Pick<Deps, 'files'>): void {
  app.get('/logos/*', async (c) => {
    const bytes = await readLogo(deps, c.req.path)
    return bytes ? new Response(bytes, { headers: SHOWN }) : c.text('There is no such logo', 404, NO_SNIFFING)
  })
}

type Person = {
  firstName: string | null
  lastName: string | null
  email: string
  role: string
  state: 'in' | 'invited' | 'invitation expired'
  /** When they joined the organization, or were invited. */
  since: string
}

const peopleOf = ({ members, invitations }: ManagedOrganization): Person[] => [
  ...members.map((member): Person => ({ ...member, state: 'in' })),
  ...invitations.map(
    ({ email, role, createdAt, isExpired }): Person => ({
      firstName: null,
      lastName: null,
      email,
      role,
      since: createdAt,
      state: isExpired ? 'invitation expired' : 'invited',
    }),
  ),
]

const columns = (timeZone: string): CsvColumn<Person>[] => [
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Email', ({ email }) => email],
  ['Role', ({ role }) => role],
  ['State', ({ state }) => state],
  timeColumn('Since', timeZone, ({ since }) => since),
]

export const organizationCsvRoutes = [
  csvRoute({
    path: '/api/organizations/{id}/people.csv',
    who: 'owner',
    summary: "An organization's people and open invitations as a CSV file",
    rules: 'R25, R27, R51',
    params: IdParams,
    open: async ({ deps, actor, params }) => {
      await managesOrganization(deps.db, actor, params.id)
      const managed = await managedOrganization(deps, actor, params.id)
      const { name, timeZone } = managed.organization
      const pages = onePage(Promise.resolve(peopleOf(managed)))
      return { of: name, table: 'people', timeZone, columns: columns(timeZone), pages }
    },
  }),
]

const OwnListItem = OrganizationListItem.extend({ organizations: OwnOrganization })

const ListQuery = z
  .object({ search: z.string().max(200, 'Use at most 200 characters').optional() })
  .extend(PageQuery.shape)

export const organizationRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/organizations/all',
    who: 'signed-in',
    keys: 'any',
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
    needsSecondStep: true,
    summary: 'Give a member another role; people join, and become owners, by accepting an invitation',
    rules: 'R25, R29',
    creates: true,
    params: IdParams,
    body: MemberForm,
    response: Member,
    handle: ({ deps, transact, actor, params, body }) => changeRole(deps, transact, actor, params.id, body),
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
