import { createHash } from 'node:crypto'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { ENCODINGS } from '#domain/files/decode.ts'
import { permissionsOf } from '#domain/people/roles.ts'
import { minus, NONE, plus, type Quantity, toNumber } from '#domain/quantity.ts'
import type { Imported, ImportForm, ImportPreview, ImportRow } from '#domain/schemas/import.ts'
import { eventIdIn } from '#domain/season/calendar-feed.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import {
  addEvent,
  changeEvent,
  clearOpponents,
  keepName,
  keepSource,
  markAsDifferentMatches,
  takeOff,
  takeOpponent,
} from '#server/season/events/index.ts'
import {
  enterMatchTotals,
  enterSeasonTotals,
  refuseClosed,
  type MatchRow as Total,
} from '#server/season/results/index.ts'
import { type Calendar, calendarAt, movedId, saidBy, withoutMoves } from './followed-calendar.ts'
import {
  afterOf,
  changesOf,
  isUnanswered,
  mayChangeBy,
  type Plan,
  type Planned,
  planImport,
  unusualRows,
} from './plan.ts'
import * as store from './store.ts'

const SAMPLES = 3
const SHOWN = 100

type Figure = ImportRow['figures'][number]

/** What a row's figures are now, and what they become. */
function figuresOf({ row, event, isSeason }: Planned, { statistics, current, reading }: Plan): Figure[] {
  const kindOf = (key: string, before: Quantity | null, quantity: Quantity): Figure['kind'] => {
    if (before === quantity) return reading.isFinal && current.notFinal.has(key) ? 'final' : 'unchanged'
    return before === null || isSeason ? 'new' : 'correction'
  }
  return row.figures.map(({ statisticId, quantity }): Figure => {
    const key = `${event?.id}|${statisticId}`
    const before = isSeason ? totalOf(current, statisticId) : (current.byMatch.get(key) ?? null)
    const kind = kindOf(key, before, quantity)
    return {
      statisticId,
      statisticName: statistics.find(({ id }) => id === statisticId)?.name ?? '',
      before: before === null ? null : toNumber(before),
      after: toNumber(quantity),
      kind,
    }
  })
}

const totalOf = ({ totals }: Plan['current'], statisticId: string): Quantity => {
  const total = totals.get(statisticId)
  return total ? plus(total.confirmed, total.entered) : NONE
}

function shownRow(planned: Planned, plan: Plan, unusual: string[]): ImportRow {
  const { row, event, after, kind } = planned
  const { name, eventType, hasTime } = after ?? event ?? row
  const { opponent, venue, location } = after ?? {
    opponent: event?.opponent ?? row.opponent,
    venue: event?.venue ?? row.venue,
    location: event?.location ?? null,
  }
  const start = after?.startTime.toISOString() ?? event?.startTime ?? row.start?.toISOString() ?? null
  return {
    line: row.line,
    lineCount: row.lines.length,
    lines: row.lines,
    kind,
    eventId: event?.id ?? null,
    name,
    eventType,
    opponent,
    venue,
    level: row.level,
    hasTime,
    location,
    startTime: planned.isSeason ? null : start,
    changes: event && after ? changesOf(event, after) : [],
    figures: figuresOf(planned, plan),
    unusual,
  }
}

/** The season’s totals only grow: a file with less was exported before, or counts something else. */
function belowTotal(rows: readonly ImportRow[]): ImportPreview['errors'] {
  return rows
    .filter(({ kind }) => kind === 'season')
    .flatMap(({ line, figures }) =>
      figures
        .filter(({ before, after }) => before !== null && after < before)
        .map(({ statisticName, before, after }) => ({
          line,
          reason: `${statisticName}: the file has ${after}, and ${before} are entered already. Set this column to "Ignore", or void what is wrong.`,
        })),
    )
}

