import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { leadingZeroBits } from '#domain/pledges/guest-limits.ts'
import { solveChallenge } from './guest-calls.ts'

it('a browser’s answer to a challenge has as many zero bits as the server asks for', async () => {
  const solved = await solveChallenge({ text: 'nonce.8.1.mac', bits: 8 })
  const hash = createHash('sha256').update(`${solved.text}:${solved.answer}`).digest()
  expect(leadingZeroBits(hash)).toBeGreaterThanOrEqual(8)
})
