/** How tests that move money end: their program's books must balance (R40). */
import { expect } from 'vitest'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import type { TestApp } from '#tests/app.ts'

export async function closeWithBooksInOrder(app: TestApp): Promise<void> {
  const violations = await checkInvariants(app.deps.db)
  await app.close()
  expect(violations).toEqual([])
}
