import { z } from 'zod'
import { fileSafe } from '#domain/csv.ts'
import {
  Bookkeeping,
  BookkeepingAccounts,
  BookkeepingQuery,
  OrganizationAccounts,
  ProgramParams,
  ProviderAccounts,
} from '#domain/schemas/bookkeeping.ts'
import { defineRoute } from '#server/money/deps.ts'
import { IdParams, NO_SNIFFING } from '#server/platform/http/http.ts'
import { changeAccounts } from './accounts.ts'
import { type MonthFile, monthFile, readBookkeeping } from './month-files.ts'

const RULES = 'R5, R38, R39, R79: totals, and no supporter by name'
const FILE =
  'A month to import into QuickBooks Online or Xero: an entry for each campaign and payout; several files are in one ZIP'
const ACCOUNTS = 'Choose the accounts that its files name'
const OrganizationProgramParams = z.object({ ...IdParams.shape, ...ProgramParams.shape })

/** Its name says whose, which program's and which month's, and whether the month still runs or the money is test money. */
function answerFile({ party, bytes, isZip, ...one }: MonthFile, program: string): Response {
  const state = [one.isRunning ? 'so-far' : '', one.moneyMode === 'live' ? '' : 'test']
  const name = [fileSafe(party?.name ?? ''), program, one.month, ...state].filter(Boolean).join('-')
  return new Response(bytes, {
    headers: {
      ...NO_SNIFFING,
      'Content-Type': isZip ? 'application/zip' : 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}.${isZip ? 'zip' : 'csv'}"`,
      'Cache-Control': 'private, no-store',
      Vary: 'Authorization',
    },
  })
}

export const bookkeepingRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/bookkeeping',
    who: 'representative',
    summary: 'The provider’s month for its own books: its sums, and the accounts that its files name',
    rules: RULES,
    query: BookkeepingQuery,
    response: Bookkeeping,
    handle: ({ deps, actor, query }) => readBookkeeping(deps, actor, { organizationId: null, ...query }),
  }),
  defineRoute({
    method: 'put',
    path: '/api/bookkeeping/accounts',
    who: 'representative',
    summary: ACCOUNTS,
    rules: RULES,
    body: ProviderAccounts,
    response: BookkeepingAccounts,
    handle: ({ deps, transact, actor, body }) => changeAccounts(deps, transact, actor, null, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/bookkeeping/{program}',
    who: 'representative',
    summary: FILE,
    rules: RULES,
    params: ProgramParams,
    query: BookkeepingQuery,
    produces: 'text/csv',
    handle: async ({ deps, actor, params: { program }, query }) =>
      answerFile(await monthFile(deps, actor, { organizationId: null, program, ...query }), program),
  }),
  defineRoute({
    method: 'get',
    path: '/api/organizations/{id}/bookkeeping',
    who: 'treasurer',
    summary: 'An organization’s month for its own books: its sums, and the accounts that its files name',
    rules: RULES,
    params: IdParams,
    query: BookkeepingQuery,
    response: Bookkeeping,
    handle: ({ deps, actor, params: { id }, query }) =>
      readBookkeeping(deps, actor, { organizationId: id, ...query }),
  }),
  defineRoute({
    method: 'put',
    path: '/api/organizations/{id}/bookkeeping/accounts',
    who: 'owner',
    summary: ACCOUNTS,
    rules: RULES,
    params: IdParams,
    body: OrganizationAccounts,
    response: BookkeepingAccounts,
    handle: ({ deps, transact, actor, params: { id }, body }) =>
      changeAccounts(deps, transact, actor, id, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/organizations/{id}/bookkeeping/{program}',
    who: 'treasurer',
    summary: FILE,
    rules: RULES,
    params: OrganizationProgramParams,
    query: BookkeepingQuery,
    produces: 'text/csv',
    handle: async ({ deps, actor, params: { id, program }, query }) =>
      answerFile(await monthFile(deps, actor, { organizationId: id, program, ...query }), program),
  }),
]
