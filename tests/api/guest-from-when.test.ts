/** R58 and R59: what counts is judged when a guest pledge is held, not when it is confirmed. */
import { describe, expect, test } from 'vitest'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { declare, enterMatch, play } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { begin, callFrom, confirm, holdAsGuest, holdBody, look, typeCard } from '#tests/guests.ts'
import { schedule } from '#tests/line-changes.ts'

givenSeasonForEachTest()

const BAY = { opponent: 'Bay', startTime: '2026-09-10T17:00:00Z' }
const COVE = { opponent: 'Cove', startTime: '2026-09-10T22:00:00Z' }
const FROM_NOW = { counts: { from: 'now' } }
const only = (eventId: string) => ({ counts: { from: 'match', eventId } })

/** Presses the button of the link; returns what the pledge has earned by then, and what was agreed to. */
async function confirmed(token: string): Promise<{ earned: string; consentText: string }> {
  const made = expectStatus(await confirm(app, token), 200)
  const link = await app.visitor.get<LinkedPledge>(`/api/pledge-links/${made.pledgeUrl.slice(3)}`)
  const [row] = await app.deps.db.query<{ consentText: string }>(
    sql`select consent_text from pledges where id = ${made.pledgeId}`,
  )
  return { earned: expectStatus(link, 200).earned, consentText: row?.consentText ?? '' }
}

/** What was scheduled is played; the clock is an hour after its start. */
async function playNow(match: { opponent: string; startTime: string }, eventId: string, goals: number) {
  app.clock.set(new Date(Date.parse(match.startTime) + 3_600_000).toISOString())
  await play(org, season, { ...match, eventId, goals })
}

async function tryToHold(counts: Record<string, unknown>): Promise<{ status: number; body: unknown }> {
  const started = await begin(app, season)
  const card = expectStatus(await typeCard(app, started.setup?.clientSecret ?? ''), 201)
  const body = holdBody(season, started, { more: counts }, card.stripePaymentMethodId)
  return callFrom(app, null, `/api/guest-pledges/${started.id}/holding`, body)
}

describe('a guest pledge from now on', () => {
  test('held before the match and confirmed after a goal counts that goal', async () => {
    const bay = await schedule(org, season, BAY)
    const { token } = await holdAsGuest(app, season, { lines: { goals: '2.00' }, more: FROM_NOW })
    await playNow(BAY, bay, 3)
    const words = 'of matches that start after September 10, 2026 at 12:00 PM EDT'
    const page = expectStatus(await look(app, token), 200)
    expect(page).toMatchObject({ counted: words, alreadyEarned: null, problem: null })
    expect(page.consentText).toContain(words)
    const made = await confirmed(token)
    expect(made.earned).toBe('6.00')
    expect(made.consentText).toBe(page.consentText)
  })

  test('held while a match is under way does not count it, however late it is confirmed', async () => {
    const bay = await schedule(org, season, BAY)
    const cove = await schedule(org, season, COVE)
    app.clock.set('2026-09-10T17:30:00Z')
    const { token } = await holdAsGuest(app, season, { lines: { goals: '2.00' }, more: FROM_NOW })
    await playNow(BAY, bay, 3)
    await playNow(COVE, cove, 1)
    expect((await confirmed(token)).earned).toBe('2.00')
  })

  test('counts an achievement that was confirmed between holding and confirming', async () => {
    const { token } = await holdAsGuest(app, season, { lines: { champions: '50.00' }, more: FROM_NOW })
    app.clock.advance({ hours: 1 })
    await declare(org, season, 'achieved')
    expect((await confirmed(token)).earned).toBe('50.00')
  })
})

describe('a guest pledge on one match', () => {
  test('held before the match counts it, although it was played before the button was pressed', async () => {
    const bay = await schedule(org, season, BAY)
    const cove = await schedule(org, season, COVE)
    const { token } = await holdAsGuest(app, season, { lines: { goals: '5.00' }, more: only(bay) })
    await playNow(BAY, bay, 2)
    await playNow(COVE, cove, 4)
    expect(expectStatus(await look(app, token), 200).counted).toBe('of vs. Bay on September 10, 2026')
    expect((await confirmed(token)).earned).toBe('10.00')
  })

  test('moves along when its match is merged into another one', async () => {
    const bay = await schedule(org, season, BAY)
    const twin = await schedule(org, season, { ...BAY, opponent: 'Bay High' })
    const { token } = await holdAsGuest(app, season, { lines: { goals: '5.00' }, more: only(twin) })
    const merge = `${season.path}/events/${twin}/merge`
    expectStatus(await org.representative.post(merge, { into: bay }), 200)
    await playNow(BAY, bay, 2)
    expect((await confirmed(token)).earned).toBe('10.00')
  })

  test('is refused once the match has started or has a result, when it is held', async () => {
    const bay = await schedule(org, season, BAY)
    const cove = await schedule(org, season, COVE)
    app.clock.set('2026-09-10T18:00:00Z')
    await enterMatch(org, season, { ...COVE, eventId: cove, goals: 1 })
    for (const started of [bay, cove]) {
      const { status, body } = await tryToHold(only(started))
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ fields: { 'counts.eventId': expect.stringContaining('has started') } }),
      ])
    }
  })

  test('whose match is deleted before it is confirmed says so, and nothing is pledged', async () => {
    const bay = await schedule(org, season, BAY)
    const { token } = await holdAsGuest(app, season, { more: only(bay) })
    expectStatus(await org.representative.delete(`${season.path}/events/${bay}`), 200)
    const page = expectStatus(await look(app, token), 200)
    expect(page.problem).toBe('That match is not on the schedule')
    expect((await confirm(app, token)).status).toBe(400)
  })
})
