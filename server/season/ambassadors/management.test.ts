import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  Ambassador,
  AmbassadorCounts,
  InvitationsPreview,
  MailedAmbassador,
} from '#domain/schemas/ambassador.ts'
import { sql } from '#server/platform/db/database.ts'
import { deliveredMails } from '#tests/mails.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { ambassadorRoutes } from './routes.ts'

let api: NounApi
let owner: string
let lions: string
let campaign: string

beforeAll(async () => {
  api = await createNounApi(ambassadorRoutes)
})
beforeEach(async () => {
  owner = await api.addUser()
  lions = await api.addOrganization(owner)
  campaign = await api.addCampaign(lions, { name: 'Spring Cup' })
})
afterAll(() => api.close())

const path = (rest = '', id = campaign) => `/api/campaigns/${id}/ambassadors${rest}`
const post = (rest: string, body: object = {}, as: string | null = owner, id = campaign) =>
  api.call('POST', path(rest, id), { as, body })
const invite = async (email: string) => (await post('', { email })).body as MailedAmbassador
const preview = async (text: string) => {
  const reply = await post('/imports/preview', { text })
  expect(reply.status).toBe(200)
  return reply.body as InvitationsPreview
}
const managed = (rest = '', as: string | null = owner) =>
  api.call('GET', `/api/dashboard/campaigns/${campaign}/ambassadors${rest}`, { as })
