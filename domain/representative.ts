/** What a new representative may not do yet (R29). */

const HOUR_MS = 3_600_000
/** For this long after two people make someone a representative, the others can still notice and revoke it. */
export const NEW_REPRESENTATIVE_HOURS = 72

/** When they may start approving what takes two people. Null: at once, because the server's operator gave them the role. */
export const approvesFrom = (role: { grantedBy: string | null; grantedAt: Date }): Date | null =>
  role.grantedBy === null ? null : new Date(role.grantedAt.getTime() + NEW_REPRESENTATIVE_HOURS * HOUR_MS)
