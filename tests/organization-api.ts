/** An organization with its owner, and two representatives. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import { organizationRoutes } from '#server/accounts/organizations/routes.ts'
import { sql } from '#server/platform/db/database.ts'
import { deliveredMails } from '#tests/mails.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'

export let api: NounApi
export let owner: string
export let id: string
export let representative: string
export let second: string

/** Opens the API once, and a new organization for each test. */
export function setUpOrganization(): void {
  beforeAll(async () => {
    api = await createNounApi(organizationRoutes)
    representative = await api.addRepresentative()
    second = await api.addRepresentative()
  })
  beforeEach(async () => {
    owner = await api.addUser()
    id = await api.addOrganization(owner, { name: 'Waco Wolves' })
    // Invitations are mailed at once if a campaign was activated (R44).
    await api.addCampaign(id)
  })
  afterAll(() => api.close())
}

export const path = (rest = '') => `/api/organizations/${id}${rest}`
export const call = (method: string, rest: string, as: string | null, body?: unknown, headers = {}) =>
  api.call(method, path(rest), { as, headers, ...(body === undefined ? {} : { body }) })
export const managed = async (as = owner) => {
  const reply = await call('GET', '', as)
  expect(reply.status).toBe(200)
  return reply.body as ManagedOrganization
}
export const fieldsOf = ({ body }: { body: unknown }) => (body as { fields?: object }).fields
export const mailsTo = (email: string) => deliveredMails(api.db, sql`to_address = ${email}`)
