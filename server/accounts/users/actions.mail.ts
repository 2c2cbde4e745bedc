import { type OutgoingMail, queueMail } from '#server/messaging/mails/index.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type RoleHolder, representatives } from './store.roles.ts'

type Mail = Omit<OutgoingMail, 'to' | 'userId'>

/** One mail to each of the provider's people, who are few. */
export async function mailRepresentatives(tx: Transaction, clock: Clock, mail: Mail): Promise<void> {
  await mailEach(tx, clock, await representatives(tx), mail)
}

/** To all but the one who did it, with their name. */
export async function mailOtherRepresentatives(
  tx: Transaction,
  clock: Clock,
  actorId: string,
  mailOf: (by: string) => Mail,
): Promise<void> {
  const people = await representatives(tx)
  const actor = people.find(({ id }) => id === actorId)
  const by = [actor?.firstName, actor?.lastName].filter(Boolean).join(' ') || 'A representative'
  const others = people.filter(({ id }) => id !== actorId)
  await mailEach(tx, clock, others, { ...mailOf(by), aboutUserIds: [actorId] })
}

async function mailEach(
  tx: Transaction,
  clock: Clock,
  people: readonly Pick<RoleHolder, 'id' | 'email'>[],
  mail: Mail,
): Promise<void> {
  for (const { id, email } of people)
    await queueMail(tx, clock, {
      ...mail,
      idempotencyKey: `${mail.idempotencyKey}:${id}`,
      to: email,
      userId: id,
    })
}
