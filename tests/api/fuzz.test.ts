/**
 * Requests from the API's own description, as every kind of user: 3,000 in every test run, more with
 * `npm run fuzz -- 100000`. No answer is a server error.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { createRandom } from '#tests/fuzz/random.ts'
import { createRequests, type Description, type FuzzRequest } from '#tests/fuzz/requests.ts'
import { KINDS } from '#tests/permissions/row.ts'
import { openWorld, type World } from '#tests/permissions/world.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 3_000)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
/** Reported by `npm run fuzz`; how long an answer takes is not tested. */
const SLOW_MS = 1_000

let app: TestApp
let world: World
beforeAll(async () => {
  app = await createTestApp()
  world = await openWorld(app)
}, 120_000)
afterAll(() => app.close())

/** Every id of a row in the world, of any kind. */
const idsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? /^[0-9a-f-]{36}$/.test(value)
      ? [value]
      : []
    : Object.values(value ?? {}).flatMap(idsIn)

it(`no answer to ${REQUESTS.toLocaleString('en-US')} requests from the description is a 5xx`, async () => {
  const random = createRandom(SEED)
  const description = (await (await app.app.request('/api/openapi.json')).json()) as Description
  const { season, draft, ended, foreign, organizationId, people } = world
  const known = { season, draft, ended, foreign, organizationId }
  const rows = [
    world.pledgeId,
    world.eventId,
    world.rewardId,
    world.ambassadorId,
    world.chargeId,
    world.settlementId,
  ]
  const ids = [...idsIn(known), ...rows, ...KINDS.map((kind) => people[kind].userId).filter(Boolean)]
  const next = createRequests(description, random, ids)
  const failures: string[] = []
  const slow: string[] = []
  const counts = new Map<number, number>()
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    const { name, method, path, init }: FuzzRequest = next()
    const kind = random.one(KINDS)
    const { token } = people[kind]
    const authorization: Record<string, string> =
      token && !random.percent(2) ? { authorization: `Bearer ${token}` } : {}
    const headers = { ...(init.headers as Record<string, string>), ...authorization }
    // Each from its own address: limits of one address are tested elsewhere.
    const connection = {
      incoming: { socket: { remoteAddress: `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}` } },
    }
    const from = performance.now()
    const answer = await app.app.request(path, { ...init, method, headers }, connection)
    // A stream of changes has no end.
    await answer.body?.cancel()
    const took = performance.now() - from
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    if (answer.status >= 500)
      failures.push(`${answer.status} ${name} as ${kind}: ${path} ${String(init.body).slice(0, 300)}`)
    if (took > SLOW_MS)
      slow.push(`${Math.round(took)} ms: ${name} as ${kind} ${String(init.body).slice(0, 100)}`)
  }
  if (process.env.FUZZ_REQUESTS)
    console.log([...counts].sort(), `${slow.length} over a second`, slow.slice(0, 20))
  expect(failures.slice(0, 20)).toEqual([])
  // Most requests got past the edge: what is refused at once proves little.
  expect([...counts.keys()].filter((status) => status < 300)).not.toEqual([])
}, 7_200_000)
