import { createHash } from 'node:crypto'
import { eventIdIn } from '#domain/calendar-feed.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import { ENCODINGS } from '#domain/files/decode.ts'
import { minus, NONE, plus, type Quantity, toNumber } from '#domain/quantity.ts'
import type { Imported, ImportForm, ImportPreview, ImportRow } from '#domain/schemas/import.ts'
import { type Access, accessWith, permissionsOf } from '#server/accounts/access/index.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import {
  addEvent,
  changeEvent,
  clearOpponents,
  keepName,
  keepSource,
  sayDifferent,
  takeOff,
  takeOpponent,
} from '#server/season/events/index.ts'
import {
  enterMatchTotals,
  enterSeasonTotals,
  refuseClosed,
  type MatchRow as Total,
} from '#server/season/results/index.ts'
import { readCalendarAt } from './actions.address.ts'
import { keepCalendar } from './actions.follow.ts'
import { isAboutMove } from './actions.followed.ts'
import { changesOf, type Plan, type Planned, planImport } from './actions.plan.ts'
import { unusualRows } from './actions.unusual.ts'
import * as store from './store.ts'

const SAMPLES = 3
const SHOWN = 100

type Figure = ImportRow['figures'][number]

/** What a row's figures are now, and what they become. */
function figuresOf({ row, event, isSeason }: Planned, { statistics, current, reading }: Plan): Figure[] {
  const makesFinal = (statisticId: string): boolean =>
    reading.isFinal && event !== null && current.notFinal.has(`${event.id}|${statisticId}`)
  const kindOf = (statisticId: string, before: Quantity | null, quantity: Quantity): Figure['kind'] => {
    if (before === quantity) return makesFinal(statisticId) ? 'final' : 'unchanged'
    return before === null || isSeason ? 'new' : 'correction'
  }
  return row.figures.map(({ statisticId, quantity }): Figure => {
    const before = isSeason
      ? totalOf(current, statisticId)
      : event
        ? (current.byMatch.get(`${event.id}|${statisticId}`) ?? null)
        : null
    const kind = kindOf(statisticId, before, quantity)
    return {
      ...{ statisticId, statisticName: statistics.find(({ id }) => id === statisticId)?.name ?? '' },
      ...{ before: before === null ? null : toNumber(before), after: toNumber(quantity), kind },
    }
  })
}

const totalOf = ({ totals }: Plan['current'], statisticId: string): Quantity => {
  const total = totals.get(statisticId)
  return total ? plus(total.confirmed, total.entered) : NONE
}

function shownRow(planned: Planned, plan: Plan, unusual: string[]): ImportRow {
  const { row, event, after, kind } = planned
  const start = after?.startTime ?? (event ? new Date(event.startTime) : row.start)
  return {
    ...{ line: row.line, lineCount: row.lines.length, lines: row.lines, kind, eventId: event?.id ?? null },
    ...{
      name: after?.name ?? event?.name ?? row.name,
      eventType: after?.eventType ?? event?.eventType ?? row.eventType,
    },
    ...{
      opponent: after ? after.opponent : (event?.opponent ?? row.opponent),
      venue: after ? after.venue : (event?.venue ?? row.venue),
    },
    ...{ level: row.level, startTime: planned.isSeason ? null : (start?.toISOString() ?? null) },
    ...{
      hasTime: after?.hasTime ?? event?.hasTime ?? row.hasTime,
      location: after ? after.location : (event?.location ?? null),
    },
    changes: event && after ? changesOf(event, after) : [],
    ...{ figures: figuresOf(planned, plan), unusual },
  }
}

/** The season’s totals only grow: a file with less was exported before, or counts something else. */
function belowTotal(plan: Plan): ImportPreview['errors'] {
  return plan.rows
    .filter(({ isSeason }) => isSeason)
    .flatMap((planned) =>
      figuresOf(planned, plan)
        .filter(({ before, after }) => before !== null && after < before)
        .map(({ statisticName, before, after }) => ({
          line: planned.row.line,
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
      ...{ format: reading.format.id, name: reading.format.name, isFinal: reading.isFinal },
      ...{ encoding: ENCODINGS[decoded.encoding], letters: decoded.letters },
    },
    head: reading.head && {
      line: reading.head.line,
      lines: reading.head.lines.map(({ number, cells }) => ({
        number,
        cells: cells.map((cell) => cell.slice(0, SHOWN)),
      })),
    },
    columns: reading.columns.map(({ key, name, meaning, values }) => ({
      ...{ key, name, meaning },
      samples: values
        .filter((value) => value !== '')
        .slice(0, SAMPLES)
        .map((value) => value.slice(0, SHOWN)),
    })),
    ...{ problems: reading.problems, questions: plan.questions, rows },
    ...{ errors: [...plan.errors, ...belowTotal(plan)], skipped: plan.skipped },
    totals: {
      ...{
        new: ofKind('new'),
        changed: ofKind('changed'),
        unchanged: ofKind('unchanged'),
        calledOff: ofKind('called_off'),
      },
      results: figures.filter(({ kind }) => kind !== 'unchanged').length,
      corrections: figures.filter(({ kind }) => kind === 'correction').length,
      unanswered: plan.questions.filter(({ answer }) => answer === null).length,
    },
  }
  const { previewId: _, note: __, ...said } = form
  const previewId = createHash('sha256')
    .update(JSON.stringify([said, shown]))
    .digest('base64url')
  return { previewId, ...shown }
}

type Content = { bytes: Uint8Array; etag: string | null }

/** Read before anything is locked. */
async function contentOf(deps: Deps, { file, text, address }: ImportForm): Promise<Content> {
  if (address !== undefined) return readCalendarAt(deps, address)
  const bytes =
    file === undefined ? new TextEncoder().encode(text) : new Uint8Array(Buffer.from(file, 'base64'))
  return { bytes, etag: null }
}

type Resolved = { form: ImportForm; leftOut: string[] }

/** The calendar that is followed already is read with what a person has said about it. */
async function resolved(db: Db, access: Access, { followed, ...form }: ImportForm): Promise<Resolved> {
  if ((followed || form.address !== undefined) && !permissionsOf(access).canManageEvents)
    throw new DomainError('forbidden', 'Only those who may change the schedule can let it follow a calendar')
  if (!followed) return { form, leftOut: [] }
  const known = await store.followedOf(db, access.campaignId)
  if (!known) throw notFound('Calendar')
  const { address, answers, leftOut } = known
  return { form: { ...form, address, answers: { ...answers, ...form.answers } }, leftOut }
}

type Given = Resolved & { content: Content; now: Date }

async function planFor(db: Db, access: Access, { form, leftOut, content, now }: Given): Promise<Plan> {
  const mayChange = permissionsOf(access).canManageEvents
  const said = form.address === undefined ? null : await store.saidOf(db, access.campaignId)
  return planImport(db, access, form, {
    bytes: content.bytes,
    following: said && { said, leftOut, now },
    mayChange,
  })
}

/** A move is agreed to once, and not for every later one. */
const keptAnswers = ({ answers = {} }: ImportForm): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).filter(([id]) => !isAboutMove(id)))

