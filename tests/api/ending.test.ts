/** R55: an instance that is about to end says so, and sends people watching a campaign to the others. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { openSeason, setUpOrganization } from '#tests/fixtures.ts'
import { readStream } from '#tests/streams.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('an instance that ends is not ready, closes its streams and opens none, and still answers', async () => {
  const { path } = await openSeason(await setUpOrganization(app))
  const other = await app.another()
  const stream = readStream(await app.app.request(`${path}/live`))
  expect(await stream.next()).toMatchObject({ event: 'hello' })
  app.program.announceEnd()
  expect(await stream.next()).toBeNull()
  const readiness = await app.app.request('/readyz')
  expect([readiness.status, await readiness.json()]).toEqual([503, { status: 'not ready' }])
  const refused = await app.app.request(`${path}/live`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await app.app.request(path)).status).toBe(200)
  const there = readStream(await other.app.request(`${path}/live`))
  expect(await there.next()).toMatchObject({ event: 'hello' })
  await there.leave()
})
