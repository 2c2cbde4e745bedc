import { DomainError, invalidField } from '#domain/errors.ts'
import { sureMatch } from '#domain/match-identity.ts'
import { formatQuantity, minus, NONE, type Quantity } from '#domain/quantity.ts'
import { matchName, opponentIn } from '#domain/schedule.ts'
import type { MatchResultsForm, ResultEntry } from '#domain/schemas/result.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { type Vocabulary, withArticle } from '#domain/vocabulary.ts'
import { dateIn } from '#domain/zone.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import {
  addEvent,
  entriesByEvent,
  findPlayed,
  matchesOn,
  sayDifferent,
  takeOpponent,
} from '#server/season/events/index.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/season/statistics/index.ts'
import { type Entry, enter, entriesOf, makeFinal, refuseAnother, refuseClosed } from './actions.ts'
import * as matches from './store.matches.ts'
import * as store from './store.ts'

export type MatchRow = { eventId: string; statisticId: string; quantity: Quantity }

/**
 * Enters each match's totals as the difference from the current total (R19). An equal figure changes nothing, but a final one
 * makes what waits final.
 */
export async function enterMatchTotals(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  rows: readonly MatchRow[],
  { note, evidenceUrl, isFinal = true }: Pick<Entry, 'note' | 'evidenceUrl'> & { isFinal?: boolean },
): Promise<string[]> {
  const standing = await matches.standingByMatch(tx, campaignId)
  const entries = rows.flatMap(({ eventId, statisticId, quantity: counted }): Entry[] => {
    const before = standing.get(`${eventId}|${statisticId}`)
    // A first zero is a result too: it means that the match was counted (R31).
    if (before !== undefined && before === counted) return []
    const stated = { quantity: minus(counted, before ?? NONE), total: counted, previousTotal: before ?? null }
    return [{ statisticId, eventId, kind: 'count', ...stated, isFinal, note, evidenceUrl }]
  })
  if (isFinal) await makeFinal(deps, tx, actor, campaignId, rows)
  return enter(deps, tx, actor, campaignId, entries)
}

/** What the campaign has now: by match and statistic, by statistic, and how many entries are not voided by event. */
export type CurrentFigures = {
  byMatch: ReadonlyMap<string, Quantity>
  totals: ReadonlyMap<string, store.Totals>
  entries: ReadonlyMap<string, number>
  /** By match and statistic: what waits for its final figure. */
  notFinal: ReadonlySet<string>
}

export async function currentFigures(db: Db, campaignId: string): Promise<CurrentFigures> {
  return {
    byMatch: await matches.standingByMatch(db, campaignId),
    totals: await store.totalsOf(db, campaignId),
    entries: await entriesByEvent(db, campaignId),
    notFinal: await matches.notFinalOf(db, campaignId),
  }
}

/** Enters what is missing to a season's totals, without a match (R19). */
export function enterSeasonTotals(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  rows: readonly Omit<MatchRow, 'eventId'>[],
  { note, evidenceUrl, isFinal }: Pick<Entry, 'note' | 'evidenceUrl' | 'isFinal'>,
): Promise<string[]> {
  const missing = rows.filter(({ quantity: counted }) => counted > NONE)
  const entries = missing.map(
    ({ statisticId, quantity: counted }): Entry => ({
      statisticId,
      eventId: null,
      kind: 'count',
      quantity: counted,
      total: counted,
      previousTotal: null,
      note,
      evidenceUrl,
      isFinal,
    }),
  )
  return enter(deps, tx, actor, campaignId, entries)
}

