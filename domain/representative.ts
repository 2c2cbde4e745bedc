/** What a new representative may not do yet (R29). */

const HOUR_MS = 3_600_000
/** So long after two others made somebody a representative, the others can still notice and take it back. */
export const NEW_REPRESENTATIVE_HOURS = 72

/** From when they approve what takes two people. Null: at once, because whoever runs the server gave them the role. */
export const approvesFrom = (role: { grantedBy: string | null; grantedAt: Date }): Date | null =>
  role.grantedBy === null ? null : new Date(role.grantedAt.getTime() + NEW_REPRESENTATIVE_HOURS * HOUR_MS)
