import { type OutgoingMail, queueMail } from '#server/messaging/mails/index.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { representatives } from './store.roles.ts'

/** One mail to each of the provider's people, who are few. */
export async function mailRepresentatives(
  tx: Transaction,
  clock: Clock,
  mail: Omit<OutgoingMail, 'to' | 'userId'>,
): Promise<void> {
  for (const { id, email } of await representatives(tx))
    await queueMail(tx, clock, {
      ...mail,
      idempotencyKey: `${mail.idempotencyKey}:${id}`,
      to: email,
      userId: id,
    })
}
