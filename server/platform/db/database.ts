import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { lockKey } from '#server/platform/base/ids.ts'
import { NO_TRACES, type SpanFacts, type Traces } from '#server/platform/traces/traces.ts'
import { isConnectionLost } from './connection-lost.ts'
import { groupCommits } from './group-commit.ts'
import { connectionTo, LONGEST_STATEMENT_MS } from './hosts.ts'
import { type ArrayResult, toObjects, types } from './rows.ts'
import { noSealing, type Sealing } from './sealing.ts'

export type { SQL }
export { sql }

/** Anything that runs SQL: the pool, a replica, or one open transaction. Rows have camelCase names. */
export type Db = {
  query<Row extends object>(statement: SQL): Promise<Row[]>
  /** The same, for a statement whose text is fixed: prepared once per connection. */
  prepared<Row extends object>(statement: Prepared, values: readonly unknown[]): Promise<Row[]>
  /** Several independent reads on one connection: they are sent in one packet. */
  together<T>(read: (db: Db) => Promise<T>): Promise<T>
  /** The API key that the request is from, for the audit log. */
  apiKeyId?: string
  /** What its secret values are encrypted with. */
  sealing: Sealing
}
export type Prepared = { name: string; text: string }

/** An open transaction, plus what happens once it has committed. */
export type Transaction = Db & {
  /**
   * Reads committed data, on a second connection if one is free: for large reads of data that this transaction's lock keeps
   * unchanged, while it writes.
   */
  readConnection: Db
  afterCommit(effect: () => void): void
  /** A write whose result nothing waits for: it is sent with the commit. If it fails, nothing was written. */
  withCommit(write: (tx: Db) => Promise<unknown>): void
}

/** Pledge writers share the campaign lock; changing results or locking a settlement takes it exclusively. */
export type CampaignLock = {
  campaignId: string
  mode: 'shared' | 'exclusive'
  /** All its statements read and write a few rows by their keys: their plans are kept, whatever the values. */
  keepsPlans?: boolean
  /**
   * May share its commit with others that arrive at the same moment, of which at most one has this value (`group-commit.ts`):
   * it reads, decides, passes all its writes to `withCommit`, and can be repeated. Locks other than the campaign's exclude
   * only other groups, so whoever needs to exclude another one passes what both have in common.
   */
  onePerGroup?: string
}
export type Transact = <T>(work: (tx: Transaction) => Promise<T>, lock?: CampaignLock) => Promise<T>

export type Database = Db & {
  transaction: Transact
  /** Public reads that may lag by a moment: from a replica if there is one and it responds. */
  replica: Db
  hasReplica: boolean
  isReplicaReachable(): Promise<boolean>
  pool: pg.Pool
  /** All pools, for monitoring how busy they are. */
  pools: readonly { name: string; pool: pg.Pool }[]
  close(): Promise<void>
}

const dialect = new PgDialect()

/**
 * Statements are named as long as there are few: a prepared plan is kept per connection. Lists are passed as arrays, never
 * as text. A name is the hash of its text, so that it means the same on every connection of every process.
 */
const statementNames = new Map<string, string>()
const MAX_NAMED_STATEMENTS = 400
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
function nameFor(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= MAX_NAMED_STATEMENTS) return known
  const name = hashOf(text)
  statementNames.set(text, name)
  return name
}

/** Named by the hash of its text; never includes the parameters. A slow statement is looked up by that name. */
const spanOf = (name: string | undefined, text: string): SpanFacts => {
  const operation = /^[\s(]*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query'
  const query = name ?? hashOf(text)
  return {
    name: `${operation} ${query}`,
    kind: 'client',
    isChildOnly: true,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.summary': query },
  }
}

type Statements = Pick<Db, 'query' | 'prepared'>
/** How a pool is used. `isPooled`: each transaction may get another server session, which knows no earlier statement names. */
type How = { isPooled: boolean; sealing: Sealing; traces: Traces }

function statementsOn(runner: Pick<pg.Pool, 'query'>, { isPooled, traces }: How): Statements {
  const run = async <Row extends object>(
    given: string | undefined,
    text: string,
    values: unknown[],
  ): Promise<Row[]> => {
    const name = isPooled ? undefined : given
    const config = { text, values, rowMode: 'array' as const, types, ...(name === undefined ? {} : { name }) }
    const send = () => runner.query(config) as unknown as Promise<ArrayResult>
    return toObjects<Row>(await (traces.isOn ? traces.span(spanOf(given, text), send) : send()))
  }
  return {
    query: <Row extends object>(statement: SQL) => {
      const { sql: text, params } = dialect.sqlToQuery(statement)
      return run<Row>(nameFor(text), text, params)
    },
    prepared: <Row extends object>({ name, text }: Prepared, values: readonly unknown[]) =>
      run<Row>(name, text, [...values]),
  }
}

const onClient = (client: pg.PoolClient, how: How): Db => {
  const db: Db = {
    ...statementsOn(client, how),
    sealing: how.sealing,
    together: (read) => inOnePacket(client, () => read(db)),
  }
  return db
}

const onPool = (pool: pg.Pool, how: How): Db => ({
  ...statementsOn(pool, how),
  sealing: how.sealing,
  together: async (read) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await onClient(client, how).together(read)
    } catch (error) {
      if (isConnectionLost(error)) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  },
})

