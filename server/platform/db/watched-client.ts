/**
 * A server that loses power, or a network that drops packets, says nothing: the operating system would wait for a quarter of
 * an hour. A statement that has been silent for a moment is therefore looked up on a new connection, and if the server
 * cannot be reached or does not know of it, its connection ends, as if the server had closed it.
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

type Silence = { sinceMs: number; bytesRead: number }
const waiting = new Map<WatchedClient, Silence>()
const looking = new Set<string>()
let timer: NodeJS.Timeout | undefined

export class WatchedClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(config)
    const send = this.query.bind(this) as (...given: unknown[]) => unknown
    this.query = ((...given: unknown[]) => {
      if (!waiting.has(this)) listenFor(this)
      return send(...given)
    }) as typeof this.query
    this.on('drain', () => waiting.delete(this))
    this.on('end', () => waiting.delete(this))
  }
}

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
  const silent = Map.groupBy(
    [...waiting.keys()].filter(isSilent),
    ({ host, port, database }) => `${host}:${port}/${database}`,
  )
  for (const [address, clients] of silent) {
    if (looking.has(address)) continue
    looking.add(address)
    void endUnanswered(clients).finally(() => looking.delete(address))
  }
}

async function endUnanswered(clients: WatchedClient[]): Promise<void> {
  const known = await statementsKnown(clients)
  for (const client of clients) {
    if (!isSilent(client)) continue
    if (known.has(client)) waiting.set(client, { sinceMs: performance.now(), bytesRead: readBy(client) })
    else {
      waiting.delete(client)
      inside(client).connection.stream.destroy(new Error('Connection terminated: the database is silent'))
    }
  }
}

/** The same server, also if its name now leads to another one. */
function lookerFor(client: WatchedClient): pg.Client {
  const { host, port, user, database, password, ssl } = client
  const looker = new pg.Client({
    ...{ host: inside(client).connection.stream.remoteAddress ?? host, port, user, database, password },
    ssl: ssl ? { ...(ssl === true ? {} : ssl), servername: host } : false,
    ...{ connectionTimeoutMillis: MAX_LOOK_MS, query_timeout: MAX_LOOK_MS },
  } as pg.ClientConfig)
  looker.on('error', () => undefined)
  return looker
}

const SILENCE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/** Nobody responded, unlike a refusal, or this process having no socket left. */
function isSilence(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return (code !== undefined && SILENCE.has(code)) || /^(timeout expired|Connection terminated)/.test(message)
}

/** Those whose statement the server is still working on. */
async function statementsKnown(clients: WatchedClient[]): Promise<Set<WatchedClient>> {
  const [one] = clients
  if (!one) return new Set()
  const looker = lookerFor(one)
  let isThere = false
  try {
    await looker.connect()
    isThere = true
    const pids = clients.map((client) => inside(client).processID)
    const { rows } = await looker.query<{ own: number; active: number[] }>(
      `select
         pg_backend_pid() as own,
         array(select pid from pg_stat_activity where pid = any($1::integer[]) and state = 'active') as active`,
      [pids],
    )
    const [found] = rows
    // A pooler makes up the numbers of its sessions, and ends those whose server is gone itself.
    const isPooler = found?.own !== inside(looker).processID
    return new Set(
      clients.filter((client) => isPooler || found?.active.includes(inside(client).processID ?? 0)),
    )
  } catch (error) {
    // A server that accepts or refuses the look is there, even if it has no time for it.
    return new Set(isThere || !isSilence(error) ? clients : [])
  } finally {
    void looker.end().catch(() => undefined)
  }
}
