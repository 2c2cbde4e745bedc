import { z } from 'zod'
import { CHARGE_STATE_WORDS } from '#domain/billing/charge-status.ts'
import type { CsvColumn } from '#domain/csv.ts'
import { ChargeConfirmation, ChargeDetail, ChargeLookup } from '#domain/schemas/charge.ts'
import { PageQuery } from '#domain/schemas/error.ts'
import { Charge } from '#domain/schemas/settlement.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { campaignCsv, defineRoute, pagedRoute } from '#server/money/deps.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { chargesForFile, chargesOf, countCharges } from './charges-store.ts'
import { askAboutCharge, chargeDetail, remindOfCharge } from './detail.ts'
import { finishConfirmation, startConfirmation } from './pay-link.ts'

const ChargeFilter = z.object({
  only: z.enum(['all', 'failed'], { error: 'Choose all or failed' }).default('all'),
})

const columns = ({ timeZone }: Access): CsvColumn<Charge>[] => [
  ['Amount (USD)', ({ amount }) => amount],
  ['Refunded (USD)', ({ refunded }) => refunded],
  ['Disputed (USD)', ({ disputed }) => disputed],
  ['Lost (USD)', ({ lost }) => lost],
  ['State', ({ state }) => CHARGE_STATE_WORDS[state]],
  timeColumn('To be charged', timeZone, ({ chargeAt, waits }) => (waits ? null : chargeAt)),
  timeColumn('Charged', timeZone, ({ succeededAt }) => succeededAt),
  ['Attempts', ({ attempts }) => attempts],
  ['Reason', ({ reason }) => reason],
  ['What happens next', ({ nextStep }) => nextStep],
  ['Money', ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test')],
]

export const chargeRoutes = [
  ...pagedRoute({
    path: '/api/campaigns/{id}/charges',
    who: 'representative',
    summary: 'Charges, newest first, each failed one with its reason and next step; `only=failed` for those',
    rules: 'R35',
    params: IdParams,
    query: PageQuery.extend(ChargeFilter.shape),
    row: Charge,
    open: async ({ deps, actor, params: { id }, query: { only } }) => {
      await accessWith(deps.db, actor, id, 'canSettle')
      return {
        read: (page) => chargesOf(deps.db, id, { ...page, only }),
        count: () => countCharges(deps.db, id, only),
      }
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/charges/{id}',
    who: 'representative',
    summary: 'A charge with its attempts, its refunds and the actions that are possible',
    rules: 'R32, R35',
    params: IdParams,
    response: ChargeDetail,
    handle: ({ deps, actor, params }) => chargeDetail(deps, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/charges/{id}/reminders',
    who: 'representative',
    summary: 'Send the supporter the link to pay what is due, at most once a day',
    rules: 'R35, R44',
    params: IdParams,
    response: ChargeDetail,
    handle: ({ deps, transact, actor, params }) => remindOfCharge(deps, transact, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/charges/{id}/confirmations',
    who: 'signed-in',
    summary: 'Confirm one of the caller’s own charges with their bank, in the card provider’s form',
    rules: 'R34, R35',
    status: 201,
    params: IdParams,
    response: ChargeConfirmation,
    handle: ({ deps, actor, params }) => startConfirmation(deps, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/charges/{id}/confirmations/outcome',
    who: 'signed-in',
    summary: 'The outcome: asks the card provider and returns the state of the charge',
    rules: 'R34, R35',
    params: IdParams,
    response: Charge,
    handle: ({ deps, actor, params }) => finishConfirmation(deps, actor, params.id),
  }),
  campaignCsv({
    table: 'charges',
    who: 'representative',
    permission: 'canSettle',
    rules: 'R26, R35, R51: never by name',
    query: ChargeFilter,
    columns,
    pages: ({ deps, access, query: { only } }) =>
      pagesOf((page) => chargesForFile(deps.db, access.campaignId, { ...page, only })),
  }),
  defineRoute({
    method: 'post',
    path: '/api/charge-lookups',
    who: 'anyone',
    summary:
      'What is this charge? Answered by email to the address on file; the response here is always the same',
    rules: 'R28, R44',
    body: ChargeLookup,
    handle: async ({ deps, transact, body, c }) => {
      await deps.limits.take('contact', clientAddress(c))
      await askAboutCharge(deps, transact, body)
    },
  }),
]
