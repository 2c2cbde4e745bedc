/** A lock must match the preview that was shown; otherwise it is a 409 that says what changed (R30). */
import { expect, it } from 'vitest'
import { cents, dollars, sum, toDecimal } from '#domain/money.ts'
import type { PreviewChanges, Settlement, SettlementPreview } from '#domain/schemas/settlement.ts'
import { lockProgressSettlements } from '#server/money/settlements/advance.ts'
import { createKeptPreviews } from '#server/money/settlements/preview.ts'
import { expectStatus } from '#tests/app.ts'
import {
  BAY,
  confirm,
  countRows,
  declare,
  enterMatch,
  formToLock,
  play,
  pledge,
  previewOf,
  runToChargeDate,
  lock as settle,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

givenSeasonForEachTest()

const COVE = { opponent: 'Cove', startTime: '2026-09-09T20:00:00Z' }

type Refusal = { code: string; message: string; details: PreviewChanges }
const lock = (form: object) =>
  org.representative.post<Settlement & Refusal>(`${season.path}/settlements`, form)
const correct = async (eventId: string, match: typeof BAY, counts: { goals?: number; wins?: number }) =>
  confirm(org.owner, season, await enterMatch(org, season, { ...match, eventId, ...counts }))
const later = () => app.clock.advance({ minutes: 1 })

/** Ten goals at $2.00 are paid; a correction to seven and a half waits for its lock: $5.00 is refunded. */
async function refundPreviewed(): Promise<{ eventId: string; preview: SettlementPreview }> {
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'auto_bill_end' })
  const eventId = await play(org, season, { ...BAY, goals: 10 })
  await settle(org, season, 'final')
  await runToChargeDate(org)
  await correct(eventId, BAY, { goals: 7.5 })
  const preview = await previewOf(org, season, 'final')
  expect(preview.totals).toMatchObject({ toBill: '0.00', refunded: '5.00' })
  return { eventId, preview }
}

it('a lock is refused when a refund grew after its preview, and the message has both amounts', async () => {
  const { eventId, preview } = await refundPreviewed()
  later()
  await correct(eventId, BAY, { goals: 2.5 })
  const before = await countRows(app.deps.db)
  const { previewId, version } = preview
  const refused = await lock({ kind: 'final', version, previewId })
  expect(refused).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect(refused.body.message).toContain('Refunds were $5.00 and are now $15.00.')
  expect(refused.body.message).toContain('Since then 1 result was confirmed (vs. Bay: Goals).')
  expect(refused.body.details).toMatchObject({
    changes: expect.arrayContaining([{ total: 'refunded', before: '5.00', now: '15.00' }]),
    before: preview.totals,
    now: { refunded: '15.00', difference: '-15.00' },
    confirmed: { count: 1, names: ['vs. Bay: Goals'] },
    pledgesMade: 0,
    pledgesCancelled: 0,
    version,
  })
  expect(await countRows(app.deps.db)).toEqual(before)
  const again = await previewOf(org, season, 'final')
  expect(refused.body.details.now).toEqual(again.totals)
  // Both name the same computation: either locks it.
  const [shown, named] = [again.previewId, refused.body.details.previewId].map((id) => id.slice(0, 64))
  expect(shown).toBe(named)
  const locked = await lock({ kind: 'final', version, previewId: refused.body.details.previewId })
  expect(expectStatus(locked, 201).totals.refunded).toBe('15.00')
})

it('a lock is refused when the total is the same but other pledges make it up', async () => {
  await pledge(org, season, { lines: { goals: '5.00' } })
  await pledge(org, season, { lines: { wins: '10.00' } })
  const eventId = await play(org, season, { ...BAY, goals: 4, wins: 2 })
  const { previewId, version, totals } = await previewOf(org, season, 'progress')
  expect(totals.toBill).toBe('40.00')
  later()
  await correct(eventId, BAY, { goals: 2, wins: 3 })
  const { status, body } = await lock({ kind: 'progress', version, previewId })
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'stale' })
  expect(body.message).toContain('The totals are the same, but the pledges or results behind them changed.')
  expect(body.details).toMatchObject({ changes: [], confirmed: { count: 2 } })
})

