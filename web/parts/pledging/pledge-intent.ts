import { v4 as uuid } from 'uuid'
import type { Intent } from '#web/write.ts'
import { keep, OPENING, readKept } from './opening.ts'

/** The key of a pledge that was sent, kept in this tab. Without the draft's schema, which a page need not load for it. */
type Kept = { isOpen?: unknown; userId?: unknown; sent?: { body?: unknown; key?: unknown } | null }

/** Nothing for another user's. */
function keptBy(campaignId: string, userId: string): Kept {
  const kept = readKept(campaignId)
  const isKept = typeof kept === 'object' && kept !== null && !Array.isArray(kept)
  const { userId: owner = null } = isKept ? (kept as Kept) : {}
  return isKept && (owner ?? userId) === userId ? kept : { ...OPENING, isOpen: false }
}

/** The same pledge sent again, also after a reload, has the same key: one click is one pledge. */
export function pledgeIntent(campaignId: string, userId: string): Intent {
  const change = (sent: { body: string; key: string } | null): void =>
    keep(campaignId, { ...keptBy(campaignId, userId), userId, sent })
  return {
    keyFor: (body) => {
      const { sent } = keptBy(campaignId, userId)
      if (sent?.body === body && typeof sent.key === 'string') return sent.key
      const key = uuid()
      change({ body, key })
      return key
    },
    answered: () => change(null),
  }
}
