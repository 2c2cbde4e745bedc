import type { Context } from 'hono'
import { z } from 'zod'
import { CardSetup } from '#domain/schemas/card.ts'
import { MailAnswer } from '#domain/schemas/mail.ts'
import { LineChangeForm, LineChangePreview } from '#domain/schemas/pledge.ts'
import {
  ChangeConfirmation,
  ChangeConfirmed,
  ChangeRequested,
  LinkChange,
  LinkToken,
  RequestedChange,
} from '#domain/schemas/pledge-link.ts'
import type { Deps } from '#server/money/deps.ts'
import { defineRoute } from '#server/money/deps.ts'
import { browserOf } from '#server/platform/http/begun-here.ts'
import { clientAddress, isFromNetwork } from '#server/platform/http/client-address.ts'
import { keepSecret } from '#server/platform/http/keep-secret.ts'
import {
  confirmRequest,
  previewByLink,
  readRequest,
  refuseRequest,
  requestChange,
  startCard,
} from './change-requests.ts'
import { answerQuestion } from './store.ts'

const params = z.object({ token: LinkToken })

/** Limits requests per network, whatever links it uses. */
async function demandFewFrom(deps: Deps, c: Context): Promise<void> {
  if (isFromNetwork(c)) await deps.limits.take('contact', `change:${clientAddress(c)}`)
}

export const pledgeChangeLinkRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/pledge-links/{token}/changes/preview',
    who: 'anyone',
    summary: 'The most that can be owed once a line is raised, stopped or added; changes nothing',
    rules: 'R8, R44, R58',
    params,
    query: LineChangeForm,
    response: LineChangePreview,
    handle: ({ deps, params: { token }, query, c }) => {
      keepSecret(c)
      return previewByLink(deps, token, query)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledge-links/{token}/changes',
    who: 'anyone',
    summary:
      'Request a change of a line or of the whole pledge: it counts once the link that is mailed to the address on file confirms it',
    rules: 'R8, R14, R28, R44, R58',
    status: 201,
    params,
    body: LinkChange,
    response: ChangeRequested,
    handle: async ({ deps, transact, params: { token }, body, c }) => {
      keepSecret(c)
      await demandFewFrom(deps, c)
      const { id, ...answer } = await requestChange(deps, transact, token, body)
      await browserOf(deps, c).remember(id)
      return answer
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/pledge-change-links/{token}',
    who: 'anyone',
    summary: 'The change that the link in the email confirms; changes nothing',
    rules: 'R44, R58',
    params,
    response: RequestedChange,
    handle: ({ deps, params: { token }, c }) => {
      keepSecret(c)
      return readRequest(deps, browserOf(deps, c), token)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledge-change-links/{token}/answer',
    who: 'anyone',
    summary: 'Answer the question of the link’s page: this browser may then confirm the change',
    rules: 'R28, R58',
    params,
    body: MailAnswer,
    handle: ({ deps, params: { token }, body, c }) => answerQuestion(deps, browserOf(deps, c), token, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledge-change-links/{token}/card-setups',
    who: 'anyone',
    summary: 'Start saving the card with which the pledge is paid once the change is confirmed',
    rules: 'R14, R16, R28, R44',
    status: 201,
    params,
    response: CardSetup,
    handle: async ({ deps, params: { token }, c }) => {
      keepSecret(c)
      const address = isFromNetwork(c) ? clientAddress(c) : null
      if (address !== null) await deps.limits.take('card_addresses', address)
      return startCard(deps, { token, address })
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledge-change-links/{token}/confirmation',
    who: 'anyone',
    summary: 'Make the change, with the maximum that was shown; repeating it changes nothing',
    rules: 'R8, R12, R28, R58',
    params,
    body: ChangeConfirmation,
    response: ChangeConfirmed,
    handle: ({ deps, params: { token }, body, c }) => {
      keepSecret(c)
      return confirmRequest(deps, browserOf(deps, c), token, body)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledge-change-links/{token}/refusal',
    who: 'anyone',
    summary: 'The supporter did not request it: end it, and every link of the pledge that was mailed so far',
    rules: 'R28, R44, R58',
    params,
    handle: ({ deps, transact, params: { token } }) => refuseRequest(deps, transact, token),
  }),
]
