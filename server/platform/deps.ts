import type { Logger } from 'pino'
import type { Scope } from '#domain/schemas/api-key.ts'
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
 * What the platform is given. Nothing uses a global: not the time, not the database, not the log. Each module above adds
 * its own parts in its `deps.ts`; program.ts assembles them all.
 */
export type Deps = {
  config: Config
  db: Database
  clock: Clock
  log: Logger
  cache: PublicCache
  limits: Limits
  /** Call after a commit with the campaigns whose figures changed; refreshes their order in lists. */
  ranks: { changed(campaignId: string): void }
  files: Files
  /** Turns an upload into pictures that are safe to serve; a 400 in words for anything else. */
  prepareImage: ImagePreparer['prepare']
  /** Called between any two steps of a job; a test can stop the program there. */
  checkpoint: (step: string) => Promise<void> | void
  /** Whether this instance is about to end; proxies then send requests to the others. */
  readiness: { isEnding: boolean }
  metrics: Metrics
  traces: Traces
  identity: Sessions
  apiKeys: ApiKeys
}

/** Who sends a request. */
export type Sessions = {
  /**
   * Whose session a bearer token is of, or null if it is missing, forged or expired. Never a network call for anyone already known
   * here, and at most one database query. Never inside a transaction.
   * @throws 503 if a hosted provider cannot be asked who a new person is.
   */
  verify(token: string): Promise<Verified | null>
  /** When the holder of this token signed in, and whether with the second step; null if the session is gone. */
  signInOf(token: string): Promise<SignIn | null>
}

/** `hasSecondStep`: whether its holder signed in with the second step. */
export type Verified = { userId: string; hasSecondStep: boolean }
export type SignIn = { at: Date; hasSecondStep: boolean }

export type ApiKeys = {
  /** Whose key it is, or in words why it does not work. At most one read of the database, and one write a minute. */
  find(key: string): Promise<KeyHolder | string>
}
/** `userId`: who made it. `organizationId`: the only one in which it works; null for the provider's. */
export type KeyHolder = {
  userId: string
  id: string
  organizationId: string | null
  scopes: readonly Scope[]
}

/** The caller: the user of a verified bearer token. Permissions are checked in the query. */
export type Actor = {
  /** Of an API key, who made it. */
  userId: string
  /** The caller is an API key: it has at most the role that it stands for, and nothing else of its maker's. */
  key?: Pick<KeyHolder, 'id' | 'organizationId'>
  /** The second step is required and this session did not take it: it is no representative's, whoever its user is. */
  lacksSecondStep?: boolean
}
