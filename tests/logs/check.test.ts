import { expect, it } from 'vitest'
import { leaksIn } from './check.ts'
import { isSecret } from './secrets.ts'

const TOKEN = 'Zk3v9QwX7bT2mN8cR5yL1pHs'

it('addresses, tokens and hashes are secrets; ids, days and words are not', () => {
  for (const word of ['ada@example.org', TOKEN, `${'a'.repeat(31)}1`, `eyJhbGciOiJIUzI1NiJ9${TOKEN}`])
    expect([word, isSecret(word)]).toEqual([word, true])
  for (const word of [
    '0192c3f2-7b1a-7c3e-9d2f-1a2b3c4d5e6f',
    '2026-11-24T01:02:03.000Z',
    'organization_invitations_mailed',
    'a-very-long-name-of-a-campaign-2026',
  ])
    expect([word, isSecret(word)]).toEqual([word, false])
})

it('a line with one of them is reported', () => {
  const lines = ['{"msg":"fine"}', `{"message":"params: ${TOKEN}"}`, '{"message":"to ada@example.org"}']
  expect(leaksIn(lines, new Set([TOKEN]))).toHaveLength(2)
  expect(leaksIn(lines.slice(0, 1), new Set([TOKEN]))).toEqual([])
})
