import { z } from 'zod'
import {
  LinkedMailChoice,
  LinkedMailChoiceForm,
  MailChoice,
  MailChoiceForm,
  UnsubscribeToken,
} from '#domain/schemas/mail.ts'
import { defineRoute, type Route } from '#server/platform/http/http.ts'
import { keepSecret } from '#server/platform/http/keep-secret.ts'
import { chooseByLink, chooseOwnMail, linkedChoice, mailChoices } from './choices.ts'

const params = z.object({ token: UnsubscribeToken })
/** A mail program's request fits in one line. */
const ONE_CLICK_BYTES = 100_000

export const mailChoiceRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/user/mail-choices',
    who: 'signed-in',
    summary: 'The caller’s email preferences',
    response: z.array(MailChoice),
    handle: ({ deps, actor }) => mailChoices(deps.db, actor),
  }),
  defineRoute({
    method: 'put',
    path: '/api/user/mail-choices',
    who: 'signed-in',
    summary: 'Turn one kind of email on or off',
    body: MailChoiceForm,
    response: z.array(MailChoice),
    handle: async ({ deps, transact, actor, body }) => {
      await chooseOwnMail(deps, transact, actor, MailChoiceForm.parse(body))
      return mailChoices(deps.db, actor)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/unsubscribe-links/{token}',
    who: 'anyone',
    summary: 'What the unsubscribe link of an email would turn off; changes nothing',
    rules: 'R44',
    params,
    response: LinkedMailChoice,
    handle: async ({ deps, params: { token }, c }) => {
      keepSecret(c)
      return linkedChoice(deps.db, token)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/unsubscribe-links/{token}',
    who: 'anyone',
    summary: 'Turn that kind of email off, or on again',
    rules: 'R28: the signed link; R44: that of an invitation only stops them',
    params,
    body: LinkedMailChoiceForm,
    response: LinkedMailChoice,
    handle: async ({ deps, transact, params: { token }, body, c }) => {
      keepSecret(c)
      return chooseByLink(deps, transact, token, { isOn: body.isOn, by: 'link' })
    },
  }),
  defineRoute({
    method: 'post',
    path: '/unsubscribe/{token}',
    who: 'anyone',
    summary: 'One click in a mail program: the address of List-Unsubscribe, which a person opens as a page',
    rules: 'R28: the signed link; RFC 8058',
    params,
    // A form with one field or none: that it was posted is enough.
    upload: { type: 'application/x-www-form-urlencoded', mostBytes: ONE_CLICK_BYTES },
    handle: async ({ deps, transact, params: { token } }) => {
      await chooseByLink(deps, transact, token, { isOn: false, by: 'one-click' })
    },
  }),
]
