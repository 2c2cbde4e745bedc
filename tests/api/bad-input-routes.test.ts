/** Every route refuses wrong bodies, ids and queries clearly, names every wrong field, and changes nothing (R54). */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ErrorBody } from '#domain/schemas/error.ts'
import { routes } from '#server/app.ts'
import type { Caller } from '#tests/app.ts'
import { ACCOUNT_BODIES } from '#tests/bad-input/accounts.ts'
import { CAMPAIGN_BODIES } from '#tests/bad-input/campaigns.ts'
import { MONEY_BODIES } from '#tests/bad-input/money.ts'
import { rightBodies } from '#tests/bad-input/right-bodies.ts'
import { app, fieldsOf, ids, org, recount, refused, season, setUpTarget } from '#tests/bad-input/target.ts'
import type { WrongBody } from '#tests/bad-input/wrong-body.ts'

setUpTarget()

const WRONG_BODIES: Record<string, WrongBody> = { ...ACCOUNT_BODIES, ...CAMPAIGN_BODIES, ...MONEY_BODIES }

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const writes = routes.filter(({ method }) => method === 'post' || method === 'put')
const withBody = writes.filter(({ body }) => body).map((route) => ({ ...route, name: nameOf(route) }))

/** The route's address with existing ids, or these instead. */
const addressOf = (path: string, others: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => others[name] ?? known()[name] ?? season.id)
const known = (): Record<string, string> => ({
  token: 'x'.repeat(43),
  statisticId: season.statistics.goals.id,
  ...ids,
})
const at = (path: string) =>
  path.startsWith('/api/organizations') ? addressOf(path, { id: org.organizationId }) : addressOf(path)
const send = (by: Caller, method: string, path: string, body: unknown) =>
  method === 'put' ? by.put<ErrorBody>(path, body) : by.post<ErrorBody>(path, body)

it('the table of wrong bodies has every route that takes a body', () => {
  expect(Object.keys(WRONG_BODIES).sort()).toEqual(withBody.map(({ name }) => name).sort())
})

describe.each(withBody)('$name', ({ method, path, name }) => {
  const { wrong = {}, named = Object.keys(wrong) } = WRONG_BODIES[name] ?? {}

  /** Cards may be saved ten times a minute by one person. */
  async function caller(): Promise<Caller> {
    if (!/card|bank/.test(name)) return org.representative
    const person = await app.user()
    await recount()
    return person
  }

  it('names every wrong field at once', async () => {
    const body = await refused(await send(await caller(), method, at(path), wrong), 400)
    expect(fieldsOf(body)).toEqual([...named].sort())
    for (const message of Object.values(body.fields ?? {})) expect(message.length).toBeGreaterThan(2)
  })

  it('refuses a body that is not JSON, not an object, or too large', async () => {
    for (const text of ['{', '{"a":', 'hello', '\u0000', '{"a":1}}'])
      await refused(await send(await caller(), method, at(path), text), 400)
    for (const text of ['null', '[]', '5', '"text"', '[{}]'])
      await refused(await send(await caller(), method, at(path), text), 400)
    const huge = JSON.stringify({ ...wrong, more: 'x'.repeat(1_300_000) })
    await refused(await send(await caller(), method, at(path), huge), 413)
  })

  it('refuses NUL characters and lone surrogates in every text', async () => {
    for (const bad of ['a\u0000b', '\u0000', 'a\ud800b']) {
      const texts = Object.fromEntries(Object.keys(wrong).map((field) => [field, bad]))
      await refused(await send(await caller(), method, at(path), texts), 400)
    }
  })
})

describe('ids in paths:', () => {
  const withIds = routes.filter(({ path }) => path.includes('{'))
  it.each(withIds.map((route) => ({ ...route, name: nameOf(route) })))(
    '$name refuses a malformed id with 400',
    async ({ method, path }) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one as string)
      const address = path.replace(/\{\w+\}/g, 'nope')
      const upper = method.toUpperCase()
      const headers = { authorization: `Bearer ${org.representative.token}` }
      const init = {
        method: upper,
        headers,
        ...(method === 'post' || method === 'put' ? { body: '{}' } : {}),
      }
      const answer = await app.app.request(address, init)
      const body = await refused(
        { status: answer.status, body: await answer.json(), headers: answer.headers },
        400,
      )
      expect(fieldsOf(body)).toEqual(expect.arrayContaining(names))
      const nul = await app.app.request(path.replace(/\{\w+\}/g, '%00'), init)
      expect(nul.status).toBe(400)
    },
  )

  it.each(rightBodies(() => org.owner.email).map(([name, make]) => ({ name, make })))(
    '$name answers 404 to an unknown id',
    async ({ name, make }) => {
      const [method = '', path = ''] = name.split(' ')
      const unknown = path.replace(/\{\w+\}/g, () => randomUUID())
      await refused(await send(org.representative, method, unknown, make()), 404)
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one as string)
      // Even if only the last id is unknown, in an existing campaign.
      if (names.length > 1) {
        const last = names.at(-1) as string
        await refused(
          await send(org.representative, method, addressOf(path, { [last]: randomUUID() }), make()),
          404,
        )
      }
    },
  )
})

describe('query parameters:', () => {
  it.each([
    '/api/campaigns?limit=0',
    '/api/campaigns?limit=201',
    '/api/campaigns?limit=ten',
    '/api/campaigns?sort=luck',
    '/api/campaigns?status=open',
    '/api/campaigns?cursor=nonsense',
    '/api/campaigns?search=a%00b',
    `/api/campaigns?search=${'x'.repeat(201)}`,
    '/api/user/pledges?cursor=1',
    '/api/user/campaigns?search=a%00b',
    '/api/organizations/all?search=a%00b',
    '/api/organizations/all?limit=-1',
  ])('%s is refused with 400', async (path) => {
    await refused(await org.representative.get(path), 400)
  })

  it('a settlement preview of an unknown kind is refused with 400', async () => {
    const body = await refused(
      await org.representative.get(`${season.path}/settlements/preview?kind=half`),
      400,
    )
    expect(fieldsOf(body)).toEqual(['kind'])
  })
})
