import { type ApiKeyForm, type MadeApiKey, mayBeGiven, SCOPES, type Scope } from '#domain/schemas/api-key.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'

export const NO_KEY_LIMITS = { KEY_READS_PER_MINUTE: '100000', KEY_WRITES_PER_MINUTE: '100000' }

/** With these scopes, or with all that such a key can be given. */
export const keyFor = (organizationId: string | null, scopes?: readonly Scope[]): ApiKeyForm => ({
  name: 'Zapier',
  organizationId,
  scopes: [...(scopes ?? SCOPES.filter((one) => mayBeGiven(one, organizationId)))],
})

type In = { app: TestApp; organizationId: string }

export async function aKey(
  { app, organizationId }: In,
  maker: Caller,
  form = keyFor(organizationId),
): Promise<MadeApiKey & { caller: Caller }> {
  const made = expectStatus(await maker.post<MadeApiKey>('/api/api-keys', form), 201)
  return { ...made, caller: app.withKey(made.key, maker) }
}

/** One of few: those that a call used up are revoked first. */
export async function formForOneCall({ app, organizationId }: In): Promise<ApiKeyForm> {
  const name = 'For one call'
  await app.deps.db.query(sql`
    update api_keys
    set
      revoked_by = made_by,
      revoked_at = made_at
    where name = ${name}
      and revoked_at is null
  `)
  return { ...keyFor(organizationId), name }
}
