import { expect, it } from 'vitest'
import { ApiError, NetworkError } from './api-error.ts'
import { keptIntent, type Sent } from './kept-intent.ts'

const used = () => new ApiError('Used', 409, { code: 'idempotency_mismatch' })
const invalid = () => new ApiError('Enter a name', 400, { code: 'invalid' })
const body = (name: string) =>
  JSON.stringify({ method: 'POST', path: '/api/organizations', payload: { name } })

function intent() {
  let sent: Sent | null = null
  const kept = keptIntent({
    read: () => sent,
    change: (now) => {
      sent = now
    },
  })
  return { ...kept, bodies: () => sent?.bodies ?? [] }
}

it('a creation without an answer keeps its key, also once its form is changed', () => {
  const { keyFor, bodies, answered } = intent()
  const key = keyFor(body('Dark Organization'))
  expect(keyFor(body('Dark Org'))).toBe(key)
  expect(bodies()).toEqual([body('Dark Organization'), body('Dark Org')])
  answered()
  expect(keyFor(body('Dark Org'))).not.toBe(key)
})

it('a refused change of it leaves the key to what may have been made before', () => {
  const { keyFor, bodies, refused } = intent()
  const key = keyFor(body('Dark Organization'))
  keyFor(body(''))
  refused(body(''), invalid())
  expect(bodies()).toEqual([body('Dark Organization')])
  expect(keyFor(body('Dark Organization'))).toBe(key)
  refused(body('Dark Organization'), invalid())
  expect(keyFor(body('Dark Org'))).not.toBe(key)
})

it('a key that made something else is used up', () => {
  const { keyFor, bodies, refused } = intent()
  keyFor(body('Dark Organization'))
  keyFor(body('Dark Org'))
  refused(body('Dark Org'), used())
  expect(bodies()).toEqual([])
})

/** A server that made one of them under the key, and answers only that one. */
const server = (made: string) => async (_: string, __: string, payload?: unknown) => {
  if ((payload as { name: string }).name !== made) throw used()
  return new Response(JSON.stringify({ name: made }), { status: 201 })
}

it('what an earlier press made is found by its own body', async () => {
  const { keyFor, madeBefore } = intent()
  const names = ['Dark Organization', 'Dark Org', 'Dark']
  const [key = ''] = names.map((name) => keyFor(body(name)))
  const asked = { write: server('Dark Org'), key, request: body('Dark') }
  expect(await madeBefore(used(), asked)).toEqual({ name: 'Dark Org' })
})

it('any other error stays, and so does that of a key of which nothing is known', async () => {
  const { keyFor, madeBefore } = intent()
  const asked = { write: server('Dark Org'), key: keyFor(body('Dark Org')), request: body('Dark Org') }
  const lost = new NetworkError()
  await expect(madeBefore(lost, asked)).rejects.toBe(lost)
  const refusal = used()
  await expect(madeBefore(refusal, asked)).rejects.toBe(refusal)
})
