/** Digests are sent in the daytime, once each, despite crashes and many supporters (R44). */
import { describe, expect, it } from 'vitest'
import type { Letter } from '#server/messaging/delivery/mail.ts'
import { sendThrough } from '#server/messaging/mails/send.ts'
import { sql } from '#server/platform/db/database.ts'
import { BAY, digests, HARBOR, pledged, sendDigests } from '#tests/digests.ts'
import { play, setStatus } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, NOON, org, season } from '#tests/given-season.ts'
import { notifyResults } from './send.ts'

givenSeasonForEachTest()

describe('quiet hours', () => {
  it('delay the digest of an evening match to the morning, with corrections made at night', async () => {
    await pledged({ goals: '5.00' })
    // 8:45 PM in Boston.
    app.clock.set('2026-09-11T00:45:00Z')
    const eventId = await play(org, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    expect(await digests()).toEqual([])
    app.clock.set('2026-09-11T03:00:00Z')
    await play(org, season, { ...HARBOR, eventId, goals: 4 })
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
    await play(org, season, { ...HARBOR, goals: 3 })
    app.clock.set('2026-09-11T00:58:00Z')
    await sendDigests()
    await app.deps.db.query(sql`delete from mails where kind <> 'results_digest'`)
    await app.deps.db.query(sql`
      insert into mails (id, kind, idempotency_key, to_address, subject, text_body, html_body, message_id, created_at, next_attempt_at)
      select gen_random_uuid(), 'receipt', 'receipt:1', 'ada@example.org', 'Receipt', '', '', '<1@pledgeraiser>', created_at, created_at from mails`)
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

describe('sending digests:', () => {
  /** Stops the program when a job reaches this step. */
  async function dieAt(step: string): Promise<void> {
    app.deps.checkpoint = (at) => {
      if (at === step) throw new Error('killed')
    }
    await expect(sendDigests()).rejects.toThrow()
    app.deps.checkpoint = () => undefined
  }

  it.each(['digest.frozen', 'digest.queued'])(
    'a crash at %s loses no mail and repeats none',
    async (step) => {
      const people = [await pledged({ goals: '5.00' }), await pledged({ goals: '2.00' })]
      const amountsSent = async () => {
        const mails = await digests()
        return people.map(({ supporter }) =>
          mails.filter(({ to }) => to === supporter.email).map(({ subject }) => subject.split(' ')[0]),
        )
      }
      await play(org, season, { ...HARBOR, goals: 3 })
      app.clock.advance({ minutes: 21 })
      await dieAt(step)
      // Results confirmed in the meantime belong to the next digest.
      await play(org, season, { ...BAY, goals: 1 })
      await sendDigests()
      expect(await amountsSent()).toEqual([['$15.00'], ['$6.00']])
      app.clock.advance({ minutes: 21 })
      await sendDigests()
      expect(await amountsSent()).toEqual([
        ['$15.00', '$5.00'],
        ['$6.00', '$2.00'],
      ])
    },
  )

  it('a crash between sending and recording repeats a digest under the same Message-ID', async () => {
    await pledged({ goals: '5.00' })
    await play(org, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    await sendDigests()
    const office = postOffice()
    const dying = {
      ...office,
      send: (letter: Letter) => office.send(letter).then(() => Promise.reject(new Error('killed'))),
    }
    await sendThrough(app.deps, dying)
    app.clock.advance({ minutes: 1 })
    await sendThrough(app.deps, office)
    await sendThrough(app.deps, office)
    const sent = office.got.filter(({ subject }) => subject.includes('more for your pledge'))
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    const [kept] = await digests()
    expect(kept?.unsubscribeUrl).toBeNull()
    expect(kept?.text).not.toMatch(/\/(p|unsubscribe)\/[\w-]/)
  })

  it('two instances at once queue each mail once', async () => {
    for (let count = 0; count < 5; count += 1) await pledged({ goals: '5.00' })
    await play(org, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 21 })
    const other = await app.another()
    await Promise.all([sendDigests(), notifyResults(other.deps)])
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
  await play(org, season, { ...HARBOR, goals: 3 })
  app.clock.advance({ minutes: 21 })
  let batches = 0
  app.deps.checkpoint = (step) => {
    if (step === 'digest.queued') batches += 1
  }
  await sendDigests()
  const [row] = await app.deps.db.query<{ count: number; people: number }>(sql`
    select count(*) as count, count(distinct user_id) as people from mails where kind = 'results_digest'`)
  expect([row, batches]).toEqual([{ count: 5001, people: 5001 }, 11])
})

it('a digest that still waits for the mail server is not sent once its campaign is cancelled (R44)', async () => {
  await pledged({ goals: '5.00' })
  await play(org, season, { ...HARBOR, goals: 3 })
  app.clock.advance({ minutes: 21 })
  await sendDigests()
  expect(await digests()).toHaveLength(1)
  await setStatus(org, season, 'cancelled')
  const office = postOffice()
  await sendThrough(app.deps, office)
  expect(await digests()).toEqual([])
  expect(office.got.map(({ subject }) => subject).join()).not.toContain('more for your pledge')
})
