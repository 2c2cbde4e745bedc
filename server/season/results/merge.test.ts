/** Duplicate matches are merged and unused events removed, without losing a result (R18, R19, R31). */
import { describe, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { ImportPreview } from '#domain/schemas/import.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { confirm, pledge } from '#tests/fixtures.ts'
import {
  added,
  app,
  attemptConfirm,
  DAY,
  enter,
  goals,
  goalsNow,
  load,
  merge,
  names,
  org,
  remove,
  schedule,
  screen,
  season,
  setUpMatchSeason,
} from '#tests/match-season.ts'

setUpMatchSeason()

describe('merging a match into another', () => {
  it('voids its unconfirmed entries, enters them in the other match, and archives it', async () => {
    const scheduled = await schedule('vs. Redmond')
    const [copy] = await added({ name: 'Homecoming', opponent: null }, 3)
    const from = copy?.eventId ?? ''
    expectStatus(await merge(from, scheduled.id), 200)
    const { events, results } = await screen()
    expect(events.map(({ id }) => id)).toEqual([scheduled.id])
    expect(results).toMatchObject([
      { eventId: scheduled.id, quantity: 3, state: 'entered', enteredBy: { id: org.owner.userId } },
      { id: copy?.id, state: 'voided', voidReason: 'Merged into vs. Redmond' },
    ])
    expect(await goalsNow()).toEqual([0, 3])
    const detail = expectStatus(await org.owner.get<CampaignDetail>(season.path), 200)
    expect(detail.events.map(({ id }) => id)).toEqual([scheduled.id])
    const csv = await org.owner.get<string>(`${season.path}/events.csv`)
    expect(String(csv.body)).not.toContain('Homecoming')
    const feed = await app.visitor.get<string>(`${season.path}/schedule.ics`)
    expect(String(feed.body)).not.toContain('Homecoming')
    // The person who merged counts as having entered them: someone else confirms (R18).
    expect((await attemptConfirm([results[0] as ResultEntry])).status).toBe(403)
    expectStatus(await attemptConfirm([results[0] as ResultEntry], {}, org.representative), 201)
    expect(await goalsNow()).toEqual([3, 0])
  })

  it('enters nothing for an equal figure, and a correction for a different one', async () => {
    const { id } = await schedule('vs. Redmond')
    const [kept] = await enter(id, 3)
    const copies = [
      await added({ name: 'Homecoming', opponent: null }, 3),
      await added({ name: 'Senior Night', opponent: null }, 4),
    ].map(([entry]) => entry?.eventId ?? '')
    expectStatus(await merge(copies[0] ?? '', id), 200)
    expect((await screen()).results.filter(({ state }) => state === 'entered')).toHaveLength(2)
    expectStatus(await merge(copies[1] ?? '', id), 200)
    expect(await goalsNow()).toEqual([0, 4])
    expectStatus(await attemptConfirm([kept as ResultEntry]), 201)
  })

  it('redirects later entries from phones to the remaining match', async () => {
    const { id } = await schedule('vs. Redmond')
    const { id: from } = await schedule('Homecoming')
    expectStatus(await merge(from, id), 200)
    expect(await enter(from, 2)).toMatchObject([{ eventId: id }])
    const one = { statisticId: goals, eventId: from, quantity: 1 }
    expect(expectStatus(await org.scorer.post(`${season.path}/results`, one), 201)).toMatchObject({
      eventId: id,
    })
  })

  it('is refused with confirmed results, on another day, into itself, and to a scorer', async () => {
    const { id } = await schedule('vs. Redmond')
    const { id: other } = await schedule('Homecoming')
    const { id: later } = await schedule('vs. Bay', { startTime: '2026-10-10T23:00:00Z' })
    await confirm(org.owner, season, await enter(other, 2))
    const refusalOf = async (from: string, into: string, by?: Caller) => {
      const { status, body } = await merge(from, into, by)
      return [status, body.message]
    }
    expect(await refusalOf(other, id)).toEqual([
      409,
      'Results of Homecoming are confirmed. Void them first, then try again.',
    ])
    expect(await refusalOf(id, later)).toEqual([
      409,
      'They are on different days. Change the date of one of them first.',
    ])
    expect(await refusalOf(id, id)).toEqual([409, 'Choose another event to merge it into'])
    expect((await merge(id, other, org.scorer)).status).toBe(403)
    expectStatus(await merge(id, other), 200)
  })
})

describe('removing an event', () => {
  it('deletes it without results, or voids its unconfirmed ones and hides it', async () => {
    const { id: unused } = await schedule('Homecoming')
    const { id: counted } = await schedule('vs. Redmond')
    const [entry] = await enter(counted, 2)
    expectStatus(await remove(unused), 200)
    expectStatus(await remove(counted), 200)
    const { events, results } = await screen()
    expect(events).toEqual([])
    expect(results).toMatchObject([{ id: entry?.id, state: 'voided', voidReason: 'vs. Redmond was removed' }])
    expect(await goalsNow()).toEqual([0, 0])
    expect((await remove(unused)).status).toBe(404)
    const { body } = await org.owner.get<unknown>(`${season.path}/audit-log`)
    expect(JSON.stringify(body)).toContain('Removed the event')
    // The match can be added again on that day.
    await schedule('vs. Redmond', { opponent: 'Redmond' })
  })

  it('is refused with confirmed results', async () => {
    const { id } = await schedule('vs. Redmond')
    await confirm(org.owner, season, await enter(id, 2))
    expect((await remove(id)).status).toBe(409)
  })
})

describe('importing a schedule after a merge', () => {
  const calendar = (...uids: string[]) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//League//EN',
      ...uids.flatMap((uid, index) => [
        'BEGIN:VEVENT',
        `UID:${uid}@league.example`,
        `DTSTART:20261003T2${index}0000Z`,
        `SUMMARY:${index === 0 ? 'Homecoming match' : 'vs. Redmond'}`,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
      '',
    ].join('\r\n')
  const imported = async (text: string) => expectStatus(await load(text, {}, org.representative), 201).preview
  const kinds = ({ rows }: ImportPreview) => rows.map(({ kind }) => kind)

  it('does not add the merged match again', async () => {
    expect(kinds(await imported(calendar('a', 'b')))).toEqual(['new', 'new'])
    const { events } = await screen()
    const [copy, kept] = ['Homecoming match', 'vs. Redmond'].map(
      (name) => events.find((one) => one.name === name)?.id,
    )
    expectStatus(await merge(copy ?? '', kept ?? ''), 200)
    const again = await imported(calendar('a', 'b'))
    expect(kinds(again)).toEqual(['unchanged'])
    expect(again.skipped).toMatchObject([{ reason: 'Merged into another event here' }])
    expect(await names()).toEqual(['vs. Redmond'])
  })

  it('finds a match by its title if the file has the opponent', async () => {
    const { id } = await schedule('Varsity Soccer vs. Redmond')
    const text = `date,time,opponent\n${DAY},7:00 PM,Redmond`
    expect(kinds(await imported(text))).toEqual(['changed'])
    expect((await screen()).events).toMatchObject([{ id, opponent: 'Redmond' }])
  })
})

describe('the final lock (R31)', () => {
  it('is no longer blocked by a duplicate match without results once it is merged', async () => {
    await pledge(org, season, { lines: { goals: '1.00' }, method: 'check' })
    const { id } = await schedule('vs. Redmond')
    const { id: empty } = await schedule('Homecoming')
    await confirm(org.owner, season, await enter(id, 2))
    app.clock.advance({ days: 120 })
    const blockers = async () => {
      const answer = await org.representative.get<SettlementPreview>(
        `${season.path}/settlements/preview?kind=final`,
      )
      return expectStatus(answer, 200).blockers.filter(({ code }) => code === 'game_without_result')
    }
    expect(await blockers()).toMatchObject([{ subjectId: empty }])
    expectStatus(await merge(empty, id), 200)
    expect(await blockers()).toEqual([])
  })
})
