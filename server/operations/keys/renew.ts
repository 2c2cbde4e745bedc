import { renewAuthenticators } from '#server/accounts/identity/index.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { readRing } from '#server/platform/db/secrets.ts'

/** Every instance has learned of a new key by then. */
const HEARD_OF_MS = 10 * 60_000

/** Reencrypts with the newest key the secrets of authenticator apps that an older one encrypted. */
export async function renewSecrets({ db }: Pick<Deps, 'db'>): Promise<void> {
  const ring = await readRing(db)
  const isKnown = systemClock.now().getTime() - ring[0].madeAt.getTime() > HEARD_OF_MS
  if (ring.length > 1 && isKnown) await renewAuthenticators(db, ring, ring)
}
