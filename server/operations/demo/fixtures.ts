import { matchName } from '#domain/schedule.ts'
import { addDays, dateIn, instantIn } from '#domain/zone.ts'
import type { CampaignPlan, Fixture, Schedule } from './plan.ts'
import { dice } from './season.ts'

const DAYS_OF_WEEK = 7

/** A number derived from a text, so that each campaign has its own random sequence. */
export const seedOf = (text: string): number =>
  [...text].reduce((seed, letter) => (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0, 7)

/** The season as planned, with the results of every event. */
export function fixturesOf(
  { key, schedule, statistics, days }: CampaignPlan,
  now: Date,
  timeZone: string,
): Fixture[] {
  if (!schedule) return []
  const roll = dice(seedOf(key))
  const today = dateIn(timeZone, now)
  const sunday = addDays(today, -new Date(`${today}T12:00:00Z`).getUTCDay())
  const { weekday, time, first, everyWeeks = 1, eventType, place } = schedule
  return namesOf(schedule).flatMap((named, index): Fixture[] => {
    const results = Object.fromEntries(
      statistics.flatMap(({ name, each }) => (each ? [[name, each[0] + roll(each[1] - each[0] + 1)]] : [])),
    )
    const date = addDays(sunday, (first + index * everyWeeks) * DAYS_OF_WEEK + weekday)
    // Nothing is played before the first day or after the last one.
    if (date < addDays(today, days[0]) || date > addDays(today, days[1])) return []
    const location = named.venue === 'away' ? null : place
    return [{ ...named, eventType, location, start: instantIn(timeZone, date, time), results }]
  })
}

function namesOf({ opponents = [], numbered }: Schedule): Pick<Fixture, 'name' | 'opponent' | 'venue'>[] {
  if (numbered) {
    return Array.from({ length: numbered.count }, (_, index) => ({
      name: `${numbered.name} ${index + 1}`,
      opponent: null,
      venue: null,
    }))
  }
  return opponents.map((opponent, index) => {
    const venue = index % 2 === 0 ? 'home' : 'away'
    return { name: matchName(opponent, venue), opponent, venue }
  })
}
