import { expect, it } from 'vitest'
import { ManualClock } from '#server/platform/base/clock.ts'
import { createOpenSignUps } from './sign-up.ts'

type Row = { identifier: string; value: string; expiresAt: Date }

function openSignUps() {
  let [rows, compared]: [Row[], number] = [[], 0]
  const clock = new ManualClock('2026-03-01T12:00:00Z')
  const library = {
    password: {
      hash: async (password: string) => {
        compared += 1
        return `hash of ${password}`
      },
      verify: async ({ hash, password }: { hash: string; password: string }) => {
        compared += 1
        return hash === `hash of ${password}`
      },
    },
    internalAdapter: {
      createVerificationValue: async (row: Row) => void rows.push(row),
      findVerificationValue: async (name: string) => rows.findLast(({ identifier }) => identifier === name),
      deleteVerificationByIdentifier: async (name: string) => {
        rows = rows.filter(({ identifier }) => identifier !== name)
      },
    },
  }
  return {
    ...createOpenSignUps({ $context: Promise.resolve(library) } as never, clock),
    wait: (days: number) => clock.advance({ days }),
    compared: () => compared,
  }
}

it('knows the password of the newest sign-up with an address, for seven days (R16)', async () => {
  const known = openSignUps()
  await known.keep('ann@example.org', 'first', 'the first one')
  await known.keep('ann@example.org', 'second', 'the second one')
  expect(await known.accountOf('Ann@example.org', 'the second one')).toBe('second')
  expect(await known.accountOf('ann@example.org', 'the first one')).toBeNull()
  known.wait(6.9)
  expect(await known.accountOf('ann@example.org', 'the second one')).toBe('second')
  known.wait(0.2)
  expect(await known.accountOf('ann@example.org', 'the second one')).toBeNull()
})

it('compares one password in every case, so that the time tells nothing (R16)', async () => {
  const known = openSignUps()
  await known.keep('bob@example.org', 'bob', 'right')
  const counts: number[] = []
  for (const [email, password] of [
    ['bob@example.org', 'right'],
    ['bob@example.org', 'wrong'],
    ['nobody@example.org', 'wrong'],
  ] as const) {
    const before = known.compared()
    await known.accountOf(email, password)
    counts.push(known.compared() - before)
  }
  expect(counts).toEqual([1, 1, 1])
})