function previewOf(plan: Plan, access: Access, form: ImportForm, now: Date): ImportPreview {
  const { reading, decoded } = plan
  const judge = unusualRows(plan, access, now)
  const rows = plan.rows.map((planned) => shownRow(planned, plan, judge(planned)))
  const figures = rows.flatMap((row) => row.figures)
  const ofKind = (kind: ImportRow['kind']): number => rows.filter((row) => row.kind === kind).length
  const shown = {
    file: {
      format: reading.format.id,
      name: reading.format.name,
      isFinal: reading.isFinal,
      encoding: ENCODINGS[decoded.encoding],
      letters: decoded.letters,
    },
    head: reading.head && {
      line: reading.head.line,
      lines: reading.head.lines.map(({ number, cells }) => ({
        number,
        cells: cells.map((cell) => cell.slice(0, SHOWN)),
      })),
    },
    columns: reading.columns.map(({ key, name, meaning, values }) => ({
      key,
      name,
      meaning,
      samples: values
        .filter((value) => value !== '')
        .slice(0, SAMPLES)
        .map((value) => value.slice(0, SHOWN)),
    })),
    problems: reading.problems,
    questions: plan.questions,
    rows,
    errors: [...plan.errors, ...belowTotal(rows)],
    skipped: plan.skipped,
    totals: {
      new: ofKind('new'),
      changed: ofKind('changed'),
      unchanged: ofKind('unchanged'),
      calledOff: ofKind('called_off'),
      results: figures.filter(({ kind }) => kind !== 'unchanged').length,
      corrections: figures.filter(({ kind }) => kind === 'correction').length,
      unanswered: plan.questions.filter(isUnanswered).length,
    },
  }
  const { previewId: _, note: __, ...said } = form
  const previewId = createHash('sha256')
    .update(JSON.stringify([said, shown]))
    .digest('base64url')
  return { previewId, ...shown }
}

async function contentOf(deps: Deps, { file, text, address }: ImportForm): Promise<Calendar> {
  if (address !== undefined) {
    const calendar = await calendarAt(deps, address, null)
    if (!calendar) throw invalidField('address', 'The calendar could not be read: try again')
    return calendar
  }
  const bytes =
    file === undefined ? new TextEncoder().encode(text) : new Uint8Array(Buffer.from(file, 'base64'))
  return { bytes, etag: null }
}

type Opened = Calendar & { form: ImportForm; leftOut: string[] }

/** Before anything is locked. The calendar that is followed already is read with what a person has said about it. */
async function openFile(deps: Deps, access: Access, { followed, ...form }: ImportForm): Promise<Opened> {
  if ((followed || form.address !== undefined) && !permissionsOf(access).canEditCampaign)
    throw new DomainError(
      'forbidden',
      'Only a representative can let the schedule follow a calendar once the campaign is no longer a draft',
    )
  if (!followed) return { form, leftOut: [], ...(await contentOf(deps, form)) }
  const known = await store.followedOf(deps.db, access.campaignId)
  if (!known) throw notFound('Calendar')
  const { address, answers, leftOut } = known
  const whole = { ...form, address, answers: { ...answers, ...form.answers } }
  return { form: whole, leftOut, ...(await contentOf(deps, whole)) }
}

async function preview(db: Db, access: Access, { form, bytes, leftOut }: Opened, now: Date) {
  const mayChange = mayChangeBy(access)
  const plan = await planImport(db, access, form, { bytes, leftOut, now, mayChange })
  return { plan, shown: previewOf(plan, access, form, now) }
}

/** Changes nothing. */
export async function previewImport(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  given: ImportForm,
): Promise<ImportPreview> {
  const access = await accessWith(deps.db, actor, campaignId, 'canEnterResults')
  const opened = await openFile(deps, access, given)
  return (await preview(deps.db, access, opened, deps.clock.now())).shown
}

/** Everything that the preview shows, or nothing; refused if it no longer matches. */
export async function importFile(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  given: ImportForm,
): Promise<Imported> {
  const known = await accessWith(deps.db, actor, campaignId, 'canEnterResults')
  const opened = await openFile(deps, known, given)
  const { form, leftOut, etag } = opened
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canEnterResults')
      const now = deps.clock.now()
      const { plan, shown } = await preview(tx, access, opened, now)
      if (plan.rows.some(({ row }) => row.figures.length > 0)) refuseClosed(access)
      refuseOpen(shown)
      if (form.previewId !== undefined && form.previewId !== shown.previewId)
        throw new DomainError('stale', STALE, { details: { preview: shown } })
      await writeSchedule(deps, tx, actor, access, plan)
      if (form.address !== undefined)
        await store.keepFollowed(tx, {
          campaignId,
          address: form.address,
          answers: withoutMoves(form.answers ?? {}),
          leftOut: [...new Set([...leftOut, ...plan.reading.leftOutIds])],
          etag,
          addedBy: actor.userId,
          readAt: now,
        })
      const entered = await enterFigures(deps, tx, actor, access, plan, form.note)
      return { entered, preview: shown }
    },
    { campaignId, mode: 'exclusive' },
  )
}

