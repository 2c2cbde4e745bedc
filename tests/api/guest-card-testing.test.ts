/** Testing stolen cards through pledges without an account saves nothing and costs real guests nothing (R59). */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { GuestStarted } from '#domain/schemas/guest-pledge.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { openSeason, type Season, setUpOrganization } from '#tests/fixtures.ts'
import { begin, callFrom, confirm, holdAsGuest, look, typeCard } from '#tests/guests.ts'

const DECLINED = '4000000000000002'
let app: TestApp
let season: Season
let other: Season
beforeEach(async () => {
  app = await createTestApp()
  const org = await setUpOrganization(app)
  ;[season, other] = [await openSeason(org), await openSeason(org)]
})
afterEach(() => app.close())

/** One card of a bot, from its own network and browser; returns what happened. */
async function tryCard(address: string, on: Season = season): Promise<'tried' | 'no form'> {
  const started = await begin(app, on, address)
  if (!started.setup) return 'no form'
  expect((await typeCard(app, started.setup.clientSecret, DECLINED)).status).toBe(400)
  return 'tried'
}

const network = (nth: number) => `198.51.${Math.floor(nth / 250)}.${(nth % 250) + 1}`

it('a bot with a network of its own for each card gets to try forty of them an hour', async () => {
  const met = []
  for (let nth = 0; nth < 60; nth += 1) met.push(await tryCard(network(nth)))
  expect(met.filter((one) => one === 'tried')).toHaveLength(40)
  expect(met.slice(40).every((one) => one === 'no form')).toBe(true)
  expect(await app.deps.db.query(sql`select from guest_cards`)).toEqual([])
  expect(await tryCard(network(99), other)).toBe('tried')
})

it('a bot that tries cards on several campaigns from one network is stopped there, and nobody else is', async () => {
  const bot = '192.0.2.6'
  const guest = '203.0.113.9'
  for (let nth = 0; nth < 40; nth += 1) expect(await tryCard(bot, nth % 2 ? season : other)).toBe('tried')
  expect(await tryCard(bot)).toBe('no form')
  expect(await tryCard(guest)).toBe('tried')
})

it('real guests pledge while a bot is at work: the card comes after the mail, on any device', async () => {
  for (let nth = 0; nth < 41; nth += 1) await tryCard(network(nth))
  const { held, started, token } = await holdAsGuest(app, season, { address: '203.0.113.9' })
  expect(started).toMatchObject({ setup: null, isCardAfterMail: true })
  expect(expectStatus(await look(app, token), 200)).toMatchObject({ needsCard: true, card: null })
  expect((await confirm(app, token)).status).toBe(400)
  const form = await app.visitor.post<{ clientSecret: string }>(
    `/api/guest-pledge-links/${token}/card-setups`,
  )
  const card = expectStatus(await typeCard(app, expectStatus(form, 201).clientSecret), 201)
  expectStatus(await confirm(app, token, { stripePaymentMethodId: card.stripePaymentMethodId }), 200)
  expect((await app.visitor.post(`/api/guest-pledge-links/${token}/card-setups`)).status).toBe(404)
  expect(held.email).not.toBe('')
})

/** A guest with a card of their own, of which the sandbox has only a few, opens the mail. */
async function pledgeAsGuest(address: string): Promise<GuestStarted> {
  const { started, token } = await holdAsGuest(app, season, { address })
  await app.deps.db.query(sql`
    update guest_cards set fingerprint = ${started.id} where guest_pledge_id = ${started.id}`)
  expectStatus(await confirm(app, token), 200)
  return started
}

it.each(['held', 'taken back', 'confirmed'])(
  'one own card beside each card that is tried, %s again and again, does not let a bot try more of them',
  async (what) => {
    let tried = 0
    for (let nth = 0; nth < 45; nth += 1) {
      if ((await tryCard(network(nth))) === 'tried') tried += 1
      const { started, token } = await holdAsGuest(app, season)
      if (what === 'confirmed' && started.setup) expectStatus(await confirm(app, token), 200)
      if (what === 'taken back')
        await callFrom(app, null, `/api/guest-pledges/${started.id}/withdrawal`, { secret: started.secret })
    }
    expect(tried).toBe(40)
  },
)

it('a stadium behind one address pledges freely: three hundred guests, one card in twenty declined', async () => {
  const address = '192.0.2.7'
  const starts: GuestStarted[] = []
  for (let nth = 0; nth < 300; nth += 1) {
    if (nth % 20 === 19) await tryCard(address)
    else starts.push(await pledgeAsGuest(address))
  }
  expect(starts).toHaveLength(285)
  expect(starts.every(({ isCardAfterMail }) => !isCardAfterMail)).toBe(true)
})

it('one guest’s declined cards make that guest wait after the third, and nobody else', async () => {
  const started = await begin(app, season, '192.0.2.8')
  const type = (number: string) => typeCard(app, started.setup?.clientSecret ?? '', number)
  const statuses = []
  for (let nth = 0; nth < 4; nth += 1) statuses.push((await type(DECLINED)).status)
  expect(statuses).toEqual([400, 400, 400, 429])
  await holdAsGuest(app, season, { address: '192.0.2.8' })
})

it('declines of an hour ago count no more', async () => {
  for (let nth = 0; nth < 41; nth += 1) await tryCard(network(nth))
  app.clock.advance({ minutes: 61 })
  expect(await begin(app, season)).toMatchObject({ isCardAfterMail: false })
})

it('all guests together get so many card forms a minute; one more leaves nothing behind', async () => {
  const small = await createTestApp({ env: { GUEST_CARD_FORMS_PER_MINUTE: '3' } })
  try {
    const org = await setUpOrganization(small)
    const seasons = [await openSeason(org), await openSeason(org)]
    const statuses = []
    for (let nth = 0; nth < 4; nth += 1) {
      const path = `${seasons[nth % 2]?.path}/guest-pledges`
      statuses.push((await callFrom(small, network(nth), path)).status)
    }
    expect(statuses).toEqual([201, 201, 201, 429])
    expect(await small.deps.db.query(sql`select from guest_pledges`)).toHaveLength(3)
  } finally {
    await small.close()
  }
})
