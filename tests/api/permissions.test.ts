/** R27: every route, for every kind of user, in one table. A route that is missing from it fails the test. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { KINDS } from '#tests/permissions/row.ts'
import { ROUTES, rowOf, send, TABLE } from '#tests/permissions/table.ts'
import { openWorld, type World } from '#tests/permissions/world.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  app = await createTestApp({ env: { HOLD_PLEDGES_ABOVE: '5000' } })
  world = await openWorld(app)
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

describe.each(ROUTES)('$name', ({ method, name, who }) => {
  const { expected, call } = rowOf(name)

  it(`is for ${who} and answers ${expected}`, async () => {
    const answered: string[] = []
    for (const kind of KINDS) {
      const me = world.people[kind]
      const { status, body } = await send(me, method, await call({ ...world.season, me, world }))
      answered.push(String(status))
      if (SUPPORTER.test(JSON.stringify(body))) named.push(`${kind}: ${name}`)
    }
    const columns = (statuses: string[]) => Object.fromEntries(KINDS.map((kind, at) => [kind, statuses[at]]))
    expect(columns(answered)).toEqual(columns(expected.split(' ')))
  })
})

it('supporters are named to representatives, where a name is needed, and to no one else (R26)', () => {
  expect(named.filter((one) => !OPEN_TO_ALL.some((name) => one.endsWith(name))).sort()).toEqual([
    'representative: get /api/receipts/{id}',
    'representative: post /api/held-pledges/searches',
    'representative: post /api/invoices/searches',
  ])
})
