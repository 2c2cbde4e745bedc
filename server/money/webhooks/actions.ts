import { DomainError } from '#domain/errors.ts'
import { type CardEvents, UnbelievableEvent } from '#server/money/providers/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { describe } from '#server/platform/http/http.ts'
import { handleCardEvents } from './jobs.ts'
import { insertEvent } from './store.ts'

/** Verified, written down once, and handled at once, or by the job if that fails. The answer does not wait for it. */
export async function receiveEvent(
  deps: Deps,
  events: CardEvents,
  given: { body: Buffer; signature: string },
): Promise<void> {
  const at = deps.clock.now()
  const event = read(events, { ...given, receivedAt: at })
  if (!event.about) return
  const { provider } = deps.cards
  await insertEvent(deps.db, { ...event.about, provider, id: event.id, type: event.type, at })
  void handleCardEvents(deps).catch((error) => deps.log.error(describe(error), 'card events'))
}

function read(events: CardEvents, given: Parameters<CardEvents['read']>[0]) {
  try {
    return events.read(given)
  } catch (error) {
    if (error instanceof UnbelievableEvent) throw new DomainError('malformed', 'That event is not signed')
    throw error
  }
}