/** Changes nothing. */
export async function previewImport(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  given: ImportForm,
): Promise<ImportPreview> {
  const access = await accessWith(deps.db, actor, campaignId, 'canEnterResults')
  const { form, leftOut } = await resolved(deps.db, access, given)
  const [content, now] = [await contentOf(deps, form), deps.clock.now()]
  return previewOf(await planFor(deps.db, access, { form, leftOut, content, now }), access, form, now)
}

/** Everything that the preview shows, or nothing; refused if it no longer matches (R19). */
export async function importFile(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  given: ImportForm,
): Promise<Imported> {
  const known = await accessWith(deps.db, actor, campaignId, 'canEnterResults')
  const { form, leftOut } = await resolved(deps.db, known, given)
  const content = await contentOf(deps, form)
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canEnterResults')
      const now = deps.clock.now()
      const plan = await planFor(tx, access, { form, leftOut, content, now })
      if (plan.rows.some(({ row }) => row.figures.length > 0)) refuseClosed(access)
      const preview = previewOf(plan, access, form, now)
      refuseOpen(preview)
      if (form.previewId !== undefined && form.previewId !== preview.previewId)
        throw new DomainError(
          'stale',
          'Something changed since this preview. Review the new one, then import again.',
          { details: { preview } },
        )
      await writeSchedule(deps, tx, actor, access, plan)
      if (form.address !== undefined) {
        await keepCalendar(tx, plan)
        const key = { campaignId, address: form.address, answers: keptAnswers(form) }
        const left = [...new Set([...leftOut, ...plan.reading.leftOutIds])]
        await store.keepFollowed(tx, {
          ...key,
          leftOut: left,
          etag: content.etag,
          addedBy: actor.userId,
          at: now,
        })
      }
      const entered = await enterFigures(deps, tx, actor, access, { plan, note: form.note })
      return { entered, preview }
    },
    { campaignId, mode: 'exclusive' },
  )
}

const MAX_NAMED = 50

/** Nothing is imported while a line cannot be read or a question is open. */
function refuseOpen({ problems, errors, questions }: ImportPreview): void {
  const [problem, error] = [problems[0], errors[0]]
  const open = questions.filter(({ answer }) => answer === null)
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
  { rows, current }: Plan,
): Promise<void> {
  const { campaignId, timeZone } = access
  for (const { kind, event } of rows)
    if (kind === 'called_off' && event)
      await takeOff(deps, tx, actor, { event, hasResults: current.entries.has(event.id) })
  // So that two may swap their days.
  await clearOpponents(
    tx,
    campaignId,
    rows.flatMap(({ event, after }) => (event && after ? [event.id] : [])),
  )
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
      await sayDifferent(deps, tx, actor, campaignId, pairs)
    }
    if (event && planned.isSaid && row.opponent) await keepName(tx, event.id, row.opponent)
    if (event && after === null && access.vocabulary.hasOpponents && row.opponent)
      await takeOpponent(deps, tx, actor, { timeZone, event }, row)
  }
}

type Noted = { plan: Plan; note: string | null }

async function enterFigures(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  access: Access,
  { plan, note }: Noted,
): Promise<string[]> {
  const { rows, reading, current } = plan
  const more = { note, evidenceUrl: null, isFinal: reading.isFinal }
  const totals = rows.flatMap(({ row, event, isSeason }): Total[] =>
    isSeason || !event ? [] : row.figures.map((figure) => ({ eventId: event.id, ...figure })),
  )
  const season = rows
    .filter(({ isSeason }) => isSeason)
    .flatMap(({ row }) =>
      row.figures.map(({ statisticId, quantity }) => ({
        statisticId,
        quantity: minus(quantity, totalOf(current, statisticId)),
      })),
    )
  const entered =
    totals.length === 0 ? [] : await enterMatchTotals(deps, tx, actor, access.campaignId, totals, more)
  return [
    ...entered,
    ...(season.length === 0 ? [] : await enterSeasonTotals(deps, tx, actor, access.campaignId, season, more)),
  ]
}
