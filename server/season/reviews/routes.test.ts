import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { campaignRoutes } from '#server/season/campaigns/routes.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { reviewRequestRoutes } from './routes.ts'

let api: NounApi
let owner: string
let organization: string
let representative: string
beforeAll(async () => {
  api = await createNounApi([...campaignRoutes, ...reviewRequestRoutes])
  owner = await api.addUser()
  organization = await api.addOrganization(owner, { name: 'Alder Creek' })
  representative = await api.addRepresentative()
})
afterAll(() => api.close())

const draft = (name = 'Lights') => api.addCampaign(organization, { name, status: 'draft' })
const ask = (id: string, as: string | null = owner, headers = {}) =>
  api.call('POST', `/api/campaigns/${id}/review-requests`, { as, headers })
const asked = async (id: string, as = owner) =>
  (await api.call('GET', `/api/campaigns/${id}/review-requests`, { as })).body as {
    answeredAt: string | null
  }[]
const activate = (id: string, as = representative) =>
  api.call('PUT', `/api/campaigns/${id}`, { as, body: { status: 'active' } })
type Waiting = { campaignId: string; campaignName: string; organizationName: string }
const waiting = async (query = '') => {
  const reply = await api.call('GET', `/api/review-requests${query}`, { as: representative })
  expect(reply.status).toBe(200)
  return { items: reply.body as Waiting[], headers: reply.headers }
}
const namesOf = ({ items }: { items: Waiting[] }) => items.map(({ campaignName }) => campaignName)
const mailsOf = (id: string) =>
  api.db.query<{ to: string; subject: string; text: string }>(
    sql`select to_address as to, subject, text_body as text from mails where campaign_id = ${id} order by id`,
  )

it('a review is requested once until a representative activates the campaign (R24)', async () => {
  const id = await draft()
  expect(await ask(id)).toMatchObject({ status: 201, body: { answeredAt: null } })
  expect(await ask(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('already requested') },
  })
  expect((await waiting()).items).toMatchObject([
    { campaignId: id, campaignName: 'Lights', organizationName: 'Alder Creek' },
  ])
  expect((await activate(id, owner)).status).toBe(403)
  expect((await activate(id)).status).toBe(200)
  expect(namesOf(await waiting())).toEqual([])
  expect(await asked(id)).toEqual([expect.objectContaining({ answeredAt: expect.any(String) })])
  expect(await ask(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('no longer a draft') },
  })
  const audited = await api.db.query<{ action: string; actorId: string }>(sql`
    select action, actor_id from audit_log where campaign_id = ${id} and subject = 'review_request' order by id`)
  expect(audited).toEqual([
    { action: 'review_request.create', actorId: owner },
    { action: 'review_request.answer', actorId: representative },
  ])
})

const answer = (id: string, message: string, as = representative) =>
  api.call('POST', `/api/campaigns/${id}/review-requests/answers`, { as, body: { message } })

it('a draft is sent back with words to its owners, who may ask again (R24)', async () => {
  const id = await draft('Sent back')
  await ask(id)
  expect((await answer(id, '  ')).status).toBe(400)
  expect((await answer(id, 'Activate it yourself', owner)).status).toBe(403)
  expect(await answer(id, 'Please add last year’s goals.')).toMatchObject({
    status: 201,
    body: { answeredAt: expect.any(String), answer: 'Please add last year’s goals.' },
  })
  expect((await answer(id, 'Twice')).status).toBe(409)
  const [, mail] = await mailsOf(id)
  expect(mail?.subject).toBe('Sent back: please change this before it is activated')
  expect(mail?.text).toContain('Please add last year’s goals.')
  expect((await ask(id)).status).toBe(201)
  await activate(id)
})

const activateAsSeen = (id: string, waitingReviewId: string | null, version?: number) =>
  api.call('PUT', `/api/campaigns/${id}`, {
    as: representative,
    body: { status: 'active', waitingReviewId },
    headers: version === undefined ? {} : { 'if-match': String(version) },
  })

