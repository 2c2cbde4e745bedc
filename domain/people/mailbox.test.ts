import { expect, it } from 'vitest'
import { mailboxOf } from './email.ts'

it.each([
  ['Rosa@Example.org', 'rosa@example.org'],
  ['rosa+1@example.org', 'rosa@example.org'],
  ['rosa+a+b@example.org', 'rosa@example.org'],
  ['r.o.s.a+x@gmail.com', 'rosa@gmail.com'],
  ['Rosa@googlemail.com', 'rosa@gmail.com'],
  // Elsewhere a period makes another mailbox, and a name may begin with a plus sign.
  ['r.osa@example.org', 'r.osa@example.org'],
  ['+rosa@example.org', '+rosa@example.org'],
  ['...@gmail.com', '...@gmail.com'],
  ['no address', 'no address'],
])('%j is the mailbox %j', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
