import { CLOSED_TO_RESULTS } from '#domain/campaigns/campaign-state.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { DomainError, invalidField } from '#domain/errors.ts'
import { permissionsOf } from '#domain/people/roles.ts'
import {
  formatQuantity,
  LARGEST,
  minus,
  NONE,
  ONE,
  plus,
  type Quantity,
  readQuantity,
} from '#domain/quantity.ts'
import type { MatchTotals, ResultEntry, ResultForm, SecondPeople } from '#domain/schemas/result.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { isGift } from '#domain/season/statistic-types.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { gatherAlerts } from '#server/season/alerts/index.ts'
import type { Deps } from '#server/season/deps.ts'
import { findPlayed } from '#server/season/events/index.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/season/statistics/index.ts'
import { reasonNotToConfirm } from './confirm.ts'
import { unusualOf } from './doubts.ts'
import * as matches from './matches-store.ts'
import * as store from './store.ts'

export const NOT_FINAL = 'Not final: import the finished scorebook, or enter the final figures'

/** Why this person may not decline a requested void; null if they may. The requester may withdraw it. */
export function reasonToRefuseEntry(
  { state, voidRequestedBy }: store.StoredResult,
  actor: Actor | null,
  mayConfirm: boolean,
): string | null {
  if (state === 'voided') return 'Already voided'
  if (state !== 'void_requested') return 'No one requested to void this result'
  if (actor && (mayConfirm || voidRequestedBy === actor.userId)) return null
  return 'Only an owner, a representative or the person who requested the void can keep it'
}

function toEntry(
  stored: store.StoredResult,
  actor: Actor | null,
  mayConfirm: boolean,
  unusual: ReadonlyMap<string, string[]>,
  words: Vocabulary,
): ResultEntry {
  const { voidRequestedBy, fallsBackTo, ...result } = stored
  return {
    ...result,
    unusual: unusual.get(result.id) ?? [],
    cannotConfirmReason: reasonNotToConfirm(stored, actor, mayConfirm),
    cannotKeepReason: reasonToRefuseEntry(stored, actor, mayConfirm),
    voidEffect: voidEffectOf(stored, words),
  }
}

/** What voiding a confirmed entry does to the current result; null if it is unconfirmed or already voided (R17). */
function voidEffectOf(
  { state, kind, eventId, isReplaced, fallsBackTo }: store.StoredResult,
  { match }: Vocabulary,
): string | null {
  if (state !== 'confirmed' && state !== 'void_requested') return null
  if (isReplaced) return 'A later confirmation replaced this result. Voiding it changes nothing that counts.'
  if (kind !== 'count') return 'The result confirmed before it counts again.'
  if (eventId === null) return 'It no longer counts.'
  return fallsBackTo === null
    ? `The ${match} then has no result for this statistic.`
    : `The ${match} total is then ${formatQuantity(readQuantity(fallsBackTo) ?? NONE)} again.`
}

/** The campaign's results, newest first, with what this caller may do with each. */
export async function resultsFor(
  db: Db,
  actor: Actor | null,
  access: Pick<Access, 'campaignId' | 'vocabulary' | 'isRepresentative' | 'membership' | 'status'>,
  page: store.ResultsPage,
): Promise<ResultEntry[]> {
  const mayConfirm = permissionsOf(access).canConfirmResults
  const results = await store.resultsOf(db, access.campaignId, page)
  // The public page and files do not show it: it is for those who enter and confirm.
  const unusual = actor ? await unusualOf(db, access, results) : new Map()
  return results.map((result) => toEntry(result, actor, mayConfirm, unusual, access.vocabulary))
}

/** The whole season by match, for the touchline screen and the chart. */
export const matchTotals = (db: Db, { campaignId, timeZone }: Access): Promise<MatchTotals[]> =>
  matches.matchTotals(db, campaignId, timeZone)

export const secondPeopleFor = (db: Db, actor: Actor, { organizationId }: Access): Promise<SecondPeople> =>
  store.secondPeopleOf(db, organizationId, actor.userId)

const KINDS: Record<Statistic['type'], readonly ResultEntry['kind'][]> = {
  per_increment: ['count'],
  per_achievement: ['achieved', 'withdrawn', 'not_achieved'],
  one_time: [],
}

/**
 * The entry as the difference from the current result and as the new total. An achievement has a total of 1.00 once
 * achieved (R20); a count without a match is independent of other entries.
 */
function countedBy(
  form: ResultForm,
  current: Quantity | null,
  words: Vocabulary,
): Pick<Entry, 'quantity' | 'total' | 'previousTotal'> {
  if (form.kind === 'count') {
    const counted = form.quantity ?? NONE
    if (form.eventId === null) return { quantity: counted, total: counted, previousTotal: null }
    const total = plus(current ?? NONE, counted)
    if (total < 0) throw new DomainError('conflict', `That would take the ${words.match} below 0`)
    return { quantity: counted, total, previousTotal: current }
  }
  const isAchieved = current !== null && current > 0
  if (form.kind === 'achieved' && isAchieved)
    throw new DomainError('conflict', 'It is already marked achieved')
  if (form.kind === 'not_achieved' && isAchieved)
    throw new DomainError('conflict', 'It is marked achieved. Withdraw that first.')
  const total = form.kind === 'achieved' ? ONE : NONE
  return { quantity: minus(total, current ?? NONE), total, previousTotal: null }
}

