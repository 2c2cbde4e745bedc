import { z } from 'zod'
import { API_NOUNS, type ApiNoun, isProvidersNoun, isReadOnlyNoun } from '../people/api-nouns.ts'
import { Instant, id, name } from './fields.ts'

const ACCESSES = ['read', 'write'] as const
export type Access = (typeof ACCESSES)[number]
/** `results:write` includes `results:read`. */
export type Scope = `${ApiNoun}:${Access}`

export const SCOPES = API_NOUNS.flatMap((noun) =>
  (isReadOnlyNoun(noun) ? (['read'] as const) : ACCESSES).map((access): Scope => `${noun}:${access}`),
)
const scope = z.enum(SCOPES as [Scope, ...Scope[]], 'There is no such scope')

const nounOfScope = (of: Scope): ApiNoun => of.split(':')[0] as ApiNoun
export const mayBeGiven = (of: Scope, organizationId: string | null): boolean =>
  organizationId === null || !isProvidersNoun(nounOfScope(of))

/** Whether the scopes of a key include this one. */
export const includesScope = (scopes: readonly Scope[], wanted: Scope): boolean =>
  scopes.includes(wanted) || scopes.includes(`${nounOfScope(wanted)}:write`)

export const MAX_API_KEYS = 20

export const ApiKeyForm = z
  .object({
    name: name(60, 'Say what the key is for'),
    /** Null: the provider’s. */
    organizationId: id.nullable(),
    scopes: z.array(scope).min(1, 'Choose what the key may do').max(SCOPES.length),
  })
  .refine(({ scopes, organizationId }) => scopes.every((one) => mayBeGiven(one, organizationId)), {
    path: ['scopes'],
    message: 'An organization’s key can’t be given that',
  })
export type ApiKeyForm = z.infer<typeof ApiKeyForm>

export const ApiKeyList = z.object({ organizationId: id.optional() })

export const ApiKey = z.object({
  id,
  name: z.string(),
  organizationId: z.string().nullable(),
  scopes: z.array(scope),
  /** The last four characters, to recognize it by. */
  ending: z.string(),
  /** Who made or last replaced it: it acts in their name, and works while they have the role. */
  madeBy: z.object({ id, name: z.string() }),
  madeAt: Instant,
  /** To the minute. */
  lastUsedAt: Instant.nullable(),
  /** Until when the one that was replaced works, too. */
  earlierWorksUntil: Instant.nullable(),
  /** Null where it works; otherwise why not. */
  stoppedReason: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** The key itself is in no other answer. */
export const MadeApiKey = ApiKey.extend({ key: z.string() })
export type MadeApiKey = z.infer<typeof MadeApiKey>
