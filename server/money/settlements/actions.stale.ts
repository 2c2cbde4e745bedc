/** A lock names its preview; if the lock would differ from it, it is refused with the differences (R30). */
import { DomainError } from '#domain/errors.ts'
import type { PreviewChanges } from '#domain/schemas/settlement.ts'
import { changedTotals, type ShownPreview, staleWords, toPreviewId } from '#domain/settlement-preview.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Scope, Totals } from './compute.ts'
import { toTotals } from './queries.ts'
import { changesSince } from './store.changes.ts'

/** A preview of one settlement that was shown to one person. */
const keyOf = (userId: string, { campaignId, kind, afterFinal, billIncreases, version }: Scope): string =>
  JSON.stringify([userId, campaignId, kind, afterFinal, billIncreases, version])

type Computed = { totals: Totals; digest: string }

/** Shown again, it keeps the time at which it was shown first. */
export function showPreview(
  { previews, clock }: Pick<Deps, 'previews' | 'clock'>,
  userId: string,
  scope: Scope,
  { totals, digest }: Computed,
): string {
  const at = clock.now().getTime()
  return toPreviewId(previews.show(keyOf(userId, scope), { digest, at, totals }))
}

/** @throws a `stale` that names what changed; `details` are {@link PreviewChanges}. */
export async function refuseStale(
  { db, clock }: { db: Db } & Pick<Deps, 'clock'>,
  { campaignId, version }: Scope,
  shown: ShownPreview | undefined,
  { totals, digest }: Computed,
): Promise<void> {
  if (!shown || shown.digest === digest) return
  const since = await changesSince(db, campaignId, new Date(shown.at))
  const details: PreviewChanges = {
    changes: changedTotals(shown.totals, totals),
    before: toTotals(shown.totals),
    now: toTotals(totals),
    previewId: toPreviewId({ digest, at: clock.now().getTime(), totals }),
    version,
    ...since,
  }
  throw new DomainError('stale', staleWords(shown.totals, totals, since), { details })
}
