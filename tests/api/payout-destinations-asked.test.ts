/** R38: where no payout destination is set, one press mails the owners where they propose one. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DestinationRequest } from '#domain/schemas/payout.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { CHECK_DESTINATION, overviewOf, setDestination } from '#tests/payouts.ts'

let app: TestApp
let org: TestOrganization

beforeEach(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
})
afterEach(() => closeWithBooksInOrder(app))

async function collect(to: TestOrganization): Promise<void> {
  await givenSeason({
    org: to,
    pledges: [{ lines: { gift: '40.00' } }],
    billed: 'progress',
  })
}
const ask = () => org.representative.post<DestinationRequest>('/api/payouts/destination-requests')
const mails = () =>
  app.deps.db.query<{ to: string; text: string }>(
    sql`select to_address as to, text_body as text from mails where kind = 'payout_destination' order by id`,
  )
const lacking = async () => (await overviewOf(org)).withoutDestination

it('organizations that are owed something and have none are counted', async () => {
  expect(await lacking()).toEqual({ organizations: 0, toAsk: 0, lastAskedAt: null })
  await collect(org)
  expect(await lacking()).toEqual({ organizations: 1, toAsk: 1, lastAskedAt: null })
  await setDestination(org)
  expect(await lacking()).toEqual({ organizations: 0, toAsk: 0, lastAskedAt: null })
})

it('their owners are mailed the link, and not again within seven days', async () => {
  await collect(org)
  expect(expectStatus(await ask(), 201)).toEqual({ organizations: 1, owners: 1 })
  const [mail] = await mails()
  expect(mail?.to).toBe(org.owner.email)
  expect(mail?.text).toContain(`/dashboard/organizations/${org.organizationId}#payout-destination`)
  expect(await lacking()).toMatchObject({ toAsk: 0, lastAskedAt: app.clock.now().toISOString() })
  app.clock.advance({ days: 6 })
  expect(await ask()).toMatchObject({ status: 409, body: { message: expect.stringContaining('7 days') } })
  app.clock.advance({ days: 1 })
  expectStatus(await ask(), 201)
  expect(await mails()).toHaveLength(2)
})

it('an owner of two such organizations gets one mail about both', async () => {
  const other = await setUpOrganization(app, 'Bay High Boosters')
  await app.deps.db.query(sql`
    update organization_members set user_id = ${org.owner.userId}
     where organization_id = ${other.organizationId} and role = 'owner'`)
  await collect(org)
  await collect({ ...other, owner: org.owner })
  expect(expectStatus(await ask(), 201)).toEqual({ organizations: 2, owners: 1 })
  const sent = await mails()
  expect(sent.map(({ to }) => to)).toEqual([org.owner.email])
  expect(sent[0]?.text).toContain('Bay High Boosters')
})

it('the owner proposes one there, and one representative approves it', async () => {
  await collect(org)
  const path = `/api/organizations/${org.organizationId}/payout-destinations`
  const { id } = expectStatus(await org.owner.post<{ id: string }>(path, CHECK_DESTINATION), 201)
  expect(await lacking()).toMatchObject({ organizations: 1, toAsk: 0 })
  expectStatus(await org.representative.post(`${path}/${id}/approval`), 201)
  expect(await lacking()).toMatchObject({ organizations: 0 })
})
