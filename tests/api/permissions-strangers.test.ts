/** R23, R26, R27: drafts, things of other campaigns and names of supporters stay hidden from strangers. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortCode } from '#domain/billing/lookup.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { invoicesOf, payment, pledgeBody } from '#tests/fixtures.ts'
import {
  aDestination,
  aMember,
  anEntry,
  anInvitation,
  aRequestedVoid,
  PROFILE,
  RATES,
} from '#tests/permissions/makers.ts'
import { type Call, KINDS, to } from '#tests/permissions/row.ts'
import { ROUTES, rowOf, send } from '#tests/permissions/table.ts'
import { openWorld, type World } from '#tests/permissions/world.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  app = await createTestApp()
  world = await openWorld(app)
}, 120_000)
afterAll(() => app.close())

describe('a draft (R23)', () => {
  const inCampaign = ROUTES.filter(({ path }) => /^\/api\/(dashboard\/)?campaigns\/\{id\}/.test(path))
  const both = (['draft', 'abandoned'] as const).flatMap((state) =>
    inCampaign.map((route) => ({ ...route, state })),
  )
  it.each(both)('$state answers 404 to strangers at $name', async ({ method, name, who, state }) => {
    const { call } = rowOf(name)
    for (const kind of [
      'visitor',
      'signed-in',
      'scorer',
      'confirmer',
      'treasurer',
      'other owner',
      'ambassador',
    ] as const) {
      const me = world.people[kind]
      const made = await call({ ...world[state], me, world })
      const { path } = name.endsWith('/join') ? { path: `${world[state].path}/ambassadors/join` } : made
      const { status } = await send(me, method, { ...made, path })
      expect({ kind, status }).toEqual({ kind, status: who !== 'anyone' && kind === 'visitor' ? 401 : 404 })
    }
  })

  it('that was cancelled is open to its owner and to representatives, and in no other member’s list', async () => {
    const { path, id } = world.abandoned
    for (const me of [world.owner, world.representative]) {
      expect((await me.get(path)).status).toBe(200)
      for (const file of ['flyer.pdf', 'qr.svg', 'share.png'])
        expect((await me.get(`${path}/${file}`)).status).toBe(404)
    }
    for (const kind of ['scorer', 'confirmer', 'treasurer'] as const) {
      const own = await world.people[kind].get<{ id: string }[]>('/api/user/campaigns')
      expect(expectStatus(own, 200).map((one) => one.id)).not.toContain(id)
    }
    expect((await app.visitor.get(`/c/${shortCode(id)}`)).status).toBe(404)
    expect((await app.visitor.get(`/embed/campaigns/${id}`)).status).toBe(404)
  })

  it('is open to its owner, who can edit but not activate it, and to representatives', async () => {
    for (const me of [world.owner, world.representative]) {
      expect((await me.get(world.draft.path)).status).toBe(200)
      expect((await me.put(world.draft.path, { name: 'Not yet' })).status).toBe(200)
    }
    expect((await world.owner.put(world.draft.path, { status: 'active' })).status).toBe(403)
    const listed = async (me: Caller) =>
      expectStatus(await me.get<{ campaigns: { id: string } }[]>('/api/campaigns'), 200).map(
        (one) => one.campaigns.id,
      )
    expect(await listed(world.owner)).toContain(world.draft.id)
    expect(await listed(world.representative)).toContain(world.draft.id)
    for (const kind of [
      'visitor',
      'signed-in',
      'scorer',
      'confirmer',
      'treasurer',
      'other owner',
      'ambassador',
    ] as const)
      expect(await listed(world.people[kind])).not.toContain(world.draft.id)
  })
})

describe('a user (R26, R27)', () => {
  it('cannot reach things of another campaign through the address of their own', async () => {
    const { foreign, season, owner, representative } = world
    const statistic = foreign.statistics.goals.id
    const calls: [Caller, string, Call][] = [
      [owner, 'put', to(`${foreign.path}/statistics/${season.statistics.goals.id}`, { name: 'Mine' })],
      [
        world.other.owner,
        'put',
        to(`${foreign.path}/statistics/${season.statistics.goals.id}`, { name: 'Mine' }),
      ],
      [representative, 'put', to(`${foreign.path}/events/${world.eventId}`, { name: 'Mine' })],
      [world.other.owner, 'put', to(`${foreign.path}/rewards/${world.rewardId}`, { title: 'Mine' })],
      [world.other.owner, 'delete', to(`${foreign.path}/rewards/${world.rewardId}`)],
      [
        world.other.owner,
        'post',
        to(`${foreign.path}/rewards/${world.rewardId}/handouts`, { pledgeId: world.rewardId }),
      ],
      [
        world.other.owner,
        'put',
        to(`${foreign.path}/ambassadors/${world.ambassadorId}`, { resendEmail: true }),
      ],
      [world.other.owner, 'delete', to(`${foreign.path}/ambassadors/${world.ambassadorId}`)],
      [world.other.owner, 'post', to(`${foreign.path}/ambassadors/${world.ambassadorId}/nudges`)],
      [world.other.owner, 'post', to(`${foreign.path}/comments/${world.commentId}/hidden`, { hidden: true })],
      [world.other.owner, 'post', to(`${foreign.path}/comments/${world.commentId}/reports`, {})],
      [
        world.other.owner,
        'post',
        to(`${foreign.path}/results/${await anEntry(world)}/void`, { reason: 'No' }),
      ],
      [world.other.owner, 'delete', to(`${foreign.path}/results/${await aRequestedVoid(world)}/void`)],
      [
        world.other.owner,
        'post',
        to(`${foreign.path}/results/confirmations`, { resultIds: [await anEntry(world)] }),
      ],
      [representative, 'get', to(`${foreign.path}/settlements/${world.settlementId}`)],
    ]
    const [first, ...rest] = calls
    expect((await send(...(first as [Caller, string, Call]))).status).toBe(403)
    for (const [me, method, call] of rest) {
      const { status } = await send(me, method, call)
      expect({ call: call.path, status }).toEqual({ call: call.path, status: 404 })
    }
    const other = `/api/organizations/${world.other.organizationId}`
    const foreignPeople: [Caller, string, Call][] = [
      [
        world.other.owner,
        'put',
        to(`${other}/invitations/${(await anInvitation(world)).id}`, { resendEmail: true }),
      ],
      [world.other.owner, 'delete', to(`${other}/invitations/${(await anInvitation(world)).id}`)],
      [world.other.owner, 'delete', to(`${other}/members/${(await aMember(world)).userId}`)],
      [representative, 'post', to(`${other}/payout-destinations/${await aDestination(world)}/approval`)],
      [representative, 'delete', to(`${other}/payout-destinations/${await aDestination(world)}`)],
    ]
    for (const [me, method, call] of foreignPeople) {
      const { status } = await send(me, method, call)
      expect({ call: call.path, status }).toEqual({ call: call.path, status: 404 })
    }
    const [invoice] = await invoicesOf(world, world.ended)
    const paid = await representative.post(
      `${foreign.path}/payments`,
      payment(invoice ?? { id: '' }, '1.00', world.app),
    )
    expect(paid.status).toBe(404)
    // Named in a body, it is a wrong field.
    const rows = [{ statisticId: statistic, quantity: 1 }]
    for (const body of [
      { rows, eventId: world.eventId },
      { rows: [{ statisticId: season.statistics.goals.id, quantity: 1 }], eventId: randomUUID() },
    ])
      expect((await owner.post(`${season.path}/results/matches`, body)).status).toBe(400)
  })

  it('sees only their own pledges, and cannot pledge or sign up as someone else', async () => {
    const { supporter, people } = world
    const mine = expectStatus(await supporter.get<{ campaignId: string }[]>('/api/user/pledges'), 200)
    expect(mine.map(({ campaignId }) => campaignId)).toEqual([world.ended.id])
    const theirs = {
      ...(await pledgeBody(supporter, world.season, { ...RATES, method: 'check' })),
      pledgerId: supporter.userId,
    }
    expect((await people['signed-in'].post(`${world.season.path}/pledges`, theirs)).status).toBe(403)
    const profile = await people['signed-in'].post('/api/users', { ...PROFILE, email: supporter.email })
    expect(profile).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } })
  })

  it('sees an ambassador’s link and figures only as that ambassador', async () => {
    const own = await world.people.ambassador.get<{ campaignId: string }[]>('/api/user/ambassadorships')
    expect(own.body.map(({ campaignId }) => campaignId)).toContain(world.season.id)
    const nobody = await world.app.user()
    expect((await nobody.get('/api/user/ambassadorships')).body).toEqual([])
    const shown = expectStatus(await app.visitor.get<object[]>(`${world.season.path}/ambassadors`), 200)
    for (const one of shown)
      expect(Object.keys(one).sort()).toEqual(['ambassadorReferralCode', 'firstName', 'id', 'lastInitial'])
  })

  it('never gets a supporter’s email address or id from a campaign’s pages', async () => {
    const { email } = world.supporter
    for (const kind of KINDS) {
      for (const path of [
        world.ended.path,
        `${world.ended.path}/pledges`,
        `/api/dashboard/campaigns/${world.ended.id}`,
      ]) {
        const { body } = await world.people[kind].get(path)
        expect(JSON.stringify(body)).not.toContain(email)
        expect(JSON.stringify(body)).not.toContain(world.supporter.userId)
      }
    }
  })
})
