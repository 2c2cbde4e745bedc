/** What a line of the bank is by the books: proposed by the program, decided by a person (R78). */
import {
  type Movement,
  namesNumber,
  OPEN_DAYS,
  type Proposal,
  proposals,
} from '#domain/billing/bank-match.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { negate, toDecimal } from '#domain/money.ts'
import { addDays } from '#domain/places/zone.ts'
import type {
  BankLine,
  BankLineForm,
  BankMatched,
  BankMatchesForm,
  BankMovement,
} from '#domain/schemas/bank-statement.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import * as store from './store.ts'

/** A few years of a large provider. More open lines than these are looked at once newer ones are decided. */
const MOST_OPEN = 2_000
const MOST_MOVEMENTS = 10_000

const UNDECIDED: Proposal = { isSure: false, choices: [], bounces: [] }

export const toMovement = ({ amount, ...movement }: Movement): BankMovement => ({
  ...movement,
  amount: toDecimal(amount),
})

/** With what each was matched with, or may be. */
async function linesWith(
  db: Db,
  rows: readonly store.LineRow[],
  found: ReadonlyMap<string, Proposal>,
): Promise<BankLine[]> {
  const ids = rows.flatMap(({ matchedId }) => matchedId ?? [])
  const [{ moneyMode } = { moneyMode: 'live' as const }] = rows
  const movements = await store.movementsByIds(db, moneyMode, ids)
  return rows.map(({ amountCents, matchedId, ...row }) => {
    const { isSure, choices, bounces } = found.get(row.id) ?? UNDECIDED
    const match = movements.find(({ id }) => id === matchedId)
    return {
      ...row,
      amount: toDecimal(amountCents),
      match: match ? toMovement(match) : null,
      isSure,
      choices: choices.map(toMovement),
      bounces: bounces.map(({ amount, ...check }) => ({ ...check, amount: toDecimal(amount) })),
    }
  })
}

/** All open lines with what each may be: a line's answer depends on the others. */
async function openWithProposals(db: Db, moneyMode: store.MoneyMode) {
  const rows = await store.openLines(db, moneyMode, MOST_OPEN)
  const first = rows.at(-1)
  if (!first) return { rows, found: new Map<string, Proposal>() }
  const from = addDays(first.day, -OPEN_DAYS)
  const movements = await store.unmatched(db, { moneyMode, from, limit: MOST_MOVEMENTS })
  const out = rows.filter(({ amountCents }) => amountCents < 0)
  const amounts = [...new Set(out.map(({ amountCents }) => negate(amountCents)))]
  const checks = await store.depositedChecks(db, { moneyMode, from, amounts })
  const lines = rows.map(({ amountCents: amount, ...row }) => ({ ...row, amount }))
  return { rows, found: proposals(lines, movements, checks) }
}

export async function openBankLines(
  { db, cards: { moneyMode } }: Deps,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<BankLine[]> {
  const { rows, found } = await openWithProposals(db, moneyMode)
  const start = beforeId === null ? 0 : rows.findIndex(({ id }) => id === beforeId) + 1
  return linesWith(db, rows.slice(start, start + limit), found)
}

export async function decidedBankLines(
  { db, cards: { moneyMode } }: Deps,
  page: { limit: number; beforeId: string | null },
): Promise<BankLine[]> {
  return linesWith(db, await store.decidedLines(db, moneyMode, page), new Map())
}

const TAKEN = 'Another line of the bank is matched with it already: load the list again'

/** Matches a line, leaves it with a note, or opens it again. */
export function decideLine(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { id, form }: { id: string; form: BankLineForm },
): Promise<BankLine> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    await store.lockLines(tx)
    const line = await store.findLine(tx, id)
    if (!line || line.moneyMode !== deps.cards.moneyMode) throw notFound('Bank line')
    if (form.matchId) await refuseMatch(tx, line, form.matchId)
    await decideOne(deps, tx, actor, { line, form })
    const after = await store.findLine(tx, id)
    if (!after) throw notFound('Bank line')
    const [shown] = await linesWith(tx, [after], new Map())
    if (!shown) throw notFound('Bank line')
    return shown
  })
}

async function decideOne(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  { line, form }: { line: store.LineRow; form: BankLineForm },
): Promise<void> {
  const matchId = form.matchId ?? null
  const note = form.note ?? null
  const isOpen = matchId === null && note === null
  await store.decide(tx, line.id, {
    matchId,
    note,
    by: isOpen ? null : actor.userId,
    at: isOpen ? null : deps.clock.now(),
  })
  await audit(tx, deps.clock, {
    actorId: actor.userId,
    action: matchId ? 'bank_line.match' : note ? 'bank_line.note' : 'bank_line.open',
    subject: 'bank_line',
    subjectId: line.id,
    before: { matchedId: line.matchedId, note: line.note },
    after: { matchedId: matchId, note },
  })
}

async function refuseMatch(tx: Transaction, line: store.LineRow, matchId: string): Promise<void> {
  const [found] = await store.movementsByIds(tx, line.moneyMode, [matchId])
  if (!found) throw notFound('What it is to be matched with')
  const isOther =
    Math.abs(found.amount) !== Math.abs(line.amountCents) ||
    (found.amount !== line.amountCents && !namesNumber(line.text, found.number))
  if (isOther)
    throw invalidField(
      'matchId',
      'The amounts differ: a line of the bank is matched with one of the same amount',
    )
  if (line.matchedId !== matchId && (await store.isMatched(tx, matchId)))
    throw new DomainError('conflict', TAKEN)
}

/** Matches the lines that can only be one thing, as the screen showed them; all of them or none. */
export function matchLines(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { matches }: BankMatchesForm,
): Promise<BankMatched> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    await store.lockLines(tx)
    const { rows, found } = await openWithProposals(tx, deps.cards.moneyMode)
    const open = new Map(rows.map((row) => [row.id, row]))
    for (const { lineId, matchId } of matches) {
      const line = open.get(lineId)
      const proposal = found.get(lineId)
      const [only] = proposal?.choices ?? []
      if (!line || !proposal?.isSure || only?.id !== matchId)
        throw new DomainError('conflict', 'The list changed in the meantime: check it again')
      await decideOne(deps, tx, actor, { line, form: { matchId, note: null } })
    }
    return { matched: matches.length }
  })
}
