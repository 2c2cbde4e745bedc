/** R59: guest pledges do not mail any number of strangers, from one network or on behalf of one organization. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GuestHeld, GuestStarted } from '#domain/schemas/guest-pledge.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Answer, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { openSeason, type Season, setUpOrganization } from '#tests/fixtures.ts'
import { anEmail, begin, callFrom, guestMails, holdBody, stateOf, typeCard } from '#tests/guests.ts'

let app: TestApp
let season: Season
let organizationId: string
beforeAll(async () => {
  app = await createTestApp({
    now: '2026-09-01T16:00:00Z',
    env: { GUEST_MAILS_PER_ADDRESS_PER_MINUTE: '60' },
  })
})
beforeEach(async () => {
  const org = await setUpOrganization(app)
  organizationId = org.organizationId
  season = await openSeason(org)
})
afterAll(() => app.close())

const CHECK = {
  firstName: 'Rosa',
  lastName: 'Diaz',
  paymentMethod: 'check',
  contact: {
    phone: '541-555-0100',
    streetAddress1: '1 Main St',
    streetAddress2: null,
    city: 'Bend',
    state: 'OR',
    zip: '97701',
  },
}
type Held = { id: string; secret: string; email: string; answer: Answer<GuestHeld & { message: string }> }

async function hold(started: GuestStarted, address: string | null, card: string | null): Promise<Held> {
  const email = anEmail()
  const body = holdBody(season, started, { email, more: card === null ? CHECK : {} }, card)
  const id = started.id
  const secret = started.secret
  return { id, secret, email, answer: await callFrom(app, address, `/api/guest-pledges/${id}/holding`, body) }
}
async function byCheck(address: string | null = null): Promise<Held> {
  const path = `${season.path}/guest-pledges`
  return hold(
    expectStatus(await callFrom<GuestStarted>(app, address, path, { isByInvoice: true }), 201),
    address,
    null,
  )
}
async function byCard(address: string | null = null): Promise<Held> {
  const started = await begin(app, season, address)
  const card = expectStatus(await typeCard(app, started.setup?.clientSecret ?? ''), 201)
  return hold(started, address, card.stripePaymentMethodId)
}
const mailAgain = ({ id, secret }: Held, address: string | null = null) =>
  callFrom<{ message: string }>(app, address, `/api/guest-pledges/${id}/mails`, { secret, email: anEmail() })
const statusesOf = (held: readonly Held[]) => held.map(({ answer }) => answer.status)
/** As if so many had been mailed for the organization a minute ago. */
const mailed = (count: number, hasCard: boolean) =>
  app.deps.db.query(sql`
    insert into guest_mailboxes (mailbox, mailed_at, organization_id, has_card)
    select sha256(n::text::bytea), ${new Date(app.clock.now().getTime() - 60_000)}, ${organizationId}, ${hasCard}
    from generate_series(1, ${count}::integer) n
  `)

async function expectNothingLost({ id, email, answer }: Held): Promise<void> {
  expect(answer.status).toBe(429)
  expect(await stateOf(app, id)).toBe('started')
  expect(await guestMails(app, email)).toEqual([])
}

describe('from one network', () => {
  it('a mail without a card counts twenty times as much as one with a card', async () => {
    const held = [await byCheck('198.51.100.1'), await byCheck('198.51.100.1')]
    for (let nth = 0; nth < 19; nth += 1) held.push(await byCard('198.51.100.1'))
    expect(new Set(statusesOf(held))).toEqual(new Set([200]))
    await expectNothingLost(await byCheck('198.51.100.1'))
    expect((await byCheck('198.51.100.2')).answer.status).toBe(200)
  })

  it('mailing again, to another address, counts as well', async () => {
    const held = [await byCheck('198.51.100.3'), await byCheck('198.51.100.3'), await byCheck('198.51.100.3')]
    expect(statusesOf(held)).toEqual([200, 200, 200])
    expect((await mailAgain(held[0] as Held, '198.51.100.3')).status).toBe(429)
  })
})

describe('for one organization, in any 24 hours', () => {
  it('400 mails leave without a card, also at the same moment; who pays by card is mailed', async () => {
    await mailed(398, false)
    const first = await byCheck()
    expect(first.answer.status).toBe(200)
    const both = await Promise.all([byCheck(), byCheck()])
    expect(statusesOf(both).sort()).toEqual([200, 429])
    const refused = both.find(({ answer }) => answer.status === 429) as Held
    await expectNothingLost(refused)
    expect(refused.answer.body.message).toBe(
      'We can’t email more guests of this organization today. Pay by card or sign up to pledge now, or try again tomorrow.',
    )
    expect((await mailAgain(first)).status).toBe(429)
    expect((await byCard()).answer.status).toBe(200)
    app.clock.advance({ hours: 24, minutes: 1 })
    expect((await byCheck()).answer.status).toBe(200)
  })

  it('10,000 mails leave in all: twice a stadium', async () => {
    await mailed(9_999, true)
    expect((await byCard()).answer.status).toBe(200)
    const refused = await byCard()
    await expectNothingLost(refused)
    expect(refused.answer.body.message).toContain('Sign up to pledge now, or try again tomorrow')
  })
})

it('the unit of a statistic contains no link', async () => {
  const path = `${season.path}/statistics/${season.statistics.goals.id}`
  const representative = await app.representative()
  const link = { unitName: 'goal, see evil.ai' }
  expect(await representative.put(path, link)).toMatchObject({
    status: 400,
    body: { fields: { unitName: expect.stringContaining('Leave out links') } },
  })
  await app.deps.db.query(
    sql`update statistics set unit_name = ${link.unitName} where id = ${season.statistics.goals.id}`,
  )
  expectStatus(await representative.put(path, { ...link, description: 'By us' }), 200)
  expectStatus(await representative.put(path, { unitName: 'goal' }), 200)
})
