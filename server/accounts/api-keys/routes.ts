import { z } from 'zod'
import { ApiKey, ApiKeyForm, ApiKeyList, MadeApiKey } from '#domain/schemas/api-key.ts'
import { defineRoute } from '#server/accounts/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { listApiKeys, makeApiKey, replaceApiKey, revokeApiKey } from './api-keys.ts'

/** No Idempotency-Key on these: an answer that is kept would keep the key. */
export const apiKeyRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/api-keys',
    who: 'owner',
    summary: 'The API keys of an organization or, without one, of the provider, for its representatives',
    rules: 'R80',
    query: ApiKeyList,
    response: z.array(ApiKey),
    handle: ({ deps, actor, query }) => listApiKeys(deps, actor, query.organizationId ?? null),
  }),
  defineRoute({
    method: 'post',
    path: '/api/api-keys',
    who: 'owner',
    needsSecondStep: true,
    summary: 'Make an API key; it is in this answer only',
    rules: 'R80',
    status: 201,
    body: ApiKeyForm,
    response: MadeApiKey,
    handle: ({ deps, transact, actor, body }) => makeApiKey(deps, transact, actor, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/api-keys/{id}/replacements',
    who: 'owner',
    needsSecondStep: true,
    summary: 'Replace an API key by a new one with the same scopes; the earlier one works for 24 hours more',
    rules: 'R80',
    status: 201,
    params: IdParams,
    response: MadeApiKey,
    handle: ({ deps, transact, actor, params }) => replaceApiKey(deps, transact, actor, params.id),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/api-keys/{id}',
    who: 'owner',
    keys: 'none',
    summary: 'Revoke an API key, which ends at once',
    rules: 'R80',
    params: IdParams,
    handle: ({ deps, transact, actor, params }) => revokeApiKey(deps, transact, actor, params.id),
  }),
]
