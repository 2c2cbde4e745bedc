/** R30, R32, R33: what a statement says is still to pay, and that its figures add up. */
import { describe, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Caller } from '#tests/app.ts'
import { BAY, bill, CARDS, correctGoals, invoicesOf, lock, play, pledge } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'

givenSeasonForEachTest()

const statementsTo = async ({ email }: Caller) =>
  deliveredMails(app.deps.db, sql`kind = 'settlement_statement' and to_address = ${email}`)
const lastTo = async (supporter: Caller) => (await statementsTo(supporter)).at(-1)
const NOTHING_DUE = 'nothing is due'

describe('a statement that bills nothing new (R30)', () => {
  it('says which charge is still coming, and when', async () => {
    const { supporter } = await pledge(org, season, { lines: { goals: '5.00' } })
    await play(org, season, { ...BAY, goals: 4 })
    await lock(org, season, 'progress')
    await lock(org, season, 'final')
    // The database now finds the second settlement first: both were locked at the same instant.
    await app.deps.db.query(sql`update settlements set stage = stage where kind = 'progress'`)
    await runDueJobs(app.deps)
    const final = await lastTo(supporter)
    expect(final?.subject).toBe('Your final statement for Fall Season: $20.00 still to pay')
    expect(final?.text).toContain('Card charge on September 13, 2026: $20.00')
    expect(final?.text).toContain('You don’t need to do anything for it.')
    expect(final?.text).not.toContain(NOTHING_DUE)
  })

  it('says that a charge failed, and when it is tried again', async () => {
    const { supporter } = await pledge(org, season, { lines: { goals: '5.00' }, card: CARDS.declined })
    await play(org, season, { ...BAY, goals: 4 })
    await bill(org, season, 'progress')
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    const final = await lastTo(supporter)
    expect(final?.text).toContain('Card charge that failed, tried again on September 14, 2026: $20.00')
    expect(final?.text).not.toContain(NOTHING_DUE)
  })

  it('names the invoice that a correction lowered, with what is left of it and until when', async () => {
    const { supporter } = await pledge(org, season, { lines: { goals: '5.00' }, method: 'check' })
    const eventId = await play(org, season, { ...BAY, goals: 4 })
    await bill(org, season, 'final')
    await correctGoals(org, season, eventId, 3)
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    const [invoice] = await invoicesOf(org, season)
    const corrected = await lastTo(supporter)
    expect(corrected?.subject).toContain('$15.00 still to pay')
    expect(corrected?.text).toContain(`Invoice ${invoice?.number}, due October 10, 2026: $15.00`)
    expect(corrected?.text).not.toContain(NOTHING_DUE)
  })

  it('says that nothing is due once everything is paid', async () => {
    const { supporter } = await pledge(org, season, { lines: { goals: '5.00' } })
    await play(org, season, { ...BAY, goals: 4 })
    await bill(org, season, 'progress')
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    const final = await lastTo(supporter)
    expect(final?.subject).toBe('Your final statement for Fall Season: nothing more to pay')
    expect(final?.text).toContain('Nothing is charged and nothing is due.')
  })
})

describe('the figures of a statement after a correction (R32, R33)', () => {
  const settle = async (lines: Parameters<typeof pledge>[2], goals: [before: number, after: number]) => {
    const { supporter } = await pledge(org, season, lines)
    const eventId = await play(org, season, { ...BAY, goals: goals[0] })
    await bill(org, season, 'final')
    await correctGoals(org, season, eventId, goals[1])
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    return lastTo(supporter)
  }
  const card = { lines: { goals: '5.00' }, method: 'auto_bill_end' } as const

  it('say that an increase is waived', async () => {
    const mail = await settle(card, [4, 6])
    expect(mail?.subject).toBe('Your corrected statement for Fall Season: nothing more to pay')
    expect(mail?.text).toMatch(
      /Earned so far: \$30\.00\n {2}Billed before: \$20\.00\n {2}Waived: \u2212\$10\.00\n {2}To pay now: \$0\.00/,
    )
    expect(mail?.text).toContain('added $10.00 to what your pledge has earned. You do not pay it.')
  })

  it('say that a decrease is refunded', async () => {
    const mail = await settle(card, [4, 3])
    expect(mail?.text).toMatch(
      /Earned so far: \$15\.00\n {2}Billed before: \$20\.00\n {2}Refunded to you: \$5\.00\n {2}To pay now: \$0\.00/,
    )
    expect(mail?.text).toContain('you paid $5.00 more than your pledge has earned')
  })

  it('say that an open invoice is lowered', async () => {
    const mail = await settle({ lines: { goals: '5.00' }, method: 'check' }, [4, 3])
    expect(mail?.text).toMatch(
      /Earned so far: \$15\.00\n {2}Billed before: \$20\.00\n {2}Taken off what was billed: \$5\.00\n {2}Newly due: \$0\.00/,
    )
  })

  it('name what was waived before, and is no longer earned', async () => {
    const { supporter } = await pledge(org, season, card)
    const eventId = await play(org, season, { ...BAY, goals: 4 })
    await bill(org, season, 'final')
    for (const goals of [6, 5]) {
      await correctGoals(org, season, eventId, goals)
      await lock(org, season, 'final')
      await runDueJobs(app.deps)
    }
    expect((await lastTo(supporter))?.text).toMatch(
      /Earned so far: \$25\.00\n {2}Billed, waived or written off before: \$30\.00\n {2}No longer waived.*: \$5\.00\n {2}To pay now: \$0\.00/,
    )
  })
})
