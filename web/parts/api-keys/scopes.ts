/** What a key may do: as its maker chooses it, and in words. */
import { API_NOUNS, type ApiNoun, labelOfNoun } from '#domain/people/api-nouns.ts'
import { type Access, mayBeGiven, SCOPES, type Scope } from '#domain/schemas/api-key.ts'

type Party = string | null

export const offeredTo = (organizationId: Party): Scope[] =>
  SCOPES.filter((one) => mayBeGiven(one, organizationId))

export const nounsFor = (organizationId: Party): ApiNoun[] =>
  API_NOUNS.filter((noun) => mayBeGiven(`${noun}:read`, organizationId))

export const allToRead = (organizationId: Party): Scope[] =>
  offeredTo(organizationId).filter((one) => one.endsWith(':read'))

/** To write includes to read: turning reading off turns writing off, and writing on turns reading on. */
export function withScope(
  scopes: readonly Scope[],
  { noun, access, isOn }: { noun: ApiNoun; access: Access; isOn: boolean },
): Scope[] {
  const others = scopes.filter((one) => !one.startsWith(`${noun}:`))
  const reads = access === 'write' || isOn
  const writes = access === 'write' ? isOn : isOn && scopes.includes(`${noun}:write`)
  return [
    ...others,
    ...(reads ? [`${noun}:read` as const] : []),
    ...(writes ? [`${noun}:write` as const] : []),
  ]
}

const listed = (scopes: readonly Scope[], access: Access): string[] =>
  API_NOUNS.filter((noun) => scopes.includes(`${noun}:${access}`)).map(labelOfNoun)

/** "Reads everything. Changes schedule, results." */
export function scopesInWords(scopes: readonly Scope[], organizationId: Party): string {
  const words = (verb: string, access: Access): string => {
    const names = listed(scopes, access)
    const all = listed(offeredTo(organizationId), access)
    if (names.length === 0) return ''
    return `${verb} ${names.length === all.length ? 'everything' : names.join(', ').toLowerCase()}.`
  }
  return [words('Reads', 'read'), words('Changes', 'write')].filter(Boolean).join(' ')
}
