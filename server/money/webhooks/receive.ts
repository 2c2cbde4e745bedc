import { DomainError, notFound } from '#domain/errors.ts'
import type { UnprocessedCardEvent } from '#domain/schemas/card-event.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { type CardEvents, UnbelievableEvent } from '#server/money/providers/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { handleCardEvents, MAX_ATTEMPTS } from './handle.ts'
import { insertEvents, startOver, unprocessedEvents } from './store.ts'

/** If there are more, someone has to fix the program first. */
const MAX_SHOWN = 100

/** Verifies and stores an event once, then processes it, or leaves it to the job. The response does not wait for that. */
export async function receiveEvent(
  deps: Deps,
  events: CardEvents,
  given: { body: Buffer; signature: string },
): Promise<void> {
  const at = deps.clock.now()
  const { about, ...event } = read(events, { ...given, receivedAt: at })
  if (!about) return
  await insertEvents(deps.db, { provider: deps.cards.provider, at, events: [{ ...event, about }] })
  void handleCardEvents(deps).catch((error) => deps.log.error(describeError(error), 'card events'))
}

/** Events of the card provider in use that used up their attempts. */
export async function listUnprocessed(
  { cards: { provider } }: Pick<Deps, 'cards'>,
  db: Db,
  actor: Actor,
): Promise<UnprocessedCardEvent[]> {
  await demandRepresentative(db, actor)
  const events = await unprocessedEvents(db, { provider, maxAttempts: MAX_ATTEMPTS, limit: MAX_SHOWN })
  return events.map(({ receivedAt, ...event }) => ({ ...event, receivedAt: receivedAt.toISOString() }))
}

/** @throws a 404 if it has attempts left, or was processed. */
export async function processAgain(deps: Deps, transact: Transact, actor: Actor, id: string): Promise<void> {
  const { provider } = deps.cards
  await transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const given = { at: deps.clock.now(), maxAttempts: MAX_ATTEMPTS }
    if (!(await startOver(tx, { provider, id }, given))) throw notFound('Event')
    await audit(tx, deps.clock, {
      // The provider's own id is not one of ours.
      actorId: actor.userId,
      action: 'card_event.retry',
      after: { event: id },
      subject: 'user',
      subjectId: actor.userId,
    })
    tx.afterCommit(() => {
      void handleCardEvents(deps).catch((error) => deps.log.error(describeError(error), 'card events'))
    })
  })
}

function read(events: CardEvents, given: Parameters<CardEvents['read']>[0]) {
  try {
    return events.read(given)
  } catch (error) {
    if (error instanceof UnbelievableEvent) throw new DomainError('malformed', 'That event is not signed')
    throw error
  }
}