it('a draft that a colleague sent back is activated only by someone who has seen that (R24)', async () => {
  const id = await draft('Seen too early')
  const request = (await ask(id)).body as { id: string }
  await answer(id, 'Add last year')
  const refused = { status: 409, body: { message: expect.stringMatching(/^Rep \w+ sent this draft back/) } }
  expect(await activateAsSeen(id, request.id)).toMatchObject(refused)
  expect(await activate(id)).toMatchObject(refused)
  const again = (await ask(id)).body as { id: string }
  for (const seen of [request.id, null])
    expect(await activateAsSeen(id, seen)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('requested a review in the meantime') },
    })
  expect((await activateAsSeen(id, again.id)).status).toBe(200)
})

it('a draft that was sent back and changed by phone can be activated by who has read that (R24)', async () => {
  const id = await draft('By phone')
  await ask(id)
  await answer(id, 'Add last year')
  expect((await activateAsSeen(id, null)).status).toBe(200)
  await api.call('PUT', `/api/campaigns/${id}`, { as: representative, body: { status: 'draft' } })
  expect(await activateAsSeen(id, null)).toMatchObject({ status: 200 })
})

it('a draft that was activated and is a draft again was not sent back (R24)', async () => {
  const id = await draft('Activated with a note')
  await ask(id)
  const body = { status: 'active', reviewMessage: 'Good luck!' }
  await api.call('PUT', `/api/campaigns/${id}`, { as: representative, body })
  await api.call('PUT', `/api/campaigns/${id}`, { as: representative, body: { status: 'draft' } })
  expect((await activate(id)).status).toBe(200)
})

it('a draft that its owner changed after it was looked at is not activated unseen (R24, R54)', async () => {
  const id = await draft('Changed')
  const request = (await ask(id)).body as { id: string }
  const before = await api.call('PUT', `/api/campaigns/${id}`, { as: owner, body: { goal: 500 } })
  const { version } = before.body as { version: number }
  await api.call('PUT', `/api/campaigns/${id}`, { as: owner, body: { goal: 900000 } })
  expect((await activateAsSeen(id, request.id, version)).status).toBe(409)
  expect((await activateAsSeen(id, request.id, version + 1)).status).toBe(200)
})

it('owners are mailed once their campaign is active, with what the representative wrote (R24)', async () => {
  const id = await draft('Goes live')
  const body = { status: 'active', reviewMessage: 'Good luck!' }
  expect((await api.call('PUT', `/api/campaigns/${id}`, { as: representative, body })).status).toBe(200)
  const mails = await mailsOf(id)
  expect(mails.map(({ subject }) => subject)).toEqual(['Goes live is active'])
  expect(mails[0]?.text).toContain('Good luck!')
  expect(mails[0]?.text).toContain(`http://localhost:3000/campaigns/${id}`)
})

it('a campaign that is a draft again can be reviewed again', async () => {
  const id = await draft('Again')
  await ask(id)
  await activate(id)
  expect(
    (await api.call('PUT', `/api/campaigns/${id}`, { as: representative, body: { status: 'draft' } })).status,
  ).toBe(200)
  expect((await ask(id)).status).toBe(201)
  expect((await asked(id)).map(({ answeredAt }) => answeredAt === null)).toEqual([true, false])
  await activate(id)
})

it('a review request is mailed to every verified representative once, and to nobody else', async () => {
  const unproven = await api.addUser({ email: 'unproven@test.test', verified: false })
  await api.db.query(sql`
    insert into user_roles (user_id, role, granted_at) values (${unproven}, 'pledgeraiser_representatives', ${api.clock.now()})`)
  const id = await draft('Mailed')
  const attempts = await Promise.all([1, 2].map(() => ask(id, owner, { 'idempotency-key': 'one-click' })))
  const statuses = attempts.map(({ status }) => status)
  expect(statuses).toContain(201)
  const mails = await mailsOf(id)
  expect(mails.map(({ subject }) => subject)).toEqual(['Mailed is waiting for review'])
  expect(mails[0]?.text).toContain(`http://localhost:3000/dashboard/campaigns/${id}`)
  await activate(id)
})

it('a review can be requested by owners and representatives only (R23, R27)', async () => {
  const id = await draft('Private')
  const stranger = await api.addUser()
  const scorer = await api.addUser()
  await api.addMember(organization, scorer, 'scorer')
  for (const [caller, status] of [
    [null, 401],
    [stranger, 404],
    [scorer, 404],
  ] as const) {
    expect((await ask(id, caller)).status).toBe(status)
    expect((await api.call('GET', `/api/campaigns/${id}/review-requests`, { as: caller })).status).toBe(
      status,
    )
  }
  expect((await api.call('GET', '/api/review-requests', { as: owner })).status).toBe(403)
  expect(await asked(id, representative)).toEqual([])
})

