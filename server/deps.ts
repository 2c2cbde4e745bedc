import type { Logger } from 'pino'
import type { Cards } from '#server/adapters/cards.ts'
import type { Files } from '#server/adapters/files.ts'
import type { Identity } from '#server/adapters/identity.ts'
import type { PublicCache } from '#server/cache.ts'
import type { Live } from '#server/campaigns/live.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { PreparedImage } from '#server/images/process.ts'
import type { Limits } from '#server/limits.ts'
import type { Studio } from '#server/prints/studio.ts'
import type { KeptPreviews } from '#server/settlements/actions.kept.ts'

/** All that the program is given. Nothing reaches for a global: not the time, not the database, not the log. */
export type Deps = {
  config: Config
  db: Database
  clock: Clock
  log: Logger
  identity: Identity
  cards: Cards
  cache: PublicCache
  limits: Limits
  /** The open pages, which hear of changes. */
  live: Live
  /** Told after a commit which campaigns' figures moved; refreshes their order in lists (R11). */
  ranks: { changed(campaignId: string): void }
  /** Computed before, and used for as long as nothing behind them has changed. */
  previews: KeptPreviews
  files: Files
  /** Makes an upload into pictures that are safe to pass on; a 400 in words for what is none. */
  prepareImage: (upload: Buffer) => Promise<PreparedImage>
  /** Draws share pictures and flyers, on a thread of its own. */
  studio: Studio
  /** Called between any two steps of a job; a test stops the world there (R34). */
  checkpoint: (step: string) => Promise<void> | void
}

/** Who is calling: the user of a verified bearer token. What they may do is asked in the query (R27). */
export type Actor = { userId: string }