const list = async (query = '') => {
  const { body, headers } = await managed(query)
  const next = /ambassadors(\?[^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? null
  const counts = (await managed('/counts')).body as AmbassadorCounts
  return { ambassadors: body as Ambassador[], total: Number(headers.get('x-total-count')), next, counts }
}
const mailsTo = (email: string) =>
  deliveredMails(api.db, sql`to_address = ${email} and campaign_id = ${campaign}`)
const join = async (email: string, user?: string) => {
  const token = /token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
  const reply = await post('/join', { token }, user ?? (await api.addUser({ email: `own-${email}` })))
  expect(reply.status).toBe(200)
}
const brings = async ({ id }: Pick<Ambassador, 'id'>) => {
  const pledger = await api.addUser()
  await api.db.query(sql`
    insert into pledges (id, campaign_id, pledger_id, ambassador_id, status, payment_timing, payment_method,
      agreed_maximum_cents, estimate_cents, is_anonymous, consent_text, created_at)
    values (${randomUUID()}, ${campaign}, ${pledger}, ${id}, 'active', 'end_of_campaign', 'check', 100, 100, false,
            'I agree', ${api.clock.now()})`)
}

it('ambassadors are found by part of a name or address, within a filter (R51)', async () => {
  for (const email of ['ann_b@x.test', 'annab@x.test', 'zed@x.test']) await invite(email)
  await join('zed@x.test', await api.addUser({ first: 'Ann', last: 'Zed', email: 'own-zed@x.test' }))
  const found = async (query: string) => {
    const { ambassadors, total } = await list(query)
    expect(total).toBe(ambassadors.length)
    return ambassadors.map(({ email }) => email)
  }
  expect(await found('?search=ANN')).toEqual(['zed@x.test', 'annab@x.test', 'ann_b@x.test'])
  expect(await found('?search=ann_b')).toEqual(['ann_b@x.test'])
  expect(await found('?search=ann%20zed')).toEqual(['zed@x.test'])
  expect(await found('?search=ann&who=not_joined')).toEqual(['annab@x.test', 'ann_b@x.test'])
  expect(await found('?search=%25')).toEqual([])
  const { next } = await list('?search=ann&limit=1')
  expect(next).toContain('search=ann&')
  expect((await list(next ?? '')).ambassadors.map(({ email }) => email)).toEqual(['annab@x.test'])
  expect((await managed('?search=%00')).status).toBe(400)
})

describe('importing ambassadors', () => {
  it('previews each line as new, duplicate, invited or invalid, and changes nothing', async () => {
    await invite('here@x.test')
    const gone = await invite('gone@x.test')
    await api.call('DELETE', path(`/${gone.id}`), { as: owner })
    const shown = await preview('Ann <ann@x.test>, here@x.test\ngone@x.test; ann@x.test\nnope@')
    expect(shown.rows.map(({ line, email, state, reason }) => [line, email, state, reason])).toEqual([
      [1, 'ann@x.test', 'new', null],
      [1, 'here@x.test', 'invited', 'Already invited'],
      [2, 'gone@x.test', 'back', null],
      [2, 'ann@x.test', 'duplicate', 'The same as line 1'],
      [3, null, 'invalid', 'Not an email address'],
    ])
    expect(shown.totals).toEqual({ new: 2, duplicate: 1, invited: 1, invalid: 1 })
    expect((await list()).counts.all).toBe(1)
    expect(await mailsTo('ann@x.test')).toEqual([])
  })

  it('invites everyone new, each with a mail, a code and an audit entry', async () => {
    const gone = await invite('back@x.test')
    await api.call('DELETE', path(`/${gone.id}`), { as: owner })
    const text = 'email\na@x.test\nb@x.test\nback@x.test\nb@x.test\nnone'
    expect(await post('/imports', { text, invited: 3 })).toMatchObject({
      status: 201,
      // The ambassador mailed within the hour is invited again, but not mailed.
      body: { invited: 3, mailed: 2 },
    })
    const { ambassadors, counts } = await list()
    expect(counts).toMatchObject({ all: 3, not_joined: 3, no_pledge: 0 })
    expect(new Set(ambassadors.map((one) => one.ambassadorReferralCode)).size).toBe(3)
    expect(ambassadors.find(({ email }) => email === 'back@x.test')?.id).toBe(gone.id)
    expect((await mailsTo('a@x.test'))[0]?.subject).toBe('Be an ambassador for Spring Cup')
    expect(await mailsTo('back@x.test')).toHaveLength(1)
    const audited = await api.db.query(sql`
      select action, count(*)::integer as n from audit_log where campaign_id = ${campaign} group by action order by action`)
    expect(audited).toEqual([
      { action: 'ambassador.invite', n: 3 },
      { action: 'ambassador.remove', n: 1 },
      { action: 'ambassador.revive', n: 1 },
    ])
  })

  it('invites nobody if the preview is outdated or the list is too long', async () => {
    const text = 'c@x.test\nd@x.test'
    expect((await preview(text)).totals.new).toBe(2)
    await invite('d@x.test')
    expect(await post('/imports', { text, invited: 2 })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('in the meantime') },
    })
    expect(await mailsTo('c@x.test')).toEqual([])
    const both = await Promise.all([1, 2].map(() => post('/imports', { text: 'e@x.test', invited: 1 })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const many = Array.from({ length: 201 }, (_, index) => `n${index}@x.test`).join('\n')
    for (const [body, message] of [
      [{ text: many, invited: 201 }, 'That is 201 addresses: invite at most 200 at a time'],
      [{ text: '\n'.repeat(3000).concat('a@x.test'), invited: 1 }, expect.stringContaining('too many lines')],
      [{ text: ' ', invited: 1 }, 'Paste addresses or choose a file'],
      [{ text: 'x'.repeat(100_001), invited: 1 }, expect.stringContaining('too long')],
    ] as const)
      expect(await post('/imports', body)).toMatchObject({ status: 400, body: { fields: { text: message } } })
    expect((await list()).counts.all).toBe(2)
  })

  it('invites two hundred people and pages the list', async () => {
    const text = Array.from({ length: 200 }, (_, index) => `p${index}@x.test`).join(', ')
    expect((await post('/imports', { text, invited: 200 })).body).toEqual({ invited: 200, mailed: 200 })
    const seen: string[] = []
    let next: string | null = '?limit=70&who=not_joined'
    while (next) {
      const page: Awaited<ReturnType<typeof list>> = await list(next)
      expect(page.total).toBe(200)
      seen.push(...page.ambassadors.map(({ id }) => id))
      next = page.next
    }
    expect(seen).toHaveLength(200)
    expect(new Set(seen).size).toBe(200)
  })

  it('stops at 1,000 per campaign, including removed ambassadors', async () => {
    await api.db.query(sql`
      insert into ambassadors (id, campaign_id, email, referral_code, invited_by, created_at, removed_at)
      select gen_random_uuid(), ${campaign}, n || '@full.test', 'FULL' || translate(lpad(n::text, 4, 'Z'), '01', 'XY'), ${owner},
             ${api.clock.now()}, ${api.clock.now()} from generate_series(1, 999) n`)
    expect((await post('', { email: 'last@x.test' })).status).toBe(201)
    expect(await post('', { email: 'over@x.test' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('at most 1000') },
    })
  })
})

describe('the mail rate limit for ambassadors', () => {
  it('sends one mail for a hundred invitations by every route', async () => {
    const email = 'hundred@x.test'
    const { id } = await invite(email)
    const calls = Array.from({ length: 100 }, (_, index) => async () => {
      if (index % 4 === 0) return post('', { email })
      if (index % 4 === 1) return api.call('PUT', path(`/${id}`), { as: owner, body: { resendEmail: true } })
      if (index % 4 === 2) return post(`/${id}/nudges`)
      return post('/nudges', { who: 'not_joined' })
    })
    for (const call of calls) expect((await call()).status).toBeLessThan(500)
    await Promise.all(calls.slice(0, 20).map((call) => call()))
    for (let again = 0; again < 5; again += 1) {
      await api.call('DELETE', path(`/${id}`), { as: owner })
      expect((await post('/imports', { text: email, invited: 1 })).body).toEqual({ invited: 1, mailed: 0 })
    }
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('says when the next mail can go', async () => {
    const { id, mailed, notMailedReason } = await invite('words@x.test')
    expect({ mailed, notMailedReason }).toEqual({ mailed: true, notMailedReason: null })
    api.clock.advance({ minutes: 12 })
    const again = await api.call('PUT', path(`/${id}`), { as: owner, body: { resendEmail: true } })
    expect(again).toMatchObject({
      status: 200,
      body: {
        mailed: false,
        notMailedReason: 'An email was sent there 12 minutes ago. The next one can be sent in 48 minutes.',
      },
    })
  })

  it('stops at three mails to one address across campaigns', async () => {
    const mailed: boolean[] = []
    for (let index = 0; index < 5; index += 1) {
      campaign = await api.addCampaign(lions)
      mailed.push((await invite('popular@x.test')).mailed)
    }
    expect(mailed).toEqual([true, true, true, false, false])
    // The list shows this before anybody presses Resend: an hour after the first of the three.
    const inAnHour = new Date(api.clock.now().getTime() + 3_600_000).toISOString()
    const [listed] = (await list()).ambassadors
    expect(listed).toMatchObject({
      mailedAt: null,
      mailableAt: expect.stringContaining(inAnHour.slice(0, 'yyyy-mm-ddThh:mm'.length)),
    })
  })
})

describe('ambassadors who have not joined or have no supporter', () => {
  it('are counted, listed and nudged with mails of their own', async () => {
    const idle = await invite('idle@x.test')
    const busy = await invite('busy@x.test')
    await invite('late@x.test')
    await join('idle@x.test')
    await join('busy@x.test')
    await brings(busy)
    const kinds = async () => {
      const names = async (who: string) => (await list(`?who=${who}`)).ambassadors.map(({ email }) => email)
      return [(await list()).counts, await names('not_joined'), await names('no_pledge')]
    }
    expect(await kinds()).toEqual([
      expect.objectContaining({ all: 3, not_joined: 1, no_pledge: 1 }),
      ['late@x.test'],
      ['idle@x.test'],
    ])
    const one = (await list()).ambassadors.find(({ id }) => id === busy.id)
    expect(one).toMatchObject({ supportersCount: 1, joinedAt: expect.any(String), status: 'active' })

    api.clock.advance({ hours: 1, minutes: 1 })
    expect((await post('/nudges', { who: 'no_pledge' })).body).toEqual({ mailed: 1, tooSoon: 0 })
    expect((await post('/nudges', { who: 'no_pledge' })).body).toEqual({ mailed: 0, tooSoon: 1 })
    const [mail] = await mailsTo('own-idle@x.test')
    expect(mail).toMatchObject({
      kind: 'ambassador_nudge',
      subject: 'Who will be your first supporter for Spring Cup?',
      text: expect.stringContaining(`?ref=${idle.ambassadorReferralCode}`),
    })
    expect(mail?.text).not.toContain('token=')
    expect((await post(`/${idle.id}/nudges`)).body).toMatchObject({ mailed: false })
    expect((await post(`/${busy.id}/nudges`)).status).toBe(409)
    expect((await post('/nudges', { who: 'not_joined' })).body).toEqual({ mailed: 1, tooSoon: 0 })
    expect((await mailsTo('late@x.test')).at(-1)?.subject).toBe(
      'Your invitation is still open: be an ambassador for Spring Cup',
    )
  })

  it('are not nudged while pledges are closed, nor invited to a campaign that is over, once or again', async () => {
    const { id } = await invite('closed@x.test')
    const open = await invite('open@x.test')
    await join('closed@x.test')
    api.clock.advance({ hours: 2 })
    const set = (status: string) =>
      api.db.query(sql`update campaigns set status = ${status} where id = ${campaign}`)
    await set('paused')
    expect((await post('/nudges', { who: 'no_pledge' })).status).toBe(409)
    expect((await post(`/${id}/nudges`)).status).toBe(409)
    expect((await post('/nudges', { who: 'not_joined' })).status).toBe(200)
    for (const status of ['completed', 'cancelled']) {
      await set(status)
      expect((await post('/nudges', { who: 'not_joined' })).status).toBe(409)
      expect((await post(`/${open.id}/nudges`)).status).toBe(409)
      expect((await post('/imports', { text: 'a@x.test', invited: 1 })).status).toBe(409)
      expect(await api.call('POST', path(), { as: owner, body: { email: 'new@x.test' } })).toMatchObject({
        status: 409,
        body: { code: 'campaign_closed' },
      })
      expect(
        await api.call('PUT', path(`/${open.id}`), { as: owner, body: { resendEmail: true } }),
      ).toMatchObject({
        status: 409,
        body: { message: `This campaign is ${status} and needs no more ambassadors` },
      })
    }
    await set('cancelled')
    expect((await post('/nudges', { who: 'everybody' })).status).toBe(400)
  })

  it('are visible only to owners and representatives, whatever id is requested (R27)', async () => {
    const { id } = await invite('mine@x.test')
    const stranger = await api.addUser()
    const scorer = await api.addUser()
    await api.addMember(lions, scorer, 'scorer')
    const theirs = await api.addCampaign(await api.addOrganization(stranger))
    api.clock.advance({ hours: 2 })
    for (const [as, status] of [
      [stranger, 403],
      [scorer, 403],
      [null, 401],
    ] as const) {
      expect((await managed('', as)).status).toBe(status)
      expect((await managed('/counts', as)).status).toBe(status)
      expect((await post('/imports/preview', { text: 'a@x.test' }, as)).status).toBe(status)
      expect((await post('/imports', { text: 'a@x.test', invited: 1 }, as)).status).toBe(status)
      expect((await post('/nudges', { who: 'not_joined' }, as)).status).toBe(status)
      expect((await post(`/${id}/nudges`, {}, as)).status).toBe(status)
    }
    expect((await post(`/${id}/nudges`, {}, stranger, theirs)).status).toBe(404)
    expect(await mailsTo('mine@x.test')).toHaveLength(1)
  })
})
