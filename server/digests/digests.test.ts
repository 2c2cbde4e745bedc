/** After a confirmed match each supporter gets one digest, in the daytime, and never two (R10, R44). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Letter } from '#server/adapters/mail.ts'
import { sql } from '#server/db/database.ts'
import { sendThrough } from '#server/mails/jobs.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  declare,
  enterMatch,
  type House,
  lock,
  openHouse,
  openSeason,
  play,
  pledge,
  pledgeBody,
  type Season,
  setStatus,
} from '#tests/fixtures.ts'
import { tellResults } from './jobs.ts'

let app: TestApp
let house: House
let season: Season
/** Noon in Boston. */
const NOON = '2026-09-10T16:00:00Z'
beforeEach(async () => {
  app = await createTestApp({ now: NOON })
  house = await openHouse(app)
  season = await openSeason(house)
})
afterEach(() => app.close())

type Mail = { to: string; subject: string; text: string; messageId: string; unsubscribeUrl: string | null }
const digests = () =>
  app.deps.db.query<Mail>(sql`
    select to_address as to, subject, text_body as text, message_id, unsubscribe_url
      from mails where kind = 'results_digest' order by created_at, to_address`)
const sendDigests = () => tellResults(app.deps)
const HARBOR = { opponent: 'Harbor', startTime: '2026-09-09T18:00:00Z' }
const BAY = { opponent: 'Bay', startTime: '2026-09-10T14:00:00Z' }
const pledged = (lines: Parameters<typeof pledge>[2]['lines'], most = '300.00') =>
  pledge(house, season, { lines, most, method: 'check' })

