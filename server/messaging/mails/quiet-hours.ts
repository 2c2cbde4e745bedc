import { sql } from '#server/platform/db/database.ts'

/** Mail about money and codes is sent at any hour; news waits while it is night in its reader's zone. */
export const isAwake = (now: Date) => sql`(quiet_zone is null or not is_quiet(quiet_zone, ${now}))`

/** The last eight in the morning in that zone, if its reader is awake; null for mail that is sent at any hour. */
export const awakeSince = (now: Date) =>
  sql`${now}::timestamptz - (wall_clock(quiet_zone, ${now})::time - time '08:00')`
