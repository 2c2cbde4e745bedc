/**
 * A server that loses power, or a network that drops packets, says nothing: the operating system would wait for a quarter of
 * an hour. A statement that has been silent for a moment is therefore looked up on a new connection, and if the server
 * cannot be reached or does not know of it, its connection ends, as if the server had closed it. For a moment after it
 * could not be reached, everything else that is sent there is refused at once: a request waits for one look only.
 */
import type { Socket } from 'node:net'
import pg from 'pg'

/** A statement is looked up after this much silence, however long it may take. */
const SILENT_MS = 2_000
const LOOK_EVERY_MS = 500
/** How long the server has to respond to the look itself. */
const MAX_LOOK_MS = 5_000

/** pg's own field, which its types leave out. */
type Inside = { connection: { stream: Socket }; processID: number | null }
const inside = (client: pg.Client): Inside => client as unknown as Inside

/** Time enough for the next statement of a request whose first one was ended. */
const REFUSED_MS = 2_000

type Silence = { sinceMs: number; bytesRead: number }
const waiting = new Map<WatchedClient, Silence>()
const looking = new Set<string>()
const heardAtMs = new Map<string, number>()
const silentAtMs = new Map<string, number>()
let timer: NodeJS.Timeout | undefined

/** The server itself, where the address is a pooler's. */
export type Behind = { address: string; open: (config: pg.ClientConfig) => pg.Client }
export type WatchedConfig = pg.ClientConfig & { behind?: Behind | null }

export class WatchedClient extends pg.Client {
  readonly behind: Behind | null

  constructor(config: WatchedConfig = {}) {
    super(config)
    this.behind = config.behind ?? null
    const send = this.query.bind(this) as (...given: unknown[]) => unknown
    this.query = ((...given: unknown[]) => {
      if (isSilentServer(this)) end(this)
      else if (!waiting.has(this)) listenFor(this)
      return send(...given)
    }) as typeof this.query
    const heard = () => {
      waiting.delete(this)
      heardAtMs.set(serverOf(this), performance.now())
    }
    this.on('connect', heard)
    this.on('drain', heard)
    this.on('end', () => waiting.delete(this))
  }

  override connect(callback?: unknown): Promise<pg.Client> & Promise<void> {
    const connect = super.connect.bind(this) as (callback?: unknown) => Promise<pg.Client> & Promise<void>
    if (!isSilentServer(this)) {
      listenFor(this)
      return connect(callback)
    }
    if (typeof callback !== 'function') return Promise.reject<never>(silent())
    process.nextTick(callback, silent())
    return undefined as never
  }
}

const silent = () => new Error('Connection terminated: the database is silent')

/** All connections to one server are silent together. */
const serverOf = ({ behind, host, port, database }: WatchedClient): string =>
  behind?.address ?? `${host}:${port}/${database}`

const isSilentServer = (client: WatchedClient): boolean =>
  performance.now() - (silentAtMs.get(serverOf(client)) ?? Number.NEGATIVE_INFINITY) < REFUSED_MS

/** How many connections are waited for, for tests. */
export const connectionsWaitedFor = (): number => waiting.size

function listenFor(client: WatchedClient): void {
  // A statement on a connection that has ended is refused at once.
  if (inside(client).connection.stream.destroyed) return
  waiting.set(client, { sinceMs: performance.now(), bytesRead: readBy(client) })
  timer ??= setInterval(look, LOOK_EVERY_MS).unref()
}

const readBy = (client: WatchedClient): number => inside(client).connection.stream.bytesRead ?? 0

/** Also after this process itself was busy: then what has arrived is read before the server responds to the look. */
function isSilent(client: WatchedClient): boolean {
  const silence = waiting.get(client)
  if (!silence) return false
  const bytesRead = readBy(client)
  if (bytesRead !== silence.bytesRead) Object.assign(silence, { bytesRead, sinceMs: performance.now() })
  return performance.now() - silence.sinceMs >= SILENT_MS
}

