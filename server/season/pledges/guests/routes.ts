import type { Context } from 'hono'
import { z } from 'zod'
import { CardSetup } from '#domain/schemas/card.ts'
import {
  GuestConfirmation,
  GuestConfirmed,
  GuestHeld,
  GuestHold,
  GuestMailAgain,
  GuestStart,
  GuestStarted,
  GuestState,
  GuestStateAsked,
  GuestWithdrawal,
  LinkedGuestPledge,
} from '#domain/schemas/guest-pledge.ts'
import { MailAnswer } from '#domain/schemas/mail.ts'
import { LinkToken } from '#domain/schemas/pledge-link.ts'
import { browserOf } from '#server/platform/http/begun-here.ts'
import { clientAddress, isFromNetwork } from '#server/platform/http/client-address.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { keepSecret } from '#server/platform/http/keep-secret.ts'
import { defineRoute } from '#server/season/deps.ts'
import { answerQuestion, confirmPledge, openCardForm, readLink } from './confirm.ts'
import { keepGuestPledge, mailAgain, start, stateOf, withdraw } from './start.ts'

/** Null for a page's own call. */
const networkOf = (c: Context): string | null => (isFromNetwork(c) ? clientAddress(c) : null)

const TokenParams = z.object({ token: LinkToken })

export const guestPledgeRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/guest-pledges',
    who: 'anyone',
    summary: 'Begin a pledge without an account; while stolen cards are being tried, without a card form',
    rules: 'R28, R59',
    status: 201,
    params: IdParams,
    body: GuestStart,
    response: GuestStarted,
    handle: ({ deps, params, body, c }) => {
      keepSecret(c)
      return start(deps, { campaignId: params.id, address: networkOf(c) }, body)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/guest-pledges/{id}/holding',
    who: 'anyone',
    summary: 'Hold the pledge and mail the link that confirms it; repeating it changes nothing',
    rules: 'R8, R15, R28, R59: by the secret of the browser that began it',
    params: IdParams,
    body: GuestHold,
    response: GuestHeld,
    handle: async ({ deps, transact, params, body, c }) => {
      const held = await keepGuestPledge(deps, transact, { id: params.id, address: networkOf(c) }, body)
      await browserOf(deps, c).remember(held.id)
      return held
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/guest-pledges/{id}/mails',
    who: 'anyone',
    summary: 'Mail the link again, or to a corrected address',
    rules: 'R28, R59',
    params: IdParams,
    body: GuestMailAgain,
    response: GuestHeld,
    handle: ({ deps, transact, params, body, c }) =>
      mailAgain(deps, transact, { id: params.id, address: networkOf(c) }, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/guest-pledges/{id}/state',
    who: 'anyone',
    summary: 'Whether the pledge is still waiting to be confirmed; changes nothing',
    rules: 'R28, R59',
    params: IdParams,
    body: GuestStateAsked,
    response: GuestState,
    handle: ({ deps, params, body, c }) => {
      keepSecret(c)
      return stateOf(deps, params.id, body)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/guest-pledges/{id}/withdrawal',
    who: 'anyone',
    summary: 'Withdraw the pledge before it is confirmed',
    rules: 'R28, R59',
    params: IdParams,
    body: GuestWithdrawal,
    handle: ({ deps, transact, params, body }) => withdraw(deps, transact, params.id, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/guest-pledge-links/{token}',
    who: 'anyone',
    summary: 'What the link in the email shows; changes nothing',
    rules: 'R44, R59',
    params: TokenParams,
    response: LinkedGuestPledge,
    handle: async ({ deps, params, c }) => {
      keepSecret(c)
      return readLink(deps, browserOf(deps, c), params.token)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/guest-pledge-links/{token}/answer',
    who: 'anyone',
    summary: 'Answer the question of the link’s page: this browser may then confirm the pledge',
    rules: 'R28, R59',
    params: TokenParams,
    body: MailAnswer,
    handle: ({ deps, params, body, c }) => answerQuestion(deps, browserOf(deps, c), params.token, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/guest-pledge-links/{token}/card-setups',
    who: 'anyone',
    summary: 'A card form, where the card is asked for after the email',
    rules: 'R28, R59',
    status: 201,
    params: TokenParams,
    response: CardSetup,
    handle: async ({ deps, params, c }) => {
      keepSecret(c)
      return openCardForm(deps, params.token)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/guest-pledge-links/{token}/confirmation',
    who: 'anyone',
    summary: 'Make the pledge; repeating it returns the same pledge',
    rules: 'R12, R28, R44, R59',
    params: TokenParams,
    body: GuestConfirmation,
    response: GuestConfirmed,
    handle: async ({ deps, params, body, c }) => {
      keepSecret(c)
      return confirmPledge(deps, browserOf(deps, c), params.token, body)
    },
  }),
]
