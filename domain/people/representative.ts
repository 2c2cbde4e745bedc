/** What a new representative may not do yet (R29), and who does not approve for an organization. */
const HOUR_MS = 3_600_000
/** For this long after two people make someone a representative, the others can still notice and revoke it. */
export const NEW_REPRESENTATIVE_HOURS = 72

/** When they may start approving what takes two people, and refunding. Null: at once, because the server's operator gave them the role. */
export const approvesFrom = (role: { grantedBy: string | null; grantedAt: Date }): Date | null =>
  role.grantedBy === null ? null : new Date(role.grantedAt.getTime() + NEW_REPRESENTATIVE_HOURS * HOUR_MS)

/**
 * A representative, whether they are a member of the organization that an approval is for, and what `approvesFrom` needs, from
 * JSON.
 */
export type Approver = readonly [
  id: string,
  name: string,
  isMember: boolean,
  grantedBy: string | null,
  grantedAt: string,
]

/** No one decides about their own pledge. `what`: "refund it". */
export const ownPledge = (what = 'do it'): string => `This is your own pledge: someone else must ${what}`

/** Two people approve: the second of them is someone else. */
export const IS_PREPARED = 'It is prepared: another representative must approve it'
export const PREPARED_BY_YOU = 'You prepared it: another representative must approve it'

const SOMEONE = 'another representative'
const MOST_NAMED = 3

/**
 * Why this representative does not approve for the organization; null if nothing prevents it. One of the two people would be
 * the one who is paid. `firstId`: who prepared or proposed it, and can't approve it either.
 */
export function reasonNotToApproveAsMember(
  approvers: readonly Approver[],
  { userId, firstId, now }: { userId: string; firstId: string; now: Date },
): string | null {
  if (!approvers.some(([id, , isMember]) => id === userId && isMember)) return null
  const able = othersWhoApprove(approvers, firstId)
  if (able.length === 0)
    return 'You are a member of this organization, and no other representative can approve it: add one who is not a member'
  const atOnce = able.filter((approver) => !isNew(approver, now))
  if (atOnce.length === 0)
    return `You are a member of this organization, and the other representatives are new: they can approve it ${NEW_REPRESENTATIVE_HOURS} hours after they were added`
  const names = atOnce.slice(0, MOST_NAMED).map(([, name]) => name || SOMEONE)
  return `You are a member of this organization: a representative who is not must approve it, such as ${names.join(' or ')}`
}

function isNew([, , , grantedBy, grantedAt]: Approver, now: Date): boolean {
  const from = approvesFrom({ grantedBy, grantedAt: new Date(grantedAt) })
  return from !== null && from > now
}

/** Neither the first of the two people nor a member of the organization. */
export const othersWhoApprove = (approvers: readonly Approver[], firstId: string): readonly Approver[] =>
  approvers.filter(([id, , isMember]) => id !== firstId && !isMember)