it('a refused lock says how many pledges were made and cancelled after the preview', async () => {
  const first = await pledge(org, season, { lines: { gift: '25.00' } })
  const { previewId, version } = await previewOf(org, season, 'progress')
  later()
  await pledge(org, season, { lines: { gift: '30.00' } })
  const made = await lock({ kind: 'progress', version, previewId })
  expect(made.body.message).toContain(
    'New bills were $25.00 and are now $55.00. Since then 1 pledge was made.',
  )
  expectStatus(await first.supporter.post(`/api/pledges/${first.pledge.id}/cancellation`, {}), 201)
  const { body } = await lock({ kind: 'progress', version, previewId })
  expect(body.details).toMatchObject({ pledgesMade: 1, pledgesCancelled: 1 })
  expect(body.details.changes).toContainEqual({ total: 'toBill', before: '25.00', now: '30.00' })
})

it('a lock is refused after a new result that changes no amount, as statements list the match', async () => {
  await pledge(org, season, { lines: { goals: '5.00' }, most: '20.00' })
  await play(org, season, { ...BAY, goals: 4 })
  const { previewId, version } = await previewOf(org, season, 'progress')
  later()
  await play(org, season, { ...COVE, goals: 3 })
  expect(await lock({ kind: 'progress', version, previewId })).toMatchObject({
    status: 409,
    body: { code: 'stale', details: { changes: [] } },
  })
})

it('a preview has one previewId on all pages and filters, and any of them can be locked with it', async () => {
  for (const amount of ['25.00', '30.00', '35.00'])
    await pledge(org, season, { lines: { gift: amount }, method: 'check' })
  const path = `${season.path}/settlements/preview?kind=final`
  const ids = new Set<string>()
  for (const query of ['', '&limit=1&page=2', '&limit=1&page=3', '&show=exceptions']) {
    later()
    ids.add(expectStatus(await org.representative.get<SettlementPreview>(`${path}${query}`), 200).previewId)
  }
  expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f]{64}\./)])
  const { version, blockers } = await previewOf(org, season, 'final')
  const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'None' }))
  const [previewId] = ids
  expectStatus(await lock({ kind: 'final', version, previewId, declared }), 201)
})

it('another server instance can compare a preview that it never computed itself', async () => {
  const { eventId, preview } = await refundPreviewed()
  app.deps.previews = createKeptPreviews()
  later()
  await correct(eventId, BAY, { goals: 5 })
  const { version, previewId } = preview
  const refused = await lock({ kind: 'final', version, previewId })
  expect(refused.body.message).toContain('Refunds were $5.00 and are now $10.00.')
  await correct(eventId, BAY, { goals: 7.5 })
  expectStatus(await lock({ kind: 'final', version, previewId }), 201)
})

it('a preview of another kind, or without billed increases, cannot be locked instead', async () => {
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'auto_bill_end' })
  const eventId = await play(org, season, { ...BAY, goals: 10 })
  const progress = await previewOf(org, season, 'progress')
  const form = await formToLock(org, season, 'final')
  const final = await lock({ ...form, previewId: progress.previewId })
  expect(final).toMatchObject({ status: 409, body: { code: 'stale' } })
  await settle(org, season, 'final')
  await correct(eventId, BAY, { goals: 12 })
  const { previewId, version } = await previewOf(org, season, 'final')
  expect(await lock({ kind: 'final', version, previewId, billIncreases: true })).toMatchObject({
    status: 409,
    body: { code: 'stale', details: { now: { bill: '4.00', carried: '0.00' }, before: { carried: '4.00' } } },
  })
  // Waiving bills no one more than what was shown.
  expectStatus(await lock({ kind: 'final', version, previewId, billIncreases: false }), 201)
})

it('the schedule, which is shown no preview, locks the current figures', async () => {
  await pledge(org, season, { lines: { goals: '2.00' } })
  await previewOf(org, season, 'progress')
  await play(org, season, { ...COVE, goals: 10 })
  expect(await lockProgressSettlements(app.deps)).toBe(1)
})