/** Longer than a busy moment: after that, a request is refused as unavailable. */
const MAX_WAIT_FOR_CONNECTION_MS = 10_000

/** A visitor is waiting, and the primary can respond. */
const MAX_WAIT_FOR_REPLICA_MS = 1_000
const LONGEST_REPLICA_READ_MS = 5_000
/** A replica that did not respond is not tried again for this long. */
const REPLICA_REST_MS = 5_000

/** A campaign whose results or settlement take longer causes a refusal, before its visitors use up all connections. */
const LONGEST_WAIT = '10s'

/** PostgreSQL would plan what a pledge depends on anew for each pledge, which took four times as long as reading it. */
const KEEP_PLANS = 'set local plan_cache_mode = force_generic_plan'

/** Begins a transaction that waits for locks at most `longestWait`. */
const beginningOf =
  ({ isPooled }: How) =>
  (longestWait: string, { keepsPlans }: Pick<CampaignLock, 'keepsPlans'>): string => {
    // Behind a pooler statements have no names, and so no plans to keep.
    const planning = keepsPlans && !isPooled ? `; ${KEEP_PLANS}` : ''
    return `begin; set local lock_timeout = '${longestWait}'${planning}`
  }

/** The statement that opens a transaction: its lock is acquired before anything is read (R12). */
function opening(lock: CampaignLock | undefined, how: How): string {
  if (!lock) return 'begin'
  const take = lock.mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  return `${beginningOf(how)(LONGEST_WAIT, lock)}; select ${take}(${lockKey('campaign', lock.campaignId)})`
}

/** A connection with its own socket, so that several statements can be sent in one packet. */
class CorkedClient extends pg.Client {
  private readonly socket: Socket

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
  }

  /** Everything that `send` sends at once goes out as one packet: a packet costs as much as a small statement. */
  inOnePacket<T>(send: () => T): T {
    this.socket.cork()
    try {
      return send()
    } finally {
      this.socket.uncork()
    }
  }
}

const inOnePacket = <T>(client: pg.PoolClient, send: () => T): T =>
  (client as unknown as CorkedClient).inOnePacket(send)

/** A second connection only if one is free now: waiting for others could mean waiting for itself. */
function whileSpare(pool: pg.Pool, own: Db, how: How): Db {
  const other = onPool(pool, how)
  const pick = () => (pool.idleCount > 0 || pool.totalCount < pool.options.max ? other : own)
  return {
    query: (statement) => pick().query(statement),
    prepared: (statement, values) => pick().prepared(statement, values),
    together: (read) => pick().together(read),
    sealing: how.sealing,
  }
}

/** Reads from the replica; from the primary if it refuses, and for a while if it could not be reached. */
function withFallback(replica: Db, primary: Db): Db {
  let restsUntilMs = 0
  const read = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    if (performance.now() < restsUntilMs) return work(primary)
    try {
      return await work(replica)
    } catch (error) {
      // A standby may also cancel a read for what it has to replay, or lack a column yet.
      if (isConnectionLost(error)) restsUntilMs = performance.now() + REPLICA_REST_MS
      return work(primary)
    }
  }
  return {
    query: (statement) => read((db) => db.query(statement)),
    prepared: (statement, values) => read((db) => db.prepared(statement, values)),
    together: (reads) => read((db) => db.together(reads)),
    sealing: primary.sealing,
  }
}

const isReachable = (pool: pg.Pool): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  )

/** Deadlock and serialization failure: nothing was written, and trying again solves it. */
const RETRYABLE = new Set(['40P01', '40001'])
const MAX_ATTEMPTS = 3

