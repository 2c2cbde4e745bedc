/** What an API key may call: derived from a route's path, method and `who`, unless the route says otherwise (R80). */
import { randomBytes } from 'node:crypto'
import { nounOf } from '#domain/people/api-nouns.ts'
import { includesScope, SCOPES, type Scope } from '#domain/schemas/api-key.ts'
import type { KeyHolder } from '#server/platform/deps.ts'
import type { Route } from './http.ts'

/** Scanners for secrets find it by this. */
const PREFIX = 'pledgeraiser_key_'
const SECRET_BYTES = 32

export const newApiKey = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('hex')}`
export const isApiKey = (token: string): boolean => token.startsWith(PREFIX)

export const TAKES_A_PERSON = 'An API key can’t do this: it takes a person who is signed in'

type Described = Pick<Route, 'method' | 'path' | 'who' | 'keys' | 'needsSecondStep'>

/**
 * The scope that a key needs for it; null where a key may not call it: what is a person's own, has the secret of a link,
 * needs the second step, or is about nothing that a key can be given.
 */
export function scopeOf({ method, path, who, keys, needsSecondStep }: Described): Scope | null {
  if (needsSecondStep || keys === 'none' || path.includes('{token}')) return null
  if (who === 'signed-in' && keys === undefined) return null
  if (who === 'anyone' && method !== 'get') return null
  const scope = `${nounOf(path)}:${method === 'get' ? 'read' : 'write'}`
  return SCOPES.find((one) => one === scope) ?? null
}

/** Why a key may not call a route; null where it may. What its role allows is then decided like a person's. */
export function reasonAgainstKey(
  route: Described,
  { organizationId, scopes }: Pick<KeyHolder, 'organizationId' | 'scopes'>,
): string | null {
  const scope = scopeOf(route)
  if (scope === null || (route.keys === 'providers' && organizationId !== null)) return TAKES_A_PERSON
  return includesScope(scopes, scope) ? null : `This API key lacks the scope ${scope}`
}
