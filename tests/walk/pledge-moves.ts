/** Pledges on a random walk: made, lowered, moved to another card, cancelled. */
import { sql } from '#server/platform/db/database.ts'
import {
  CARDS,
  type PledgeWish,
  pledgeBody,
  type Season,
  type StatisticKey,
  saveCard,
} from '#tests/fixtures.ts'
import { type Move, one, said, supporterOf } from './move.ts'
import { ask, chance, pick, type Walker } from './world.ts'

const RATES: Record<StatisticKey, string[]> = {
  goals: ['0.37', '1.00', '2.50', '1.33'],
  wins: ['5.00', '7.77', '0.49'],
  champions: ['25.00', '10.01'],
  gift: ['10.00', '40.40', '0.60', '0.49'],
}
const METHODS = ['auto_bill_progress', 'auto_bill_progress', 'auto_bill_end', 'check', 'cash'] as const
const NUMBERS = [CARDS.good, CARDS.good, CARDS.good, ...Object.values(CARDS)]

/** Null: the whole season. One match is one of tomorrow's, which the walk plays or moves later (R58). */
async function countsFor(walker: Walker, season: Season): Promise<PledgeWish['counts'] | null> {
  if (chance(walker, 60)) return null
  if (chance(walker, 60)) return { from: 'now' }
  const startTime = new Date(walker.app.clock.now().getTime() + 86_400_000).toISOString()
  const event = { name: 'A match to come', eventType: 'game', startTime }
  const answer = await ask(walker, walker.org.representative, 'POST', `${season.path}/events`, event)
  return answer.status === 201 ? { from: 'match', eventId: String(answer.body.id) } : null
}

/** A match moves to another time of these days, before or after its results (R58). */
export const moveMatch: Move = async (walker, season) => {
  const event = await one<{ id: string }>(
    walker,
    sql`select id from events where campaign_id = ${season.id} and archived_at is null order by id`,
  )
  if (!event) return null
  const hours = walker.roll(72)
  const startTime = new Date(walker.app.clock.now().getTime() + hours * 3_600_000).toISOString()
  const path = `${season.path}/events/${event.id}`
  const answer = await ask(walker, walker.org.representative, 'PUT', path, { startTime })
  return said(`move a match by ${hours} hours`, answer)
}

/** A line is raised, stopped or added, at the maximum that is shown for it (R58). */
export const changeLine: Move = async (walker, season) => {
  const row = await one<{ id: string; pledgerId: string }>(
    walker,
    sql`select id, pledger_id from pledges where campaign_id = ${season.id} order by id`,
  )
  const supporter = row && supporterOf(walker, row.pledgerId)
  if (!supporter) return null
  const key = pick(walker, ['goals', 'goals', 'wins', 'champions'] as const)
  const kind = pick(walker, ['raise', 'raise', 'stop', 'add'] as const)
  const form: Record<string, string> = {
    kind,
    statisticId: season.statistics[key].id,
    ...(kind === 'stop' ? {} : { pledgeAmount: pick(walker, ['1.75', '3.33', '8.00', '30.00']) }),
  }
  const path = `/api/pledges/${row.id}/changes`
  const shown = await ask(walker, supporter, 'GET', `${path}/preview?${new URLSearchParams(form)}`)
  if (shown.status !== 200) return said(`preview ${kind} ${key}`, shown)
  const body = { ...form, agreedMaximum: shown.body.most }
  return said(`${kind} ${key}`, await ask(walker, supporter, 'POST', path, body))
}

export const makePledge: Move = async (walker, season) => {
  const { app, supporters } = walker
  const isKnown = supporters.length > 0 && chance(walker, 30)
  const supporter = isKnown ? pick(walker, supporters) : await app.user({ firstName: 'Pat' })
  if (!isKnown) supporters.push(supporter)
  const keys = Object.keys(RATES) as StatisticKey[]
  const chosen = keys.filter(() => chance(walker, 45))
  const lines = Object.fromEntries(
    (chosen.length > 0 ? chosen : keys.slice(0, 1)).map((key) => [key, pick(walker, RATES[key])]),
  )
  const wish: PledgeWish = {
    lines,
    method: pick(walker, METHODS),
    card: pick(walker, NUMBERS),
    ...(chance(walker, 40) ? { most: pick(walker, ['5.00', '20.00', '33.33', '150.00']) } : {}),
  }
  const counts = await countsFor(walker, season)
  const body = await pledgeBody(supporter, season, { ...wish, ...(counts ? { counts } : {}) })
  const answer = await ask(walker, supporter, 'POST', `${season.path}/pledges`, body)
  return said(
    `pledge ${counts?.from ?? 'season'} ${wish.method} ${JSON.stringify(lines)} most ${wish.most ?? '-'}`,
    answer,
  )
}

export const changePledge: Move = async (walker, season) => {
  const row = await one<{ id: string; pledgerId: string }>(
    walker,
    sql`select id, pledger_id from pledges where campaign_id = ${season.id} order by id`,
  )
  const supporter = row && supporterOf(walker, row.pledgerId)
  if (!supporter) return null
  const path = `/api/pledges/${row.id}`
  const change = walker.roll(3)
  if (change === 0)
    return said('cancel a pledge', await ask(walker, supporter, 'POST', `${path}/cancellation`))
  const body =
    change === 1
      ? { maximumAmount: pick(walker, ['2.00', '12.34', '30.00', '60.00']) }
      : { stripePaymentMethodId: await saveCard(supporter, pick(walker, NUMBERS)) }
  return said(`change a pledge ${Object.keys(body)[0]}`, await ask(walker, supporter, 'PUT', path, body))
}
