import { createHash } from 'node:crypto'
import { DomainError } from '#domain/errors.ts'
import { ContactForm, ContactReceipt } from '#domain/schemas/contact.ts'
import { contactMail, queuedMail, queueMail } from '#server/messaging/mails/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { defineRoute } from '#server/platform/http/http.ts'
import { brand } from '#web/content/brand.ts'

export const contactRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/contact',
    who: 'anyone',
    summary: 'Write to the provider; the answer comes by email',
    rules: 'R28, R53',
    creates: true,
    body: ContactForm,
    response: ContactReceipt,
    handle: async ({ deps, transact, actor, body, c }) => {
      await deps.limits.take('contact', clientAddress(c))
      return sendMessage(deps, transact, body, { key: c.req.header('idempotency-key') ?? null, actor })
    },
  }),
]

/** A key may contain anything; its hash has a fixed length. */
const onceOf = (key: string): string => `contact:${createHash('sha256').update(key).digest('base64url')}`

/**
 * A message becomes a mail to the provider; a reply to it goes to the author of the message. A visitor has no idempotency
 * keys of their own, so the mail records it: the same key and message are one mail, another message is a 409.
 */
async function sendMessage(
  deps: Pick<Deps, 'clock'>,
  transact: Transact,
  message: ContactForm,
  { key, actor }: { key: string | null; actor: Actor | null },
): Promise<ContactReceipt> {
  // A bot filled this in: it learns nothing, and no mailbox fills up.
  if (message.homepage) return { receivedAt: deps.clock.now().toISOString() }
  const mail = contactMail(message)
  const idempotencyKey = key ? onceOf(key) : `contact:${newId(deps.clock)}`
  return transact(async (tx) => {
    const addressed = { kind: 'contact', idempotencyKey, to: brand.contactEmail, replyTo: message.email }
    await queueMail(tx, deps.clock, { ...addressed, ...mail, aboutUserIds: actor ? [actor.userId] : [] })
    const queued = await queuedMail(tx, idempotencyKey)
    if (queued?.text !== mail.text)
      throw new DomainError('idempotency_mismatch', 'That Idempotency-Key was used for another request')
    return { receivedAt: queued.createdAt.toISOString() }
  })
}
