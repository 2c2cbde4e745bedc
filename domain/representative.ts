/** What a new representative may not do yet (R29), and who does not approve for an organization (R68). */

const HOUR_MS = 3_600_000
/** For this long after two people make someone a representative, the others can still notice and revoke it. */
export const NEW_REPRESENTATIVE_HOURS = 72

/** When they may start approving what takes two people. Null: at once, because the server's operator gave them the role. */
export const approvesFrom = (role: { grantedBy: string | null; grantedAt: Date }): Date | null =>
  role.grantedBy === null ? null : new Date(role.grantedAt.getTime() + NEW_REPRESENTATIVE_HOURS * HOUR_MS)

/** A representative, and whether they are a member of the organization that an approval is for. */
export type Approver = readonly [id: string, name: string, isMember: boolean]

const SOMEONE = 'another representative'
const MOST_NAMED = 3

/**
 * Why this representative does not approve for the organization; null if nothing prevents it. One of the two people would be
 * the one who is paid (R68). `firstId`: who prepared or proposed it, and can't approve it either.
 */
export function reasonNotToApproveAsMember(
  approvers: readonly Approver[],
  { userId, firstId }: { userId: string; firstId: string },
): string | null {
  if (!approvers.some(([id, , isMember]) => id === userId && isMember)) return null
  const able = othersWhoApprove(approvers, firstId)
  if (able.length === 0)
    return 'You are a member of this organization, and no other representative can approve it: add one who is not a member'
  const names = able.slice(0, MOST_NAMED).map(([, name]) => name || SOMEONE)
  return `You are a member of this organization: a representative who is not must approve it, such as ${names.join(' or ')}`
}

/** Neither the first of the two people nor a member of the organization. */
export const othersWhoApprove = (approvers: readonly Approver[], firstId: string): readonly Approver[] =>
  approvers.filter(([id, , isMember]) => id !== firstId && !isMember)