const STALE = 'Something changed since this preview. Review the new one, then import again.'
const MAX_NAMED = 50

/** Nothing is imported while a line cannot be read or a question is open. */
function refuseOpen({ problems, errors, questions }: ImportPreview): void {
  const problem = problems[0]
  const error = errors[0]
  const open = questions.filter(isUnanswered)
  const fields = {
    ...Object.fromEntries(errors.slice(0, MAX_NAMED).map(({ line, reason }) => [`line ${line}`, reason])),
    ...Object.fromEntries(open.slice(0, MAX_NAMED).map(({ id, text }) => [`answers.${id}`, text])),
    ...(problem ? { columns: problem } : {}),
  }
  const reason = problem ?? (error ? `Line ${error.line}: ${error.reason}` : open[0]?.text)
  if (reason) throw new DomainError('invalid', `Nothing was imported. ${reason}`, { fields })
}

export async function writeSchedule(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  access: Access,
  { rows, current, questions, isFollowing }: Plan,
): Promise<void> {
  const { campaignId, timeZone } = access
  for (const { kind, event } of rows)
    if (kind === 'called_off' && event)
      await takeOff(deps, tx, actor, { event, hasResults: current.entries.has(event.id) })
  // So that two may swap their days.
  const changed = rows.flatMap(({ event, after }) => (event && after ? [event.id] : []))
  await clearOpponents(tx, campaignId, changed)
  for (const planned of rows) {
    const { row, event, after } = planned
    if (row.isCalledOff) continue
    // Our own names contain the id; only another program's name is kept.
    const sourceUid = row.uid && !eventIdIn(row.uid) ? row.uid : null
    if (event && after) await changeEvent(deps, tx, actor, { timeZone, before: event, sourceUid }, after)
    else if (event && sourceUid) await keepSource(tx, event.id, sourceUid)
    else if (after) {
      const added = await addEvent(deps, tx, actor, { campaignId, timeZone, sourceUid }, after)
      planned.event = added
      const pairs = planned.apartFrom.map(({ id }) => [added.id, id] as const)
      await markAsDifferentMatches(deps, tx, actor, campaignId, pairs)
    }
    if (event && planned.isSaid && row.opponent) await keepName(tx, event.id, row.opponent)
    if (event && after === null && access.vocabulary.hasOpponents && row.opponent)
      await takeOpponent(deps, tx, actor, { timeZone, event }, row)
  }
  if (isFollowing)
    await store.keepSaid(tx, saidIn(rows, new Set(questions.filter(isUnanswered).map(({ id }) => id))))
}

/** What the calendar says of each event, to tell its changes from a person's. */
const saidIn = (rows: readonly Planned[], open: ReadonlySet<string>): Map<string, store.Said> =>
  new Map(
    rows.flatMap(({ row, event }) =>
      event && row.start && !row.isCalledOff && !open.has(movedId(event))
        ? [[event.id, saidBy(afterOf(row, null))]]
        : [],
    ),
  )

async function enterFigures(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  access: Access,
  { rows, reading, current }: Plan,
  note: string | null,
): Promise<string[]> {
  const more = { note, evidenceUrl: null, isFinal: reading.isFinal }
  const totals = rows.flatMap(({ row, event, isSeason }): Total[] =>
    isSeason || !event ? [] : row.figures.map((figure) => ({ eventId: event.id, ...figure })),
  )
  const missing = rows
    .flatMap(({ row, isSeason }) => (isSeason ? row.figures : []))
    .map(({ statisticId, quantity }) => ({
      statisticId,
      quantity: minus(quantity, totalOf(current, statisticId)),
    }))
  return [
    ...(await enterMatchTotals(deps, tx, actor, access.campaignId, totals, more)),
    ...(await enterSeasonTotals(deps, tx, actor, access.campaignId, missing, more)),
  ]
}