describe('a results digest', () => {
  it('has what the match added, the running total, what is left and the pledge’s link', async () => {
    const one = await pledged({ goals: '5.00', wins: '10.00' })
    const other = await pledged({ goals: '1.00', gift: '25.00' })
    await pledged({ champions: '50.00' })
    await play(house, season, { ...HARBOR, goals: 3, wins: 1 })
    await sendDigests()
    expect(await digests()).toEqual([])
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const mails = await digests()
    const [mine, theirs] = [one, other].map(({ supporter }) => mails.find(({ to }) => to === supporter.email))
    expect(mails).toHaveLength(2)
    expect(mine?.subject).toBe('$25.00 more for your pledge for Fall Season')
    expect(theirs?.subject).toBe('$3.00 more for your pledge for Fall Season')
    expect(mine?.text).toContain('Sep 9, vs. Harbor\n')
    expect(mine?.text).toContain('  Goals: 3 × $5.00: $15.00\n')
    expect(mine?.text).toContain('  Wins: 1 × $10.00: $10.00\n')
    expect(mine?.text).toMatch(/Earned so far: \$25\.00\n.*\$300\.00\n.*\$275\.00/)
    expect(theirs?.text).toContain('Earned so far: $28.00')
    expect(mine?.text).toMatch(/\/p\/[\w-]{43}/)
    expect(mine?.unsubscribeUrl).toMatch(/\/unsubscribe\/[\w-]{43}$/)
    await sendDigests()
    expect(await digests()).toHaveLength(2)
  })

  it('includes a correction made within the waiting time; a later one is mailed by itself', async () => {
    await pledged({ goals: '5.00' })
    const eventId = await play(house, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 15 })
    await confirm(house.owner, season, await enterMatch(house, season, { ...HARBOR, eventId, goals: 2 }))
    app.clock.advance({ minutes: 15 })
    await sendDigests()
    expect(await digests()).toEqual([])
    app.clock.advance({ minutes: 6 })
    await sendDigests()
    await play(house, season, { ...BAY, goals: 4 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    await confirm(house.owner, season, await enterMatch(house, season, { ...HARBOR, eventId, goals: 1 }))
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    expect((await digests()).map(({ subject }) => subject)).toEqual([
      '$10.00 more for your pledge for Fall Season',
      '$20.00 more for your pledge for Fall Season',
      'A correction: −$5.00 for your pledge for Fall Season',
    ])
  })

  it('is not delayed without limit by results that keep coming', async () => {
    await pledged({ goals: '1.00' })
    for (let round = 0; round < 6; round += 1) {
      await play(house, season, { ...HARBOR, opponent: `Team ${round}`, goals: 1 })
      app.clock.advance({ minutes: 16 })
      await sendDigests()
    }
    const [first] = await digests()
    expect(first?.subject).toContain('$6.00 more')
  })

  it('covers two pledges; none goes for later or cancelled pledges, or to unverified or unsubscribed people', async () => {
    const { supporter } = await pledged({ goals: '5.00' })
    const again = { lines: { wins: '2.00' }, method: 'check' } as const
    expectStatus(
      await supporter.post(`${season.path}/pledges`, await pledgeBody(supporter, season, again)),
      201,
    )
    const [gone, unproven, unwilling] = [
      await pledged({ goals: '5.00' }),
      await pledged({ goals: '5.00' }),
      await pledged({ goals: '5.00' }),
    ]
    expectStatus(await gone.supporter.post(`/api/pledges/${gone.pledge.id}/cancellation`), 201)
    await app.deps.db.query(
      sql`update users set email_verified_at = null where id = ${unproven.supporter.userId}`,
    )
    const choice = { kind: 'results_digest', isOn: false }
    expectStatus(await unwilling.supporter.put('/api/user/mail-choices', choice), 200)
    await play(house, season, { ...HARBOR, goals: 2, wins: 1 })
    app.clock.advance({ minutes: 5 })
    await pledged({ goals: '5.00' })
    app.clock.advance({ minutes: 20 })
    await sendDigests()
    const mails = await digests()
    expect(mails.map(({ to }) => to)).toEqual([supporter.email])
    expect(mails[0]?.subject).toBe('New results for your pledges for Fall Season')
    expect(mails[0]?.text.match(/\/p\/[\w-]{43}/g)).toHaveLength(2)
  })

  it('says when the maximum is reached, and is the last one', async () => {
    await pledged({ goals: '5.00' }, '12.00')
    await play(house, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    await play(house, season, { ...BAY, goals: 3 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const mails = await digests()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('you never pay more than $12.00')
    expect(mails[0]?.text).toContain('  Goals: 3 × $5.00 = $15.00, limited by your maximum: $12.00\n')
  })

  it('includes an achievement, and a confirmed void', async () => {
    await pledged({ champions: '50.00' })
    await declare(house, season, 'achieved')
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const [entry] = expectStatus(await house.owner.get<{ id: string }[]>(`${season.path}/results`), 200)
    expectStatus(
      await house.scorer.post(`${season.path}/results/${entry?.id}/void`, { reason: 'Not yet' }),
      201,
    )
    await confirm(house.owner, season, [{ id: entry?.id ?? '' }])
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const [won, lost] = await digests()
    expect(won?.text).toContain('Champions: achieved: $50.00')
    expect(lost?.subject).toBe('A correction: −$50.00 for your pledge for Fall Season')
  })

  it('is not sent once the season is settled or cancelled', async () => {
    await pledged({ gift: '25.00', goals: '1.00' })
    await play(house, season, { ...HARBOR, goals: 2 })
    await setStatus(house, season, 'cancelled')
    const second = await openSeason(house)
    await pledge(house, second, { lines: { goals: '1.00' }, method: 'check' })
    await play(house, second, { ...HARBOR, goals: 2 })
    await declare(house, second, 'not_achieved')
    await lock(house, second, 'final')
    app.clock.advance({ hours: 2 })
    await sendDigests()
    expect(await digests()).toEqual([])
    const open = await app.deps.db.query(sql`select id from result_digests where closed_at is null`)
    expect(open).toEqual([])
  })
})

describe('quiet hours', () => {
  it('delay the digest of an evening match to the morning, with corrections made at night', async () => {
    await pledged({ goals: '5.00' })
    // 8:45 PM in Boston.
    app.clock.set('2026-09-11T00:45:00Z')
    const eventId = await play(house, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    expect(await digests()).toEqual([])
    app.clock.set('2026-09-11T03:00:00Z')
    await confirm(house.owner, season, await enterMatch(house, season, { ...HARBOR, eventId, goals: 4 }))
    app.clock.set('2026-09-11T11:59:00Z')
    await sendDigests()
    expect(await digests()).toEqual([])
    app.clock.set('2026-09-11T12:00:00Z')
    await sendDigests()
    expect((await digests()).map(({ subject }) => subject)).toEqual([
      '$20.00 more for your pledge for Fall Season',
    ])
  })

  it('delay a queued digest to the morning, but not a receipt', async () => {
    await pledged({ goals: '5.00' })
    await play(house, season, { ...HARBOR, goals: 3 })
    app.clock.set('2026-09-11T00:58:00Z')
    await sendDigests()
    await app.deps.db.query(sql`delete from mails where kind <> 'results_digest'`)
    await app.deps.db.query(sql`
      insert into mails (id, kind, once, to_address, subject, text_body, html_body, message_id, created_at)
      select gen_random_uuid(), 'receipt', 'receipt:1', 'ada@example.org', 'Receipt', '', '', '<1@pledgeraiser>', created_at from mails`)
    const office = postOffice()
    app.clock.set('2026-09-11T01:00:00Z')
    expect(await sendThrough(app.deps, office)).toBe(1)
    app.clock.set('2026-09-11T11:30:00Z')
    expect(await sendThrough(app.deps, office)).toBe(0)
    expect(await sendThrough(app.deps, null)).toBe(0)
    app.clock.set('2026-09-11T12:00:00Z')
    expect(await sendThrough(app.deps, office)).toBe(1)
    expect(office.got.map(({ subject }) => subject)).toEqual([
      'Receipt',
      '$15.00 more for your pledge for Fall Season',
    ])
  })

  it('do not apply in a time zone that the database does not know', async () => {
    const [row] = await app.deps.db.query<{ quiet: boolean }>(
      sql`select is_quiet('Mars/Olympus', ${new Date(NOON)}) as quiet`,
    )
    expect(row?.quiet).toBe(false)
  })
})

/** A mail server that keeps what it received. */
function postOffice() {
  const got: Letter[] = []
  return { got, send: async (letter: Letter) => void got.push(letter), close: () => undefined }
}

describe('a crash while sending digests', () => {
  /** Stops the program when a job reaches this step. */
  async function dieAt(step: string): Promise<void> {
    app.deps.checkpoint = (at) => {
      if (at === step) throw new Error('killed')
    }
    await expect(sendDigests()).rejects.toThrow()
    app.deps.checkpoint = () => undefined
  }

  it.each(['digest.frozen', 'digest.queued'])('at %s loses no mail and repeats none', async (step) => {
    const people = [await pledged({ goals: '5.00' }), await pledged({ goals: '2.00' })]
    const amountsSent = async () => {
      const mails = await digests()
      return people.map(({ supporter }) =>
        mails.filter(({ to }) => to === supporter.email).map(({ subject }) => subject.split(' ')[0]),
      )
    }
    await play(house, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    await dieAt(step)
    // Results confirmed meanwhile belong to the next digest.
    await play(house, season, { ...BAY, goals: 1 })
    await sendDigests()
    expect(await amountsSent()).toEqual([['$15.00'], ['$6.00']])
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    expect(await amountsSent()).toEqual([
      ['$15.00', '$5.00'],
      ['$6.00', '$2.00'],
    ])
  })

  it('between sending and recording repeats a digest under the same Message-ID', async () => {
    await pledged({ goals: '5.00' })
    await play(house, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const office = postOffice()
    const dying = {
      ...office,
      send: (letter: Letter) => office.send(letter).then(() => Promise.reject(new Error('killed'))),
    }
    await sendThrough(app.deps, dying)
    await sendThrough(app.deps, office)
    await sendThrough(app.deps, office)
    const sent = office.got.filter(({ subject }) => subject.includes('more for your pledge'))
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    const [kept] = await digests()
    expect(kept?.unsubscribeUrl).toBeNull()
    expect(kept?.text).not.toMatch(/\/(p|unsubscribe)\/[\w-]/)
  })

  it('two instances sending digests at once queue each mail once', async () => {
    for (let count = 0; count < 5; count += 1) await pledged({ goals: '5.00' })
    await play(house, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    const other = await app.another()
    await Promise.all([sendDigests(), tellResults(other.deps)])
    expect(new Set((await digests()).map(({ to }) => to)).size).toBe(5)
    expect(await digests()).toHaveLength(5)
  })
})

it('digests for 5,000 supporters are queued in eleven batches', async () => {
  await pledged({ goals: '5.00' })
  await app.deps.db.query(sql`
    insert into users (id, email, email_verified_at, created_at)
    select gen_random_uuid(), 'fan' || n || '@example.org', ${app.clock.now()}, ${app.clock.now()} from generate_series(1, 5000) n`)
  await app.deps.db.query(sql`
    insert into pledges (id, campaign_id, pledger_id, status, payment_timing, payment_method, agreed_maximum_cents, estimate_cents,
                         is_anonymous, consent_text, created_at)
    select gen_random_uuid(), ${season.id}, id, 'active', 'end_of_campaign', 'check', 30000, 100, false, 'x', created_at
      from users where email like 'fan%'`)
  await app.deps.db.query(sql`
    insert into pledge_lines (campaign_id, pledge_id, statistic_id, statistic_name, type, rate_cents, estimate_cents)
    select campaign_id, id, ${season.statistics.goals.id}, 'Goals', 'per_increment', 200, 100 from pledges where consent_text = 'x'`)
  await play(house, season, { ...HARBOR, goals: 3 })
  app.clock.advance({ minutes: 21 })
  let batches = 0
  app.deps.checkpoint = (step) => {
    if (step === 'digest.queued') batches += 1
  }
  await sendDigests()
  const [row] = await app.deps.db.query<{ count: number; people: number }>(sql`
    select count(*) as count, count(distinct user_id) as people from mails where kind = 'results_digest'`)
  expect([row, batches]).toEqual([{ count: 5001, people: 5001 }, 11])
}, 60_000)