function transactionsOn(pool: pg.Pool, how: How): Transact {
  const once = async <T>(work: (tx: Transaction) => Promise<T>, lock?: CampaignLock): Promise<T> => {
    const client = await pool.connect()
    const effects: (() => void)[] = []
    const last: ((tx: Db) => Promise<unknown>)[] = []
    let broken: Error | undefined
    try {
      const own = onClient(client, how)
      const tx: Transaction = {
        ...own,
        readConnection: whileSpare(pool, own, how),
        afterCommit: (effect) => effects.push(effect),
        withCommit: (write) => last.push(write),
      }
      try {
        // The opening is not awaited separately: the first statement is sent with it.
        const [opened, working] = inOnePacket(client, () => [client.query(opening(lock, how)), work(tx)])
        opened.catch(() => undefined)
        const value = await working.catch(async (error) => {
          // If the lock was not granted, that is the cause; later statements failed only because of it.
          await opened
          throw error
        })
        await opened
        await Promise.all(
          inOnePacket(client, () => [...last.map((write) => write(tx)), client.query('commit')]),
        )
        return value
      } catch (error) {
        // If the server became read-only, the connection is dropped, so that the next one finds the primary.
        if (isConnectionLost(error)) broken = error as Error
        await client.query('rollback').catch((reason: Error) => {
          broken = reason
        })
        effects.length = 0
        throw error
      }
    } finally {
      client.release(broken)
      for (const effect of effects) effect()
    }
  }
  const alone: Transact = async (work, lock) => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await once(work, lock)
      } catch (error) {
        if (attempts >= MAX_ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error
      }
    }
  }
  const open = (client: pg.PoolClient) => {
    const own = onClient(client, how)
    return { ...own, readConnection: whileSpare(pool, own, how) }
  }
  return groupCommits({ pool, open, inOnePacket, beginning: beginningOf(how) }, alone)
}

/** Settings of each session. Also the role's default (`migrate`), for a pooler that does not accept such options. */
export const SESSION_SETTINGS = { timezone: 'UTC', idle_in_transaction_session_timeout: '300000' } as const

const SESSION_OPTIONS = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/**
 * Opens the pools. `replicaUrl` serves public reads; without one they use the primary. `directUrl`: where it differs, `url`
 * leads to a pooler such as PgBouncer in transaction mode.
 */
export function openDatabase({
  url,
  replicaUrl = null,
  connections = 20,
  replicaConnections = connections,
  directUrl = url,
  longestStatementMs = LONGEST_STATEMENT_MS,
  sealing = noSealing,
  traces = NO_TRACES,
}: {
  url: string
  replicaUrl?: string | null
  connections?: number
  replicaConnections?: number
  directUrl?: string
  longestStatementMs?: number
  sealing?: Sealing
  traces?: Traces
}): Database {
  const isPooled = directUrl !== url
  const settings = {
    max: connections,
    connectionTimeoutMillis: MAX_WAIT_FOR_CONNECTION_MS,
    query_timeout: longestStatementMs,
    pipeline: true,
    // The server ends it too, so that it holds no locks any longer.
    ...(isPooled ? {} : { options: `${SESSION_OPTIONS} -c statement_timeout=${longestStatementMs}` }),
  }
  const pool = new pg.Pool({
    ...settings,
    ...connectionTo(url, CorkedClient),
  } as unknown as pg.PoolConfig)
  const replicaPool = replicaUrl
    ? new pg.Pool({
        ...settings,
        ...connectionTo(replicaUrl, CorkedClient),
        max: replicaConnections,
        connectionTimeoutMillis: MAX_WAIT_FOR_REPLICA_MS,
        query_timeout: Math.min(longestStatementMs, LONGEST_REPLICA_READ_MS),
      } as unknown as pg.PoolConfig)
    : pool
  for (const one of new Set([pool, replicaPool])) surviveLostConnections(one)
  const how = { isPooled, sealing, traces }
  const primary = onPool(pool, how)
  const hasReplica = replicaPool !== pool
  return {
    ...primary,
    replica: hasReplica ? withFallback(onPool(replicaPool, how), primary) : primary,
    hasReplica,
    isReplicaReachable: () => isReachable(replicaPool),
    transaction: transactionsOn(pool, how),
    pool,
    pools: [{ name: 'main', pool }, ...(hasReplica ? [{ name: 'replica', pool: replicaPool }] : [])],
    close: async () => {
      await Promise.all([...new Set([pool, replicaPool])].map((one) => one.end()))
    },
  }
}

/**
 * A connection that the server closes, idle or in a transaction, must not end the process: the statement waiting for it
 * fails, and the pool opens another connection.
 */
export function surviveLostConnections(pool: pg.Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** The first row, or undefined. */
export const first = <Row>(rows: readonly Row[]): Row | undefined => rows[0]

/** The only row of a statement that always returns one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('expected a row')
  return row
}
