/** Charges that are claimed and recorded in batches have the same outcome as if each had been made alone (R34). */
import { describe, expect, it, vi } from 'vitest'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { sql } from '#server/platform/db/database.ts'
import {
  CARDS,
  goToChargeDate,
  lock,
  openSeason,
  type PledgeWish,
  pledge,
  type Season,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { LEASE } from '#tests/restarts.ts'

givenSeasonForEachTest()

/** One pledge for each wish, locked, with its statement mailed, and due. Returns their ids. */
async function due(wishes: readonly PledgeWish[], seasons: readonly Season[] = [season]): Promise<string[]> {
  const ids: string[] = []
  for (const one of seasons) {
    for (const wish of wishes) ids.push((await pledge(org, one, wish)).pledge.id)
    await lock(org, one, 'progress')
  }
  await goToChargeDate(org)
  return ids
}
const gifts = (...amounts: string[]) => amounts.map((gift): PledgeWish => ({ lines: { gift } }))

/** Records no charge before this many are answered, so that they are recorded together. */
function gather(count: number): void {
  const gate = Promise.withResolvers<void>()
  let answered = 0
  app.deps.checkpoint = (step) => {
    if (step !== 'charge.answered') return
    answered += 1
    if (answered >= count) gate.resolve()
    return gate.promise
  }
}

const atOnce = (charges: number) => ({
  ...app.deps.config,
  atOnce: { ...app.deps.config.atOnce, charges },
})

it('no more charges are under way at once than the setting says', async () => {
  const ids = await due(gifts('10.00', '11.00', '12.00', '13.00', '14.00'))
  let underWay = 0
  let most = 0
  app.deps.checkpoint = (step) => {
    if (step === 'charge.claimed') underWay += 1
    if (step === 'charge.answered') underWay -= 1
    most = Math.max(most, underWay)
  }
  expect(await runDueCharges({ ...app.deps, config: atOnce(2) })).toBe(ids.length)
  expect(most).toBe(2)
})

/** For each pledge: the outcome of its charge, and all that followed from it. */
const chargesOf = (pledgeIds: readonly string[]) =>
  app.deps.db.query(sql`
    select c.state, p.status,
           (select count(*) from charge_attempts a where a.charge_id = c.id) as attempts,
           (select count(*) from sandbox.payments s join charge_attempts a on a.id::text = s.idempotency_key where a.charge_id = c.id) as asked,
           (select count(*) from journal_entries e where e.source_id = c.id) as entries,
           (select string_agg(m.kind, ' ' order by m.kind) from mails m where m.pledge_id = p.id and m.kind <> 'settlement_statement') as mails,
           (select string_agg(l.action, ' ' order by l.id) from audit_log l where l.subject_id = c.id) as audit
      from unnest(${sql.param([...pledgeIds])}::uuid[]) with ordinality as asked (id, place)
      join pledges p on p.id = asked.id join charges c on c.pledge_id = p.id order by asked.place`)
const ONCE = { attempts: 1, asked: 1 }
const PAID = { ...ONCE, state: 'succeeded', entries: 1, mails: 'receipt', audit: 'charge.succeeded' }

describe('charges that are recorded together:', () => {
  it('each has its own outcome, and its supporter gets only that mail', async () => {
    const numbers = [CARDS.good, CARDS.insufficient, CARDS.expired, CARDS.authentication, CARDS.good]
    const wishes = numbers.map((card, place): PledgeWish => ({ lines: { gift: `${10 + place}.01` }, card }))
    const ids = await due(wishes)
    gather(ids.length)
    expect(await runDueCharges(app.deps)).toBe(ids.length)
    const paid = { ...PAID, status: 'active' }
    expect(await chargesOf(ids)).toEqual([
      paid,
      {
        ...ONCE,
        state: 'failed',
        status: 'active',
        entries: 0,
        mails: 'charge_declined',
        audit: 'charge.declined',
      },
      {
        ...ONCE,
        state: 'past_due',
        status: 'past_due',
        entries: 0,
        mails: 'pay_link',
        audit: 'charge.declined',
      },
      {
        ...ONCE,
        state: 'requires_action',
        status: 'active',
        entries: 0,
        mails: 'confirm_charge',
        audit: 'charge.requires_action',
      },
      paid,
    ])
  })

  it('the commission of each campaign is exact whatever the cents of each charge (R4)', async () => {
    const other = await openSeason(org)
    const ids = await due(gifts('10.01', '10.01', '10.01'), [season, other])
    await app.deps.db.query(sql`update campaigns set commission_basis_points = 1000 where id = ${other.id}`)
    gather(ids.length)
    expect(await runDueCharges(app.deps)).toBe(6)
    const books = await app.deps.db.query(sql`
      select campaign_id as id, collected_cents as collected, commission_cents as commission from campaign_books`)
    expect(books).toEqual(
      expect.arrayContaining([
        { id: season.id, collected: 3003, commission: 751 },
        { id: other.id, collected: 3003, commission: 300 },
      ]),
    )
  })

  it('one whose answer cannot be recorded undoes no other, and is recorded later under the same key', async () => {
    const ids = await due(gifts('10.00', '20.00', '30.00'))
    const { charge } = app.deps.cards
    const garbled = vi.spyOn(app.deps.cards, 'charge').mockImplementation(async (request) => {
      const outcome = await charge(request)
      return request.amount === 2000 ? { outcome: 'succeeded', reference: 'no text\0' } : outcome
    })
    gather(ids.length)
    await expect(runDueCharges(app.deps)).rejects.toThrow('1 charges got no answer')
    const lost = { ...ONCE, state: 'processing', status: 'active', entries: 0, mails: null, audit: null }
    const paid = { ...PAID, status: 'active' }
    expect(await chargesOf(ids)).toEqual([paid, lost, paid])
    garbled.mockRestore()
    app.clock.advance(LEASE)
    expect(await runDueCharges(app.deps)).toBe(1)
    expect(await chargesOf(ids)).toEqual([paid, paid, paid])
  })
})

describe('charges that are claimed together:', () => {
  it('one that cannot be claimed does not hold up the others', async () => {
    const ids = await due(gifts('10.00', '20.00', '30.00'))
    const setAttempts = (id: string | undefined, count: number) =>
      app.deps.db.query(sql`update charges set attempts_count = ${count} where pledge_id = ${id ?? null}`)
    const maxThatFits = 2 ** 31 - 1
    await setAttempts(ids[0], maxThatFits)
    await expect(runDueCharges(app.deps)).rejects.toThrow('1 charges got no answer')
    const paid = { ...PAID, status: 'active' }
    const left = {
      attempts: 0,
      asked: 0,
      state: 'scheduled',
      status: 'active',
      entries: 0,
      mails: null,
      audit: null,
    }
    expect(await chargesOf(ids)).toEqual([left, paid, paid])
    await setAttempts(ids[0], 0)
    expect(await runDueCharges(app.deps)).toBe(1)
    expect(await chargesOf(ids)).toEqual([paid, paid, paid])
  })

  it('one whose lease has ended is left to the server that claimed it since', async () => {
    const other = await app.another()
    const ids = await due(gifts(...Array.from({ length: 9 }, (_, place) => `${10 + place}.00`)))
    const gate = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    let waiting = 0
    const checkpoint = (step: string) => {
      if (step !== 'charge.answered') return
      waiting += 1
      // Eight are asked for at once: the ninth waits.
      if (waiting === 8) reached.resolve()
      return gate.promise
    }
    const charge = vi.spyOn(app.deps.cards, 'charge')
    const slow = runDueCharges({ ...app.deps, checkpoint, config: atOnce(8) })
    await Promise.race([reached.promise, slow])
    app.clock.advance(LEASE)
    expect(await runDueCharges(other.deps)).toBe(9)
    gate.resolve()
    await slow
    expect(charge).toHaveBeenCalledTimes(8)
    expect(await chargesOf(ids)).toEqual(ids.map(() => ({ ...PAID, status: 'active' })))
  })
})