function look(): void {
  if (waiting.size === 0) {
    clearInterval(timer)
    timer = undefined
    return
  }
  const silentAt = Map.groupBy([...waiting.keys()].filter(isSilent), serverOf)
  for (const [server, clients] of silentAt) {
    if (looking.has(server)) continue
    looking.add(server)
    void endUnanswered(server, clients).finally(() => looking.delete(server))
  }
}

async function endUnanswered(server: string, clients: WatchedClient[]): Promise<void> {
  const startedMs = performance.now()
  const known = await statementsKnown(clients)
  const isSilentToAll = known === null && (heardAtMs.get(server) ?? 0) < startedMs
  if (isSilentToAll) silentAtMs.set(server, performance.now())
  // Also what was sent during the look: the server was silent all that time.
  const others = isSilentToAll ? [...waiting.keys()].filter((one) => serverOf(one) === server) : []
  for (const client of new Set([...clients, ...others])) {
    if (known?.has(client) && isSilent(client))
      waiting.set(client, { sinceMs: performance.now(), bytesRead: readBy(client) })
    else if (isSilent(client) || (isSilentToAll && !hasRead(client))) end(client)
  }
}

function end(client: WatchedClient): void {
  waiting.delete(client)
  inside(client).connection.stream.destroy(silent())
}

const hasRead = (client: WatchedClient): boolean => readBy(client) !== waiting.get(client)?.bytesRead

const PATIENCE = { connectionTimeoutMillis: MAX_LOOK_MS, query_timeout: MAX_LOOK_MS }

/** The same server, also if its name now leads to another one. */
function lookerFor(client: WatchedClient): pg.Client {
  const { host, port, user, database, password, ssl } = client
  return new pg.Client({
    ...{ host: inside(client).connection.stream.remoteAddress ?? host, port, user, database, password },
    ssl: ssl ? { ...(ssl === true ? {} : ssl), servername: host } : false,
    ...PATIENCE,
  } as pg.ClientConfig)
}

const SILENCE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/** Nobody responded, unlike a refusal, or this process having no socket left. */
function isSilence(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return (code !== undefined && SILENCE.has(code)) || /^(timeout expired|Connection terminated)/.test(message)
}

/** Those whose statement the server is still working on; null if it does not respond. */
async function statementsKnown(clients: WatchedClient[]): Promise<Set<WatchedClient> | null> {
  const [one] = clients
  if (!one) return new Set()
  const [own, server] = await Promise.all([
    answerOf(lookerFor(one), one.behind ? null : clients.map(sessionOf)),
    one.behind ? answerOf(one.behind.open(PATIENCE), []) : ALL,
  ])
  if (own === null || server === null) return null
  const isKnown = (client: WatchedClient) =>
    own === ALL || isConnecting(client) || own.includes(sessionOf(client))
  return new Set(clients.filter(isKnown))
}

const isConnecting = (client: pg.Client): boolean => inside(client).processID === null
const sessionOf = (client: pg.Client): number => inside(client).processID ?? 0
const ALL = 'all'

/**
 * Which of these sessions the server is working for; null if it does not respond. One that accepts or refuses the look is
 * there, even if it has no time for it. `sessions` null: only whether it lets clients in, as a pooler does without its server.
 */
async function answerOf(looker: pg.Client, sessions: number[] | null): Promise<number[] | typeof ALL | null> {
  looker.on('error', () => undefined)
  let isThere = false
  try {
    await looker.connect()
    isThere = true
    if (sessions === null) return ALL
    const { rows } = await looker.query<{ own: number; active: number[] }>(
      `select
         pg_backend_pid() as own,
         array(select pid from pg_stat_activity where pid = any($1::integer[]) and state = 'active') as active`,
      [sessions],
    )
    const [found] = rows
    // A pooler makes up the numbers of its sessions.
    return found?.own === sessionOf(looker) ? found.active : ALL
  } catch (error) {
    return isThere || !isSilence(error) ? ALL : null
  } finally {
    void looker.end().catch(() => undefined)
  }
}
