/** R44: names contain no links, and one from before the rule was stricter does not keep anyone from editing the rest. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { CAMPAIGN, type Season, STATISTICS, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

const OLD = 'Boosters at evil.ai'
const NEW = 'Refund at paypal-refund.store'
const REFUSED = { status: 400, body: { fields: { name: expect.stringContaining('Leave out links') } } }

let app: TestApp
let season: Season
let organization: TestOrganization
const event = { name: 'vs. Lincoln', eventType: 'game', startTime: '2026-10-01T23:00:00.000Z' }
let eventId: string

beforeAll(async () => {
  ;({ app, season, org: organization } = await givenSeason({ now: '2026-09-01T16:00:00Z', isDraft: true }))
  const made = await organization.owner.post<{ id: string }>(`${season.path}/events`, event)
  eventId = expectStatus(made, 201).id
  const { id } = season
  await app.deps.db.query(sql`update campaigns set name = ${OLD} where id = ${id}`)
  await app.deps.db.query(sql`update statistics set name = ${OLD} where campaign_id = ${id}`)
  await app.deps.db.query(sql`update events set name = ${OLD} where campaign_id = ${id}`)
})
afterAll(() => app.close())

it('a new campaign, statistic or event with a link in its name is refused', async () => {
  const { owner, organizationId } = organization
  expect(await owner.post('/api/campaigns', { ...CAMPAIGN, organizationId, name: NEW })).toMatchObject(
    REFUSED,
  )
  expect(await owner.post(`${season.path}/statistics`, { ...STATISTICS.goals, name: NEW })).toMatchObject(
    REFUSED,
  )
  expect(await owner.post(`${season.path}/events`, { ...event, name: NEW })).toMatchObject(REFUSED)
})

it.each([
  ['a campaign', () => season.path, { aboutThisCampaign: 'For the lights' }],
  ['a statistic', () => `${season.path}/statistics/${season.statistics.goals.id}`, { description: 'By us' }],
  ['an event', () => `${season.path}/events/${eventId}`, { location: 'Field 2' }],
])(
  '%s with an old link in its name is edited with its name unchanged, and gets no new link',
  async (_, path, edit) => {
    const { owner } = organization
    expect(expectStatus(await owner.put(path(), { name: OLD, ...edit }), 200)).toMatchObject({
      name: OLD,
      ...edit,
    })
    expectStatus(await owner.put(path(), edit), 200)
    expect(await owner.put(path(), { name: NEW })).toMatchObject(REFUSED)
    expectStatus(await owner.put(path(), { name: 'St. Mary’s vs. J.V.' }), 200)
  },
)
