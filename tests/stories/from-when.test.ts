/** What a pledge counts, from pledge to books: from now on, one match, raised and stopped in mid-season, corrected (R58). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { BAY, confirm, lock, play } from '#tests/fixtures.ts'
import { changeLine, schedule } from '#tests/line-changes.ts'
import { type Backer, back, books, closeStory, openStory, pass, passNotice, type Story } from './story.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => closeStory(story))

const COVE = { opponent: 'Cove', startTime: '2026-09-12T18:00:00Z' }
const DUNE = { opponent: 'Dune', startTime: '2026-09-19T18:00:00Z' }

/** The match's own day comes, and its result is entered and confirmed two hours after the start. */
async function playOn(eventId: string, match: typeof COVE, goals: number): Promise<void> {
  const { app, org, season } = story
  await pass(story, { minutes: (Date.parse(match.startTime) - app.clock.now().getTime()) / 60_000 + 120 })
  await play(org, season, { ...match, eventId, goals })
}

/** Another total for a match, confirmed. */
async function correct(eventId: string, match: typeof COVE, goals: number): Promise<void> {
  const { org, season } = story
  await play(org, season, { ...match, eventId, goals })
}

const settle = async (): Promise<void> => {
  await lock(story.org, story.season, 'final')
  await passNotice(story)
}

const statementOf = async ({ supporter }: Backer): Promise<string> => {
  const [mail] = await story.app.deps.db.query<{ textBody: string }>(sql`
    select text_body from mails where kind = 'settlement_statement' and to_address = ${supporter.email}`)
  return mail?.textBody ?? ''
}

test('all season, from now on and one match, of a season of three matches', async () => {
  const { org, season } = story
  const cove = await schedule(org, season, COVE)
  const dune = await schedule(org, season, DUNE)
  await play(org, season, { ...BAY, goals: 5 })
  await back(story, 'Ana', { lines: { goals: '2.00' } })
  await back(story, 'Ben', { lines: { goals: '2.00' }, counts: { from: 'now' } })
  await back(story, 'Cal', { lines: { goals: '20.00' }, counts: { from: 'match', eventId: cove } })
  await playOn(cove, COVE, 3)
  await playOn(dune, DUNE, 1)
  await settle()
  expect(await books(story)).toMatchSnapshot()
})

test('raised after a progress settlement, stopped later, and corrected after the final lock', async () => {
  const { org, season } = story
  const cove = await schedule(org, season, COVE)
  const dune = await schedule(org, season, DUNE)
  const ana = await back(story, 'Ana', { lines: { goals: '2.00' } })
  const ben = await back(story, 'Ben', { lines: { goals: '2.00' } })
  const bay = await play(org, season, { ...BAY, goals: 5 })
  await lock(org, season, 'progress')
  await passNotice(story)
  // Four days later, Cove is played and not entered: at the old rate, it had started.
  await changeLine(ana, season, { kind: 'raise', on: 'goals', rate: '3.00' })
  await changeLine(ben, season, { kind: 'stop', on: 'goals' })
  await play(org, season, { ...COVE, eventId: cove, goals: 4 })
  await playOn(dune, DUNE, 2)
  await settle()
  expect(await books(story)).toMatchSnapshot('settled')
  // One goal fewer for Bay, at the rate it was pledged; one fewer for Dune, at the new one, and none of Ben's.
  await correct(bay, BAY, 4)
  await correct(dune, DUNE, 1)
  await settle()
  expect(await books(story)).toMatchSnapshot('corrected')
})

test('a correction without a match takes back the newest goals from those who pledged on them', async () => {
  const { org, season, app } = story
  await play(org, season, { ...BAY, goals: 5 })
  const ana = await back(story, 'Ana', { lines: { goals: '2.00' } })
  await back(story, 'Ben', { lines: { goals: '2.00' }, counts: { from: 'now' } })
  const cove = await schedule(org, season, COVE)
  await changeLine(ana, season, { kind: 'raise', on: 'goals', rate: '3.00' })
  await playOn(cove, COVE, 2)
  app.clock.advance({ hours: 1 })
  const body = { statisticId: season.statistics.goals.id, quantity: -3 }
  const entry = expectStatus(await org.scorer.post<ResultEntry>(`${season.path}/results`, body), 201)
  await confirm(org.owner, season, [entry])
  await settle()
  expect(await books(story)).toMatchSnapshot()
})

test('the statement names the matches that count', async () => {
  const { org, season } = story
  await play(org, season, { ...BAY, goals: 5 })
  const cove = await schedule(org, season, COVE)
  const ben = await back(story, 'Ben', { lines: { goals: '2.00' }, counts: { from: 'now' } })
  await playOn(cove, COVE, 3)
  await settle()
  const statement = await statementOf(ben)
  expect(statement).toContain('Sep 12, vs. Cove (Goals: 3 × $2.00): $6.00')
  expect(statement).not.toContain('vs. Bay')
})
