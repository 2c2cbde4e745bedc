import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Comment, QueuedComment, ReportedComment } from '#domain/schemas/comment.ts'
import { sql } from '#server/platform/db/database.ts'
import { createNounApi, type NounApi, type Reply } from '#tests/noun-api.ts'
import { commentsOf } from './comments.ts'
import { commentRoutes } from './routes.ts'

let api: NounApi
let owner: string
let supporter: string
let lions: string
let campaign: string

beforeAll(async () => {
  api = await createNounApi(commentRoutes)
  owner = await api.addUser()
  supporter = await api.addUser()
  lions = await api.addOrganization(owner)
  campaign = await api.addCampaign(lions)
})
afterAll(() => api.close())

const path = (id = campaign) => `/api/campaigns/${id}/comments`
const post = (message: unknown, as: string | null = supporter, id = campaign) =>
  api.call('POST', path(id), { as, body: { message } })
const read = async (query = '', as: string | null = null) => {
  const reply = await api.call('GET', `${path()}${query}`, { as })
  return { reply, messages: (reply.body as Comment[]).map(({ message }) => message) }
}
const refusal = ({ status, body }: Reply) => [status, (body as { code: string }).code]

it('a comment is trimmed, listed newest first and shown on open pages', async () => {
  const emptied = vi.fn()
  const stop = api.deps.cache.onChange(emptied)
  const posted = await post('  Go Lions!  ')
  expect(posted).toMatchObject({
    status: 201,
    body: { message: 'Go Lions!', createdAt: '2026-03-10T12:00:00.000Z' },
  })
  expect(emptied.mock.calls).toEqual([[[`campaign:${campaign}`]]])
  stop()
  api.clock.advance({ minutes: 1 })
  await post('Second')
  const { reply, messages } = await read()
  expect(messages).toEqual(['Second', 'Go Lions!'])
  expect(reply.headers.get('x-total-count')).toBe('2')
  const held = await api.call('GET', path(), {
    headers: { 'if-none-match': reply.headers.get('etag') ?? '' },
  })
  expect(held.status).toBe(304)
  expect(JSON.stringify(reply.body)).not.toContain(supporter)
  expect(await commentsOf(api.db, campaign, 1)).toMatchObject({ comments: [{ message: 'Second' }], count: 2 })
  const audited = await api.db.query(sql`select action from audit_log where campaign_id = ${campaign}`)
  expect(audited).toEqual([{ action: 'comment.create' }, { action: 'comment.create' }])
})

it('a comment with a repeated idempotency key is posted once', async () => {
  const once = { as: supporter, body: { message: 'Once' }, headers: { 'idempotency-key': 'k1' } }
  const one = await api.call('POST', path(), once)
  const two = await api.call('POST', path(), once)
  expect(two.body).toEqual(one.body)
  expect((await read()).messages.filter((message) => message === 'Once')).toHaveLength(1)
})

it('a comment is refused if invalid, not signed in, or on an unknown campaign', async () => {
  for (const message of ['   ', '', 7, null, 'x'.repeat(1001), 'nul\u0000']) {
    expect(await post(message)).toMatchObject({
      status: 400,
      body: { fields: { message: expect.any(String) } },
    })
  }
  expect(refusal(await post('hello', null))).toEqual([401, 'unauthorized'])
  expect(refusal(await post('hello', supporter, randomUUID()))).toEqual([404, 'not_found'])
  expect((await api.call('GET', '/api/campaigns/nope/comments')).status).toBe(400)
})

it('comments are accepted in active, paused and completed campaigns only', async () => {
  for (const [status, expected] of [
    ['active', 201],
    ['paused', 201],
    ['completed', 201],
    ['cancelled', 409],
  ] as const) {
    const id = await api.addCampaign(lions, { status })
    expect((await post('hello', supporter, id)).status).toBe(expected)
  }
  const draft = await api.addCampaign(lions, { status: 'draft' })
  expect((await post('hello', supporter, draft)).status).toBe(404)
  expect((await api.call('GET', path(draft))).status).toBe(404)
  expect(refusal(await post('hello', owner, draft))).toEqual([409, 'campaign_closed'])
  expect((await api.call('GET', path(draft), { as: owner })).status).toBe(200)
})

