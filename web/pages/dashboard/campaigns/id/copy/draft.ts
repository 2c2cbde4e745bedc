/**
 * A copy that is being set up: what was typed and chosen, kept in this tab until it is made. A reload loses nothing, and
 * repeating a press that got no response is still the same press.
 */
import { z } from 'zod'
import { keptIntent, Sent } from '#web/kept-intent.ts'
import type { Intent } from '#web/write.ts'

const Copy = z.object({
  name: z.string(),
  goal: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  statisticIds: z.array(z.string()),
  rewardIds: z.array(z.string()),
  ambassadorIds: z.array(z.string()),
  withSchedule: z.boolean(),
  scheduleWeeks: z.string(),
  withPicture: z.boolean(),
})
export type Copy = z.infer<typeof Copy>

const Kept = z.object({
  userId: z.string(),
  copy: Copy.nullable(),
  /** The requests that were sent, and their Idempotency-Key: until they are answered. */
  sent: Sent.nullable().catch(null),
})
type Kept = z.infer<typeof Kept>

const keyOf = (campaignId: string): string => `copying-campaign ${campaignId}`

/** Nothing for another user's draft, and for one that another version of this page left. */
function read(campaignId: string, userId: string): Kept {
  const none = { userId, copy: null, sent: null }
  try {
    const kept = Kept.safeParse(JSON.parse(sessionStorage.getItem(keyOf(campaignId)) ?? 'null'))
    return kept.success && kept.data.userId === userId ? kept.data : none
  } catch {
    return none
  }
}

/** Without storage it is forgotten. */
function keep(campaignId: string, kept: Kept): void {
  try {
    sessionStorage.setItem(keyOf(campaignId), JSON.stringify(kept))
  } catch {}
}

export const readCopy = (campaignId: string, userId: string): Copy | null => read(campaignId, userId).copy

export const keepCopy = (campaignId: string, userId: string, copy: Copy): void =>
  keep(campaignId, { ...read(campaignId, userId), copy })

export function forgetCopy(campaignId: string): void {
  try {
    sessionStorage.removeItem(keyOf(campaignId))
  } catch {}
}

export function copyIntent(campaignId: string, userId: string): Intent {
  return keptIntent({
    read: () => read(campaignId, userId).sent,
    change: (sent) => keep(campaignId, { ...read(campaignId, userId), sent }),
  })
}
