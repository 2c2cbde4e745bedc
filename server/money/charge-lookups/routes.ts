import { ChargeLookup } from '#domain/schemas/charge-lookup.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { defineRoute } from '#server/platform/http/http.ts'
import { askAboutCharge } from './actions.ts'

export const chargeLookupRoutes = [
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