it('comments have pages without gaps or repeats', async () => {
  const busy = await api.addCampaign(lions)
  for (let index = 0; index < 11; index += 1) await post(`m${index}`, supporter, busy)
  const seen: string[] = []
  let next: string | undefined = `${path(busy)}?limit=3`
  while (next) {
    const reply: Reply = await api.call('GET', next)
    seen.push(...(reply.body as Comment[]).map(({ message }) => message))
    next = /<(.+)>/.exec(reply.headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(Array.from({ length: 11 }, (_, index) => `m${10 - index}`))
  expect((await api.call('GET', `${path(busy)}?limit=0&cursor=x`)).body).toMatchObject({
    fields: { limit: expect.any(String), cursor: expect.any(String) },
  })
})

it('owners and representatives can hide a comment and show it again (R43)', async () => {
  const { id } = (await post('rude')).body as Comment
  const hide = (hidden: unknown, as: string | null, commentId = id, campaignId = campaign) =>
    api.call('POST', `${path(campaignId)}/${commentId}/hidden`, { as, body: { hidden } })
  const scorer = await api.addUser()
  await api.addMember(lions, scorer, 'scorer')
  const stranger = await api.addUser()
  const elsewhere = await api.addCampaign(await api.addOrganization(stranger))
  for (const caller of [supporter, scorer, stranger]) expect((await hide(true, caller)).status).toBe(403)
  expect((await hide(true, null)).status).toBe(401)
  expect((await hide(true, stranger, id, elsewhere)).status).toBe(404)
  expect(await hide('yes', owner)).toMatchObject({
    status: 400,
    body: { fields: { hidden: 'Choose true or false' } },
  })

  const representative = await api.addRepresentative()
  for (let twice = 0; twice < 2; twice += 1) {
    expect(await hide(true, owner)).toMatchObject({ status: 200, body: { id, hidden: true } })
  }
  expect((await read()).messages).not.toContain('rude')
  expect((await read('?hidden=true', representative)).messages).toEqual(['rude'])
  expect((await read('?hidden=true', owner)).reply.headers.get('x-total-count')).toBe('1')
  expect((await api.call('GET', `${path()}?hidden=true`, { as: supporter })).status).toBe(403)
  await hide(false, representative)
  expect((await read()).messages).toContain('rude')
  const audited = await api.db.query(
    sql`select action, actor_id from audit_log where subject_id = ${id} order by id`,
  )
  expect(audited).toEqual([
    { action: 'comment.create', actorId: supporter },
    { action: 'comment.hide', actorId: owner },
    { action: 'comment.show', actorId: representative },
  ])
})

it('anyone can report a comment once, and owners decide about it (R43)', async () => {
  const page = await api.addCampaign(lions)
  const { id } = (await post('buy watches', supporter, page)).body as Comment
  const report = (as: string | null, reason?: unknown, commentId = id, at: string = page) =>
    api.call('POST', `${path(at)}/${commentId}/reports`, { as, body: { reason } })
  const open = async (as: string) =>
    (await api.call('GET', `${path(page)}/reports`, { as })).body as ReportedComment[]
  const hide = (hidden: boolean) =>
    api.call('POST', `${path(page)}/${id}/hidden`, { as: owner, body: { hidden } })

  for (const reporter of [supporter, supporter, null, null])
    expect(await report(reporter, ' Advertising ')).toMatchObject({
      status: 201,
      body: { id, reported: true },
    })
  expect(await open(owner)).toMatchObject([{ id, reports: 2, reasons: ['Advertising', 'Advertising'] }])
  expect((await read()).messages).not.toContain('Advertising')
  expect(await report(owner)).toMatchObject({ status: 201 })
  expect(await report(supporter, 'x'.repeat(301))).toMatchObject({ status: 400 })
  expect((await report(null, '', randomUUID())).status).toBe(404)
  expect((await report(null, '', id, campaign)).status).toBe(404)
  for (const [caller, status] of [
    [null, 401],
    [supporter, 403],
  ] as const)
    expect((await api.call('GET', `${path(page)}/reports`, { as: caller })).status).toBe(status)

  // Kept: the decision stands, and earlier reporters cannot report it again.
  const emptied = vi.fn()
  const stop = api.deps.cache.onChange(emptied)
  expect((await hide(false)).status).toBe(200)
  expect(emptied).not.toHaveBeenCalled()
  stop()
  await report(supporter)
  expect(await open(owner)).toEqual([])
  await report(await api.addUser())
  expect(await open(owner)).toMatchObject([{ reports: 1, reasons: [] }])
  await hide(true)
  expect(await open(owner)).toEqual([])
  expect((await report(null)).status).toBe(404)
  const audited = await api.db.query<{ action: string; actorId: string | null }>(
    sql`select action, actor_id from audit_log where subject_id = ${id} order by id`,
  )
  expect(audited.map(({ action }) => action)).toEqual([
    'comment.create',
    'comment.report',
    'comment.report',
    'comment.report',
    'comment.keep',
    'comment.report',
    'comment.hide',
  ])
  expect(audited[2]?.actorId).toBeNull()
})

it('the author of a comment can delete it with its reports, and nobody else can (R43)', async () => {
  const page = await api.addCampaign(lions)
  const { id } = (await post('My phone is 555 0142', supporter, page)).body as Comment
  await post('Another one', owner, page)
  await api.call('POST', `${path(page)}/${id}/reports`, { as: null, body: { reason: 'A phone number' } })
  const remove = (as: string | null, at: string = page) => api.call('DELETE', `${path(at)}/${id}`, { as })
  const own = async (as: string) =>
    ((await api.call('GET', `${path(page)}/own`, { as })).body as Comment[]).map(({ message }) => message)
  expect(await own(supporter)).toEqual(['My phone is 555 0142'])
  for (const [caller, status] of [
    [null, 401],
    [owner, 404],
    [await api.addRepresentative(), 404],
  ] as const)
    expect((await remove(caller)).status).toBe(status)
  expect((await remove(supporter, campaign)).status).toBe(404)
  const emptied = vi.fn()
  const stop = api.deps.cache.onChange(emptied)
  expect((await remove(supporter)).status).toBe(204)
  expect(emptied.mock.calls).toEqual([[[`campaign:${page}`]]])
  stop()
  expect((await remove(supporter)).status).toBe(404)
  expect(await own(supporter)).toEqual([])
  const kept = await api.db.query<{ row: string }>(sql`
    select row_to_json(a)::text as row from audit_log a where subject_id = ${id}
    union all
    select row_to_json(r)::text from comment_reports r where comment_id = ${id}`)
  expect(kept).toHaveLength(3)
  for (const { row } of kept) expect(row).not.toMatch(/555 0142|A phone number/)
})

it('the IP address of a reporter is stored only as a hash', async () => {
  const kept = await api.db.query<{ reporter: string }>(sql`
    select reporter from comment_reports where reporter like 'address:%'`)
  expect(kept.length).toBeGreaterThan(0)
  for (const { reporter } of kept) expect(reporter).toMatch(/^address:[\w-]{43}$/)
})

describe('the list of messages of all campaigns', () => {
  const queue = async (as: string, query = '') => {
    const reply = await api.call('GET', `/api/comments${query}`, { as })
    expect(reply.status).toBe(200)
    return { items: reply.body as QueuedComment[], headers: reply.headers }
  }
  const texts = async (as: string, query = '') => (await queue(as, query)).items.map(({ message }) => message)
  const mailsTo = (userId: string) =>
    api.db.query(sql`select id from mails where kind = 'comment_reported' and user_id = ${userId}`)

  it('shows reported messages without names to those who may decide, and mails representatives once an hour', async () => {
    const representative = await api.addRepresentative()
    const stranger = await api.addUser()
    await api.addOrganization(stranger)
    const tigers = await api.addCampaign(await api.addOrganization(await api.addUser()), { name: 'Tigers' })
    const post = async (message: string, id: string): Promise<string> => {
      api.clock.advance({ seconds: 1 })
      const body = { message }
      return ((await api.call('POST', path(id), { as: supporter, body })).body as Comment).id
    }
    const report = (commentId: string, id: string, as: string) =>
      api.call('POST', `${path(id)}/${commentId}/reports`, { as, body: { reason: 'Rude' } })
    await api.db.query(sql`update comment_reports set closed_at = ${api.clock.now()}`)
    await api.db.query(sql`delete from mails`)
    const first = await post('Rude words', campaign)
    const second = await post('Ruder words', tigers)
    await post('Kind words', tigers)
    await report(first, campaign, stranger)
    await report(first, campaign, owner)
    await report(second, tigers, stranger)
    const { items, headers } = await queue(representative)
    expect(items).toMatchObject([
      { id: second, campaignName: 'Tigers', reports: 1, reasons: ['Rude'] },
      { id: first, reports: 2 },
    ])
    expect(headers.get('x-total-count')).toBe('2')
    expect(JSON.stringify(items)).not.toContain(supporter)
    expect(await texts(owner)).toEqual(['Rude words'])
    expect(await texts(stranger)).toEqual([])
    expect(await texts(representative, '?show=newest&limit=2')).toEqual(['Kind words', 'Ruder words'])
    expect(await mailsTo(representative)).toHaveLength(2)
    expect(await mailsTo(owner)).toEqual([])
    await api.call('POST', `${path(campaign)}/${first}/hidden`, { as: owner, body: { hidden: true } })
    expect(await texts(representative)).toEqual(['Ruder words'])
  })
})