/** The touchline screen: one match, one row per statistic; it may add an unscheduled match (R19). */
export function enterMatch(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: MatchResultsForm,
): Promise<ResultEntry[]> {
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canEnterResults')
      refuseClosed(access)
      refuseAnother(actor, form)
      const counted = (await statisticsOf(tx, campaignId, ALL_STATISTICS)).filter(({ type }) =>
        countsUnits(type),
      )
      refuseUncounted(form, counted, access.vocabulary)
      const eventId = await matchOf(deps, tx, actor, access, form)
      await refuseOvertaken(tx, access, eventId, form, counted)
      const rows = form.rows.map(({ statisticId, quantity }) => ({ eventId, statisticId, quantity }))
      const ids = await enterMatchTotals(deps, tx, actor, campaignId, rows, form)
      return entriesOf(tx, actor, access, ids)
    },
    { campaignId, mode: 'exclusive' },
  )
}

function refuseUncounted(form: MatchResultsForm, counted: readonly Statistic[], words: Vocabulary): void {
  form.rows.forEach(({ statisticId, quantity: value }, index) => {
    if (!counted.some(({ id }) => id === statisticId))
      throw invalidField(`rows.${index}.statisticId`, 'That statistic is not counted in this campaign')
    if (value < 0)
      throw invalidField(
        `rows.${index}.quantity`,
        `The result of ${withArticle(words.match)} cannot be below 0`,
      )
  })
}

/** Never overwrites a figure the person has not seen: if the current one differs from it, this throws and enters nothing. */
async function refuseOvertaken(
  tx: Transaction,
  { campaignId, vocabulary }: Pick<Access, 'campaignId' | 'vocabulary'>,
  eventId: string,
  form: MatchResultsForm,
  counted: readonly Statistic[],
): Promise<void> {
  const standing = await matches.standingByMatch(tx, campaignId)
  const overtaken = form.rows.flatMap(({ statisticId, quantity, standing: seen }) => {
    const now = standing.get(`${eventId}|${statisticId}`) ?? null
    return seen === undefined || now === seen || now === quantity ? [] : [{ statisticId, now }]
  })
  if (overtaken.length === 0) return
  const changes = overtaken.map(({ statisticId, now }) => {
    const name = counted.find(({ id }) => id === statisticId)?.name
    return now === null ? `${name} has no result now` : `${name} is ${formatQuantity(now)} now`
  })
  throw new DomainError(
    'stale',
    `Someone else changed this ${vocabulary.match} in the meantime: ${changes.join(', ')}. Review it, then save again.`,
  )
}

/**
 * A match is known by its day and its opponent or title (R19): one that is on the schedule, or was added meanwhile, is not
 * added again. Possible matches are asked about on the screen, or otherwise at confirmation.
 */
async function matchOf(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  access: Access,
  form: MatchResultsForm,
): Promise<string> {
  if (form.eventId) {
    const event = await findPlayed(tx, access.campaignId, form.eventId)
    if (!event) throw invalidField('eventId', 'That event is not in this campaign')
    return event.id
  }
  if (!form.event) throw invalidField('eventId', `Choose ${withArticle(access.vocabulary.match)}, or add one`)
  const { name, startTime, opponent, venue, differentFrom = [] } = form.event
  const sameDay = await matchesOn(tx, access.campaignId, dateIn(access.timeZone, startTime))
  // Generic titles such as "Game" do not identify a match.
  const isNamed = Boolean(opponent) || opponentIn(name) !== null
  const match = { name, opponent, startTime: startTime.toISOString() }
  const known = isNamed && sureMatch(match, sameDay)
  if (known) return (await takeOpponent(deps, tx, actor, { ...access, event: known }, { opponent, venue })).id
  const added = await addEvent(deps, tx, actor, access, {
    name: name || matchName(opponent ?? '', venue),
    eventType: 'game',
    startTime,
    hasTime: true,
    endTime: null,
    location: null,
    description: null,
    opponent,
    venue,
    isCompleted: false,
  })
  const others = sameDay.filter(({ id }) => differentFrom.includes(id))
  await sayDifferent(
    deps,
    tx,
    actor,
    access.campaignId,
    others.map(({ id }) => [added.id, id] as const),
  )
  return added.id
}