it('open review requests are listed in their order, with pages', async () => {
  const ids: string[] = []
  for (const name of ['First', 'Second', 'Third']) {
    const id = await draft(name)
    ids.push(id)
    expect((await ask(id)).status).toBe(201)
  }
  const page = await waiting('?limit=2')
  expect(namesOf(page)).toEqual(['First', 'Second'])
  expect(page.headers.get('x-total-count')).toBe('3')
  const next = /review-requests(\?[^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
  expect(namesOf(await waiting(next))).toEqual(['Third'])
  for (const id of ids) await activate(id)
})

it('representatives, and nobody else, see who asks, with the earlier campaigns (R24)', async () => {
  const club = await api.addOrganization(owner, { name: 'Bend Boosters' })
  const newest = await api.addCampaign(club, { name: 'Second season', status: 'draft' })
  const earlier = await api.addCampaign(club, { name: 'First season', status: 'completed' })
  await api.addCampaign(club, { name: 'Another draft', status: 'draft' })
  const read = (as: string) => api.call('GET', `/api/campaigns/${newest}/applicant`, { as })
  expect((await read(owner)).status).toBe(403)
  expect(await read(representative)).toMatchObject({
    status: 200,
    body: {
      organization: { id: club, name: 'Bend Boosters', ein: null, is501c3: false },
      owners: [{ email: expect.stringContaining('@') }],
      earlier: [{ id: earlier, name: 'First season', status: 'completed' }],
      earlierCount: 1,
    },
  })
})

it('an owner asks for what only a representative can do; what is asked before the answer joins it (R24)', async () => {
  const id = await api.addCampaign(organization, { name: 'Runs', status: 'active' })
  const say = (question: string, as = owner) =>
    api.call('POST', `/api/campaigns/${id}/questions`, { as, body: { question } })
  expect(await say('End it a week later')).toMatchObject({
    status: 201,
    body: { question: 'End it a week later', answeredAt: null },
  })
  expect((await say('Move vs. Bay to May 4')).status).toBe(201)
  expect((await say('x'.repeat(501))).status).toBe(400)
  expect((await waiting()).items).toMatchObject([
    { campaignId: id, question: 'End it a week later\nMove vs. Bay to May 4' },
  ])
  const reply = (message: string) =>
    api.call('POST', `/api/campaigns/${id}/review-requests/answers`, {
      as: representative,
      body: { message },
    })
  expect((await reply('Both are done')).status).toBe(201)
  expect((await reply('Again')).status).toBe(409)
  const mails = await mailsOf(id)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'The owner of Runs asks you for something',
    'Your representative answered about Runs',
  ])
  expect(mails[1]?.text).toContain('Both are done')
})

it('what an owner asks is mailed to the representative of the campaign alone, and to all while it has none', async () => {
  const second = await api.addRepresentative()
  const toldOf = async (name: string, assigned: string | null) => {
    const id = await api.addCampaign(organization, { name, status: 'active' })
    await api.db.query(sql`update campaigns set representative_id = ${assigned}::uuid where id = ${id}`)
    const body = { question: 'End it a week later' }
    expect((await api.call('POST', `/api/campaigns/${id}/questions`, { as: owner, body })).status).toBe(201)
    const mails = await api.db.query<{ userId: string }>(
      sql`select user_id from mails where campaign_id = ${id} order by user_id`,
    )
    return mails.map(({ userId }) => userId)
  }
  expect(await toldOf('Assigned', second)).toEqual([second])
  expect(await toldOf('Not assigned', null)).toEqual([representative, second].sort())
  // An assignment counts only while the person has the role (R73).
  expect(await toldOf('Assigned to an owner', owner)).toHaveLength(2)
  await api.db.query(sql`delete from user_roles where user_id = ${second}`)
})

it('an owner of a draft asks for a review instead', async () => {
  const id = await draft('Early')
  const body = { question: 'Look at it' }
  expect((await api.call('POST', `/api/campaigns/${id}/questions`, { as: owner, body })).status).toBe(409)
})
