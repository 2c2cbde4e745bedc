/** Results on a random walk: entered, confirmed, voided, and voids declined. */
import { sql } from '#server/platform/db/database.ts'
import { type Move, one, said } from './move.ts'
import { ask, chance, pick } from './world.ts'

export const enterMatch: Move = async (walker, { id, path, statistics }) => {
  const { app, org, roll } = walker
  const events = sql`select id from events where campaign_id = ${id} order by id`
  const event = chance(walker, 50) ? await one<{ id: string }>(walker, events) : undefined
  const startTime = app.clock.now().toISOString()
  const about = event
    ? { eventId: event.id }
    : { event: { name: 'vs. Bay', opponent: 'Bay', venue: 'home', startTime } }
  const rows = [
    { statisticId: statistics.goals.id, quantity: roll(7) },
    { statisticId: statistics.wins.id, quantity: roll(2) },
  ].slice(0, 1 + roll(2))
  const who = chance(walker, 70) ? org.scorer : pick(walker, [org.owner, org.representative])
  const answer = await ask(walker, who, 'POST', `${path}/results/matches`, { ...about, rows })
  return said(`match ${rows.map(({ quantity }) => quantity)} ${event ? 'again' : ''}`, answer)
}

/** One entry as a difference to the current result, with or without a match; lower ones are often refused. */
export const enterDifference: Move = async (walker, { id, path, statistics }) => {
  const event = chance(walker, 70)
    ? await one<{ id: string }>(walker, sql`select id from events where campaign_id = ${id} order by id`)
    : undefined
  const quantity = walker.roll(6) - 3
  const body = { statisticId: statistics.goals.id, eventId: event?.id ?? null, quantity }
  const answer = await ask(walker, walker.org.scorer, 'POST', `${path}/results`, body)
  return said(`goals ${quantity >= 0 ? '+' : ''}${quantity} ${event ? 'in a match' : ''}`, answer)
}

export const declare: Move = async (walker, { path, statistics }) => {
  const kind = pick(walker, ['achieved', 'withdrawn', 'not_achieved'])
  const body = { statisticId: statistics.champions.id, kind }
  return said(`champions ${kind}`, await ask(walker, walker.org.scorer, 'POST', `${path}/results`, body))
}

export const confirmResults: Move = async (walker, { id, path }) => {
  const waiting = await walker.app.deps.db.query<{ id: string }>(sql`
    select id from results where campaign_id = ${id} and voided_at is null and (confirmed_at is null or void_requested_at is not null)
     order by id`)
  if (waiting.length === 0) return null
  const resultIds = waiting.map((one) => one.id).filter(() => chance(walker, 80))
  if (resultIds.length === 0) return null
  const who = pick(walker, [walker.org.owner, walker.org.representative])
  const answer = await ask(walker, who, 'POST', `${path}/results/confirmations`, { resultIds })
  return said(`confirm ${resultIds.length} of ${waiting.length}`, answer)
}

export const voidResult: Move = async (walker, { id, path }) => {
  const row = await one<{ id: string }>(
    walker,
    sql`select id from results where campaign_id = ${id} and voided_at is null order by id`,
  )
  if (!row) return null
  const who = pick(walker, [walker.org.scorer, walker.org.second])
  const body = { reason: 'By mistake' }
  return said('void a result', await ask(walker, who, 'POST', `${path}/results/${row.id}/void`, body))
}

export const declineVoid: Move = async (walker, { id, path }) => {
  const row = await one<{ id: string }>(
    walker,
    sql`select id from results where campaign_id = ${id} and void_requested_at is not null and voided_at is null order by id`,
  )
  if (!row) return null
  const who = pick(walker, [walker.org.scorer, walker.org.owner])
  return said('decline a void', await ask(walker, who, 'DELETE', `${path}/results/${row.id}/void`))
}