it('a missing or invalid previewId is a 400 that names the field', async () => {
  for (const previewId of ['', 'x', `${'a'.repeat(64)}.1.1`, 'a'.repeat(400), 7, null, undefined]) {
    const { status, body } = await lock({ kind: 'progress', version: 1, previewId })
    expect({ status, fields: Object.keys((body as unknown as { fields: object }).fields) }).toEqual({
      status: 400,
      fields: ['previewId'],
    })
  }
})

type Column = 'difference' | 'bill' | 'carried' | 'lowered' | 'waived' | 'writtenOff' | 'refunded'
const COLUMNS: Column[] = ['difference', 'bill', 'carried', 'lowered', 'waived', 'writtenOff', 'refunded']
function expectSums({ pledges, totals }: SettlementPreview, names: readonly (Column | 'accrued')[]) {
  const added = (name: Column | 'accrued') => toDecimal(sum(pledges.map((one) => dollars(one[name]))))
  expect(Object.fromEntries(names.map((name) => [name, added(name)]))).toEqual(
    Object.fromEntries(names.map((name) => [name, totals[name]])),
  )
  expect({ toBill: totals.toBill }).toEqual({ toBill: totals.bill })
  for (const one of pledges) {
    expect(one.toBill).toBe(one.bill)
    const parts = [one.bill, one.waived, one.writtenOff, one.carried].map(dollars)
    const back = [one.lowered, one.refunded].map((amount) => cents(-dollars(amount)))
    expect(toDecimal(sum([...parts, ...back]))).toBe(one.difference)
  }
}

it('each total of a preview is the sum of its column, whether amounts rise, fall or stay', async () => {
  await pledge(org, season, { lines: { goals: '2.00' } })
  await pledge(org, season, { lines: { goals: '0.02' }, method: 'auto_bill_end' })
  await pledge(org, season, { lines: { goals: '5.00' }, most: '12.00', method: 'check' })
  await pledge(org, season, { lines: { champions: '50.00' }, method: 'auto_bill_end' })
  await pledge(org, season, { lines: { wins: '10.00' }, method: 'auto_bill_end' })
  const eventId = await play(org, season, { ...BAY, goals: 10, wins: 1 })
  await declare(org, season, 'achieved')
  expectSums(await previewOf(org, season, 'progress'), COLUMNS)
  await settle(org, season, 'progress')
  await runToChargeDate(org)
  await correct(eventId, BAY, { goals: 6 })
  expectSums(await previewOf(org, season, 'progress'), COLUMNS)
  const final = await previewOf(org, season, 'final')
  expectSums(final, [...COLUMNS, 'accrued'])
  expect(final.totals).toMatchObject({ toBill: '72.00', refunded: '8.00', writtenOff: '0.12' })
  await settle(org, season, 'final')
  await correct(eventId, BAY, { goals: 2, wins: 2 })
  for (const more of ['', '&billIncreases=true', '&billIncreases=false']) {
    const path = `${season.path}/settlements/preview?kind=final${more}`
    expectSums(expectStatus(await org.representative.get<SettlementPreview>(path), 200), COLUMNS)
  }
})

it('a preview line that the maximum limits shows the full product and the amount due', async () => {
  await pledge(org, season, { lines: { goals: '1.00', gift: '25.00' }, most: '53.08', method: 'check' })
  await play(org, season, { ...BAY, goals: 59 })
  const [shown] = (await previewOf(org, season, 'final')).pledges
  expect(shown).toMatchObject({ uncapped: '84.00', agreedMaximum: '53.08', accrued: '53.08' })
  expect(shown?.lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: 'Goals',
        rate: '1.00',
        quantity: 59,
        uncapped: '59.00',
        accrued: '28.08',
      }),
      expect.objectContaining({ name: 'Gift', rate: '25.00', uncapped: '25.00', accrued: '25.00' }),
    ]),
  )
})
