/** R27: every route, for every kind of user, in one table. A route that is missing from it fails the test. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCOPES } from '#domain/schemas/api-key.ts'
import { reasonAgainstKey } from '#server/platform/http/api-keys.ts'
import { aKey, keyFor, NO_KEY_LIMITS } from '#tests/api-keys.ts'
import { type Caller, createTestApp, type TestApp } from '#tests/app.ts'
import { KINDS } from '#tests/permissions/row.ts'
import { ROUTES, rowOf, send, TABLE } from '#tests/permissions/table.ts'
import { openWorld, type World } from '#tests/permissions/world.ts'
import { setSecondStep } from '#tests/sessions.ts'

let app: TestApp
let world: World
/** Has the role, in a session without the second step: no representative's (R29). */
let unproven: Caller
let keys: Record<string, Caller>
beforeAll(async () => {
  app = await createTestApp({
    env: { HOLD_PLEDGES_ABOVE: '5000', SECOND_STEP: 'required', ...NO_KEY_LIMITS },
  })
  world = await openWorld(app)
  unproven = await app.representative()
  await setSecondStep(app.deps, unproven.userId, null)
  const { owner, other, representative } = world
  keys = {
    'owner’s key': (await aKey(world, owner, keyFor(world.organizationId))).caller,
    'other owner’s key': (await aKey(world, other.owner, keyFor(other.organizationId))).caller,
    'provider’s key': (await aKey(world, representative, keyFor(null))).caller,
  }
}, 120_000)
afterAll(() => app.close())

it('the table of permissions has every route, and no other', () => {
  expect(Object.keys(TABLE).sort()).toEqual(ROUTES.map(({ name }) => name).sort())
})

/** Only supporters have this name in this world. */
const SUPPORTER = /\bPat\b|\bpat-/
/** A link's secret opens what it is for to anyone who has it; the demo's mail page does not exist in production. */
const OPEN_TO_ALL = [
  'get /api/pledge-links/{token}/receipts/{receiptId}',
  'get /api/pledge-links/{token}/giving/{year}',
  'get /api/dev/mail',
]
const named: string[] = []

describe.each(ROUTES)('$name', ({ method, name, who, ...route }) => {
  const { expected, call } = rowOf(name)
  /** An API key is answered like the role that it stands for, or not at all. */
  const keysIn = (wanted: Record<string, string | undefined>) => {
    const may = (organizationId: string | null) =>
      reasonAgainstKey({ method, who, ...route }, { organizationId, scopes: SCOPES }) === null
    return {
      'owner’s key': may(world.organizationId) ? wanted.owner : '403',
      'other owner’s key': may(world.other.organizationId) ? wanted['other owner'] : '403',
      'provider’s key': may(null) ? wanted.representative : '403',
    }
  }

  it(`is for ${who} and answers ${expected}`, async () => {
    const statuses = expected.split(' ')
    const wanted = Object.fromEntries(KINDS.map((kind, at) => [kind, statuses[at]]))
    const answered: Record<string, string> = {}
    for (const [kind, me] of Object.entries({ ...world.people, unproven, ...keys })) {
      const { status, body } = await send(me, method, await call({ ...world.season, me, world }))
      answered[kind] = String(status)
      if (SUPPORTER.test(JSON.stringify(body))) named.push(`${kind}: ${name}`)
    }
    expect(answered).toEqual({ ...wanted, unproven: wanted['signed-in'], ...keysIn(wanted) })
  })
})

it('supporters are named to representatives, where a name is needed, and to no one else (R26)', () => {
  expect(named.filter((one) => !OPEN_TO_ALL.some((name) => one.endsWith(name))).sort()).toEqual([
    'provider’s key: get /api/receipts/{id}',
    'representative: get /api/receipts/{id}',
    'representative: post /api/held-pledges/searches',
    'representative: post /api/invoices/searches',
  ])
})
