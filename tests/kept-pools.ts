/**
 * Pools of connections that outlive the program that opened them. A connection that has planned the program's statements
 * once answers them several times faster than a new one, and every API test opens a program on a database that an
 * earlier test has used. So `end` keeps a pool, and the next one that is opened for the same address takes it.
 */
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'

type Options = pg.PoolConfig & { Client?: { name: string } }
type Listener = (...given: never[]) => void
/** A pool kept for later: `key` says what it can be used for. */
type Kept = { key: string; pool: pg.Pool }
type Shared = { keptPools?: Kept[]; RealPool?: typeof pg.Pool }

/** Once per worker: test files share the modules of one. */
const shared = globalThis as Shared
shared.keptPools ??= []
shared.RealPool ??= pg.Pool
const kept = shared.keptPools
const RealPool = shared.RealPool

/** Per pool: a warm connection costs the database ten megabytes. */
const MAX_CONNECTIONS = 3
/** The name of their sessions while they are not in use. */
export const KEPT_NAME = 'kept'
/** Like a new session, except for the statements it has prepared, and its name. */
const AS_NEW = `rollback; reset all; unlisten *; select pg_advisory_unlock_all(); set application_name = '${KEPT_NAME}'`

/** Pools are the same if their settings and the class of their connections are. */
function keyOf({ Client, ...settings }: Options): string {
  return JSON.stringify([settings, Client?.name ?? ''])
}

/** A class without a name looks for its host among several (`hosts.ts`), and is a different one for each pool. */
const canBeKept = ({ Client, connectionString = '' }: Options): boolean =>
  Client?.name !== '' && keptAddresses.has(connectionString)

const keptAddresses = new Set<string>()
/** From now on pools for `address` are kept; `forgetPools` ends that. */
export const keepPools = (address: string): void => void keptAddresses.add(address)

/** What the program gets: a pool that other programs may use before and after. */
class LentPool {
  readonly options: pg.PoolOptions
  readonly #key: string
  readonly #pool: pg.Pool
  readonly #listeners: [event: string, listener: Listener][] = []
  #isEnded = false

  constructor(options: Options) {
    this.#key = keyOf(options)
    const index = kept.findIndex(({ key }) => key === this.#key)
    const known = index < 0 ? undefined : kept.splice(index, 1)[0]
    this.#pool = known?.pool ?? newPool(options)
    this.options = this.#pool.options
  }

  get totalCount(): number {
    return this.#pool.totalCount
  }
  get idleCount(): number {
    return this.#pool.idleCount
  }
  get waitingCount(): number {
    return this.#pool.waitingCount
  }

  on(event: string, listener: Listener): this {
    this.#listeners.push([event, listener])
    this.#pool.on(event as 'error', listener as () => void)
    return this
  }

  connect(...given: unknown[]): unknown {
    if (this.#isEnded) return refuse(given)
    return (this.#pool.connect as (...all: unknown[]) => unknown)(...given)
  }

  query(...given: unknown[]): unknown {
    if (this.#isEnded) return refuse(given)
    return (this.#pool.query as (...all: unknown[]) => unknown)(...given)
  }

  async end(): Promise<void> {
    if (this.#isEnded) throw new Error('Called end on pool more than once')
    this.#isEnded = true
    if (!canBeKept(this.options as Options)) return this.#pool.end()
    // Polled: no event reports a connection that could not be opened.
    while (this.#pool.idleCount < this.#pool.totalCount || this.#pool.waitingCount > 0) await setImmediate()
    for (const [event, listener] of this.#listeners) this.#pool.off(event as 'error', listener as () => void)
    await makeAsNew(this.#pool)
    kept.push({ key: this.#key, pool: this.#pool })
  }
}

function newPool(options: Options): pg.Pool {
  const pool = new RealPool(options)
  // If the server ends a connection while the pool is not in use, that is not an error.
  pool.on('error', () => undefined)
  return pool
}

function refuse(given: unknown[]): unknown {
  const error = new Error('Cannot use a pool after calling end on the pool')
  const callback = given.at(-1)
  return typeof callback === 'function' ? callback(error) : Promise.reject(error)
}

async function makeAsNew(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  await Promise.all(
    clients.map(async (client, index) => {
      const isGood = await client.query(AS_NEW).then(
        () => true,
        () => false,
      )
      client.release(index >= MAX_CONNECTIONS || !isGood)
    }),
  )
}

/** Ends the pools kept for `address`, because its database is dropped. */
export async function forgetPools(address: string): Promise<void> {
  keptAddresses.delete(address)
  const gone = kept.filter(({ pool }) => pool.options.connectionString === address)
  for (const one of gone) kept.splice(kept.indexOf(one), 1)
  await Promise.all(gone.map(({ pool }) => pool.end()))
}

pg.Pool = LentPool as unknown as typeof pg.Pool
