import { expect, it } from 'vitest'
import { createPasswordHashing } from './passwords.ts'

it('passwords are hashed two at a time; beyond sixty that wait the next is refused at once', async () => {
  const gate = Promise.withResolvers<void>()
  let [running, most] = [0, 0]
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await gate.promise
    running -= 1
  }
  const hashing = createPasswordHashing({
    hash: async () => work().then(() => 'hash'),
    verify: async () => work().then(() => true),
  })
  const accepted = Array.from({ length: 62 }, (_, index) =>
    index % 2 === 0 ? hashing.hash('a') : hashing.verify({ hash: 'h', password: 'a' }),
  )
  const refused = await hashing.hash('one too many').catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
  gate.resolve()
  expect((await Promise.all(accepted)).length).toBe(62)
  expect(most).toBe(2)
  await hashing.hash('there is room again')
})
