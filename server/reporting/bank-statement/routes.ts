import { z } from 'zod'
import { addDays, latestDay } from '#domain/places/zone.ts'
import {
  BankFileForm,
  BankFileRead,
  BankLine,
  BankLineForm,
  BankLinesQuery,
  BankMatched,
  BankMatchesForm,
  BankMovement,
} from '#domain/schemas/bank-statement.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { defineRoute, pagedRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { decidedBankLines, decideLine, matchLines, openBankLines, toMovement } from './match.ts'
import { readFile } from './read.ts'
import { countLines, unmatched } from './store.ts'

/** The oldest are listed first. A check that nobody cashed in that time is no longer good. */
const MOST_OUTSTANDING = 200
const OUTSTANDING_DAYS = 400

export const bankStatementRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/bank-files',
    who: 'representative',
    summary: 'Read a file of the bank account: each line is kept once, and nothing is posted',
    rules: 'R78',
    body: BankFileForm,
    response: BankFileRead,
    handle: ({ deps, transact, actor, body }) => readFile(deps, transact, actor, body),
  }),
  ...pagedRoute({
    path: '/api/bank-lines',
    who: 'representative',
    summary: 'The bank’s lines, newest first: open, each with what it may be by the books, or decided',
    rules: 'R78',
    query: BankLinesQuery,
    row: BankLine,
    open: async ({ deps, actor, query: { state } }) => {
      await demandRepresentative(deps.db, actor)
      return {
        read: (page) => (state === 'open' ? openBankLines(deps, page) : decidedBankLines(deps, page)),
        count: () => countLines(deps.db, deps.cards.moneyMode, state),
      }
    },
  }),
  defineRoute({
    method: 'put',
    path: '/api/bank-lines/{id}',
    who: 'representative',
    summary: 'Match a line, leave it with a note, or open it again; nothing is posted',
    rules: 'R78',
    params: IdParams,
    body: BankLineForm,
    response: BankLine,
    handle: ({ deps, transact, actor, params: { id }, body: form }) =>
      decideLine(deps, transact, actor, { id, form }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/bank-matches',
    who: 'representative',
    summary: 'Match all lines that can only be one thing, exactly as they were shown',
    rules: 'R78',
    body: BankMatchesForm,
    response: BankMatched,
    handle: ({ deps, transact, actor, body }) => matchLines(deps, transact, actor, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/bank-movements',
    who: 'representative',
    summary: 'What moved the bank account in 400 days and no line of the bank is matched with, oldest first',
    rules: 'R78',
    response: z.array(BankMovement),
    handle: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      const { moneyMode } = deps.cards
      const from = addDays(latestDay(deps.clock.now()), -OUTSTANDING_DAYS)
      const rows = await unmatched(deps.db, { moneyMode, from, limit: MOST_OUTSTANDING })
      return rows.map(toMovement)
    },
  }),
]
