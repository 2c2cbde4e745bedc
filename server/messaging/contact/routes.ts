import { ContactForm, ContactReceipt } from '#domain/schemas/contact.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { defineRoute } from '#server/platform/http/http.ts'
import { sendMessage } from './actions.ts'

export const contactRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/contact',
    who: 'anyone',
    summary: 'Write to the provider; the answer comes by email',
    rules: 'R28, R53',
    creates: true,
    body: ContactForm,
    response: ContactReceipt,
    handle: async ({ deps, transact, actor, body, c }) => {
      await deps.limits.take('contact', clientAddress(c))
      return sendMessage(deps, transact, body, { key: c.req.header('idempotency-key') ?? null, actor })
    },
  }),
]
