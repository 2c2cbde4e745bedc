import type { Logger } from 'pino'
import type { Clock } from './base/clock.ts'
import type { PublicCache } from './cache/cache.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { Files } from './files/files.ts'
import type { ImagePreparer } from './files/image-preparer.ts'
import type { Limits } from './limits/limits.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Traces } from './traces/traces.ts'

/**
 * All that the program is given. Nothing reaches for a global: not the time, not the database, not the log. What a
 * module above the platform provides, it declares here beside its own type (`declare module`), so that the platform
 * imports none of them; program.ts puts the parts together.
 */
export interface Deps {
  config: Config
  db: Database
  clock: Clock
  log: Logger
  cache: PublicCache
  limits: Limits
  /** Called after a commit with the campaigns whose figures moved; refreshes their order in lists (R11). */
  ranks: { changed(campaignId: string): void }
  files: Files
  /** Makes an upload into pictures that are safe to pass on; a 400 in words for what is none. */
  prepareImage: ImagePreparer['prepare']
  /** Called between any two steps of a job; a test stops the world there (R34). */
  checkpoint: (step: string) => Promise<void> | void
  /** Is this instance about to end? Proxies then send requests to the others. */
  readiness: { isEnding: boolean }
  metrics: Metrics
  traces: Traces
}

/** Who is calling: the user of a verified bearer token. What they may do is asked in the query (R27). */
export type Actor = { userId: string }
