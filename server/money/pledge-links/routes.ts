import type { Context } from 'hono'
import { z } from 'zod'
import { notFound } from '#domain/errors.ts'
import { ChargePayment, PaymentAnswer, PaymentRequest, SandboxPayment } from '#domain/schemas/charge.ts'
import { id } from '#domain/schemas/fields.ts'
import {
  LinkedDetailsForm,
  LinkedPledge,
  LinkRenewal,
  LinkToken,
  PartsByLink,
} from '#domain/schemas/pledge-link.ts'
import type { Deps } from '#server/money/deps.ts'
import { defineRoute } from '#server/money/deps.ts'
import { answerInvoice, InvoiceNumber } from '#server/money/invoice-documents/index.ts'
import { browserOf } from '#server/platform/http/begun-here.ts'
import { clientAddress, isFromNetwork } from '#server/platform/http/client-address.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { keepSecret } from '#server/platform/http/keep-secret.ts'
import { revokeLinks } from '#server/season/pledges/links/index.ts'
import {
  addDetails,
  finishByLink,
  payByLink,
  payInTestMode,
  readByLink,
  renewLink,
  takeBack,
} from './by-link.ts'

/** Limits card forms per address, whatever links it uses. */
async function addressOf(deps: Deps, c: Context): Promise<string | null> {
  if (!isFromNetwork(c)) return null
  const address = clientAddress(c)
  await deps.limits.take('card_addresses', address)
  return address
}

export const pledgeLinkRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/pledge-links/{token}',
    who: 'anyone',
    summary: 'The one pledge that a link in an email shows; changes nothing',
    rules: 'R44',
    params: z.object({ token: LinkToken }),
    response: LinkedPledge,
    handle: async ({ deps, params, c }) => {
      keepSecret(c)
      return readByLink(deps, params.token)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/pledge-links/{token}/invoices/{number}/print.pdf',
    who: 'anyone',
    summary: 'An invoice of that pledge as a PDF',
    rules: 'R28, R36, R44',
    params: z.object({ token: LinkToken, number: InvoiceNumber }),
    produces: 'application/pdf',
    handle: async ({ deps, params }) => {
      const { id: pledgeId } = await readByLink(deps, params.token)
      const payUrl = `${deps.config.appUrl}/p/${params.token}`
      return answerInvoice(deps, { pledgeId, number: params.number, payUrl })
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledge-links/renewals',
    who: 'anyone',
    summary: 'Mail a new link to the address on file; the response is the same whatever is found',
    rules: 'R28, R44',
    body: LinkRenewal,
    handle: async ({ deps, transact, body, c }) => {
      await deps.limits.take('contact', clientAddress(c))
      await renewLink(deps, transact, body.token)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledge-links/{token}/details',
    who: 'anyone',
    summary:
      'Add the name, address and phone that the supporter has not typed; returns which parts were added',
    rules: 'R26, R28, R44, R65',
    status: 201,
    params: z.object({ token: LinkToken }),
    body: LinkedDetailsForm,
    response: PartsByLink,
    handle: async ({ deps, transact, params, body, c }) => {
      c.header('cache-control', 'private, no-store')
      if (isFromNetwork(c)) await deps.limits.take('contact', `details:${clientAddress(c)}`)
      return addDetails(deps, transact, params.token, body)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledge-links/{token}/payments',
    who: 'anyone',
    summary: 'Start paying what is due with a card that is charged once, or resume the payment in progress',
    rules: 'R28, R34, R35, R36, R44',
    status: 201,
    params: z.object({ token: LinkToken }),
    body: PaymentRequest,
    response: ChargePayment,
    handle: async ({ deps, params, body, c }) => {
      c.header('cache-control', 'private, no-store')
      return payByLink(deps, { token: params.token, address: await addressOf(deps, c) }, body)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledge-links/{token}/payments/{chargeId}/outcome',
    who: 'anyone',
    summary: 'The outcome: asks the card provider and returns the state of the charge',
    rules: 'R28, R34, R44',
    params: z.object({ token: LinkToken, chargeId: id }),
    response: PaymentAnswer,
    handle: async ({ deps, params, c }) => {
      c.header('cache-control', 'private, no-store')
      return finishByLink(deps, params)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/sandbox/card-payments',
    who: 'anyone',
    summary: 'Test mode: pay once with one of the published test cards',
    rules: 'R28: the secret of the payment; only where cards are in test mode',
    body: SandboxPayment,
    handle: async ({ deps, body, c }) => {
      if (deps.config.cards !== 'sandbox') throw notFound('Page')
      await payInTestMode(deps, await addressOf(deps, c), body)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/guest-pledge-links/{token}/refusal',
    who: 'anyone',
    summary: 'Whoever the mail reached did not make this pledge: within 48 hours it is taken back',
    rules: 'R28, R59',
    params: z.object({ token: LinkToken }),
    handle: ({ deps, transact, params, c }) => takeBack(deps, transact, browserOf(deps, c), params.token),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/pledges/{id}/links',
    who: 'signed-in',
    summary: 'Revoke all emailed links of the caller’s own pledge',
    rules: 'R44',
    params: IdParams,
    handle: ({ deps, transact, actor, params }) => revokeLinks(deps, transact, actor, params.id),
  }),
]