export type Entry = Omit<store.NewResult, 'id'>

/** Enters results in the open transaction; each waits for a second person. */
export async function enter(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  entries: readonly Entry[],
): Promise<string[]> {
  const totals = await store.totalsOf(tx, campaignId)
  const running = new Map([...totals].map(([id, { confirmed, entered }]) => [id, plus(confirmed, entered)]))
  for (const { statisticId, quantity: counted } of entries) {
    const after = plus(running.get(statisticId) ?? NONE, counted)
    if (after < 0) throw new DomainError('conflict', 'That would take the running total below 0')
    if (after > LARGEST)
      throw new DomainError('conflict', 'That would take the running total above 1,000,000')
    running.set(statisticId, after)
  }
  const rows = entries.map((entry) => ({ ...entry, id: newId(deps.clock) }))
  if (rows.length === 0) return []
  await store.insertResults(tx, { campaignId, enteredBy: actor.userId, enteredAt: deps.clock.now() }, rows)
  await store.recomputeTotals(tx, campaignId, [...new Set(rows.map(({ statisticId }) => statisticId))])
  await auditAll(
    tx,
    deps.clock,
    rows.map((row) => ({
      actorId: actor.userId,
      action: 'result.enter',
      subject: 'result',
      subjectId: row.id,
      campaignId,
      after: row,
    })),
  )
  await gatherAlerts(tx, deps.clock, campaignId)
  campaignChanged(tx, deps, campaignId)
  return rows.map(({ id }) => id)
}

/** A final total of a match ends the counting of its statistic: what waits and was not final can be confirmed. */
export async function makeFinal(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  campaignId: string,
  slots: readonly { eventId: string | null; statisticId: string }[],
): Promise<void> {
  const ofMatches = slots.flatMap(({ eventId, statisticId }) => (eventId ? [{ eventId, statisticId }] : []))
  const ids = await matches.makeFinal(tx, campaignId, ofMatches)
  if (ids.length === 0) return
  await auditAll(
    tx,
    deps.clock,
    ids.map((id) => ({
      actorId: actor.userId,
      action: 'result.make_final',
      subject: 'result',
      subjectId: id,
      campaignId,
      before: { isFinal: false },
      after: { isFinal: true },
    })),
  )
  campaignChanged(tx, deps, campaignId)
}

/** A cancelled campaign's results stay as they are. */
export function refuseClosed({ status }: Access): void {
  if (status === 'cancelled') throw new DomainError('conflict', CLOSED_TO_RESULTS)
}

/** Entries kept on a device belong to their author: the next user of the device cannot send them as their own. */
export function refuseAnother(actor: Actor, { enteredBy }: { enteredBy?: string | undefined }): void {
  if (enteredBy !== undefined && enteredBy !== actor.userId)
    throw new DomainError('forbidden', 'Someone else counted these results: they must sign in to send them')
}

/** Entries as shown to a person who was allowed to make the change. */
export async function entriesOf(
  tx: Db,
  actor: Actor,
  access: Pick<Access, 'campaignId' | 'vocabulary'>,
  ids: readonly string[],
): Promise<ResultEntry[]> {
  const found = await store.findResults(tx, access.campaignId, ids)
  const unusual = await unusualOf(tx, access, found)
  return found.map((result) => toEntry(result, actor, true, unusual, access.vocabulary))
}

/** The current total of the entry's match, or of its achievement, entered or confirmed. */
async function currentTotalOf(
  tx: Db,
  campaignId: string,
  { kind, eventId, statisticId }: Pick<ResultForm, 'kind' | 'eventId' | 'statisticId'>,
): Promise<Quantity | null> {
  if (kind === 'count')
    return (await matches.totalsByMatch(tx, campaignId)).get(`${eventId}|${statisticId}`) ?? null
  const totals = (await store.totalsOf(tx, campaignId)).get(statisticId)
  return totals ? plus(totals.confirmed, totals.entered) : null
}

/** Enters one result, or the outcome of an achievement. */
export function enterResult(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: ResultForm,
): Promise<ResultEntry> {
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canEnterResults')
      refuseClosed(access)
      refuseAnother(actor, form)
      const statistic = (await statisticsOf(tx, campaignId, ALL_STATISTICS)).find(
        ({ id }) => id === form.statisticId,
      )
      if (!statistic) throw invalidField('statisticId', 'That statistic is not in this campaign')
      if (!KINDS[statistic.type].includes(form.kind)) {
        throw invalidField(
          'kind',
          isGift(statistic.type) ? 'A one-time gift has no results' : `Not for a ${statistic.type} statistic`,
        )
      }
      const event = form.eventId ? await findPlayed(tx, campaignId, form.eventId) : null
      if (event === undefined) throw invalidField('eventId', 'That event is not in this campaign')
      const { enteredBy: _, ...named } = { ...form, eventId: event?.id ?? null }
      const entry = {
        ...named,
        ...countedBy(named, await currentTotalOf(tx, campaignId, named), access.vocabulary),
        isFinal: true,
      }
      if (named.kind === 'count') await makeFinal(deps, tx, actor, campaignId, [named])
      const ids = await enter(deps, tx, actor, campaignId, [entry])
      return (await entriesOf(tx, actor, access, ids))[0] as ResultEntry
    },
    { campaignId, mode: 'exclusive' },
  )
}
