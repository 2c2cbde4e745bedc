/**
 * Addresses of a database with several hosts, as libpq has them: `postgres://app@one:5432,two:5432/name` with
 * `?target_session_attrs=read-write`. Each new connection goes to the first host that answers and accepts writes, so a
 * failover needs no restart.
 */
import pg from 'pg'

type Hosts = {
  /** The same address, once for each host. */
  urls: string[]
  needsWrites: boolean
}
type ClientClass = new (config?: pg.ClientConfig) => pg.Client

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([\s\S]*)$/
const ATTRIBUTES = 'target_session_attrs'
const NEEDS_WRITES: Record<string, boolean> = { any: false, 'read-write': true, primary: true }

/** @throws with what is wrong, in words that do not repeat the address, since it contains a password. */
export function hostsOf(address: string): Hosts {
  const [, start, hosts, rest] = ADDRESS.exec(address) ?? []
  if (!start || hosts === undefined || rest === undefined) throw new Error(LOOKS_LIKE)
  const urls = hosts.split(',').map((host) => {
    if (!URL.canParse(`${start}${host}${rest}`)) throw new Error(LOOKS_LIKE)
    return new URL(`${start}${host}${rest}`)
  })
  const wanted = urls[0]?.searchParams.get(ATTRIBUTES) ?? 'any'
  if (!Object.hasOwn(NEEDS_WRITES, wanted))
    throw new Error(`must have a ${ATTRIBUTES} of read-write, primary or any`)
  const needsWrites = NEEDS_WRITES[wanted] ?? false
  if (urls.length === 1 && !needsWrites) return { urls: [address], needsWrites }
  for (const url of urls) url.searchParams.delete(ATTRIBUTES)
  return { urls: urls.map(({ href }) => href), needsWrites }
}

const LOOKS_LIKE =
  'must look like postgres://user:password@host:5432/name, with several hosts as host,host:5433'

/** A host that does not respond must not delay the next one for long. */
const PATIENCE_MS = 3_000
/** When a pool opens several connections at once, only one looks for the host. */
const KNOWN_MS = 1_000
const READ_ONLY = '25006'

async function demand(url: string, needsWrites: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (!needsWrites) return
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    )
    if (rows[0]?.isReadOnly !== false)
      throw Object.assign(new Error('this host of the database is read-only'), { code: READ_ONLY })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** In order. @throws the last host's error. */
async function firstOf({ urls, needsWrites }: Hosts): Promise<string> {
  let last: unknown
  for (const url of urls) {
    try {
      await demand(url, needsWrites)
      return url
    } catch (error) {
      last = error
    }
  }
  throw last
}

function finderOf(hosts: Hosts): () => Promise<string> {
  let found: { url: Promise<string>; atMs: number } | undefined
  return () => {
    if (found && performance.now() - found.atMs < KNOWN_MS) return found.url
    const looking = { url: firstOf(hosts), atMs: performance.now() }
    found = looking
    looking.url.catch(() => {
      if (found === looking) found = undefined
    })
    return looking.url
  }
}

/** A client that finds its host when it connects. */
function lookingFor(hosts: Hosts, Base: ClientClass): ClientClass {
  const find = finderOf(hosts)
  return class extends Base {
    override connect(callback?: unknown): Promise<pg.Client> & Promise<void> {
      const connected = find().then((url) => {
        const { host, port } = new pg.Client({ connectionString: url })
        Object.assign(this, { host, port })
        return super.connect()
      })
      if (typeof callback === 'function')
        connected.then(
          () => callback(null),
          (error) => callback(error),
        )
      return connected as Promise<pg.Client> & Promise<void>
    }
  }
}

/** What pg needs to reach `address`, for a pool or for another library that opens one. */
export function connectionTo(
  address: string,
  Base: ClientClass = pg.Client,
): { connectionString: string; Client: ClientClass } {
  const hosts = hostsOf(address)
  const connectionString = hosts.urls[0] as string
  if (hosts.urls.length === 1 && !hosts.needsWrites) return { connectionString, Client: Base }
  return { connectionString, Client: lookingFor(hosts, Base) }
}

/** Also when an address accepts connections and then says nothing. */
export const MAX_CONNECT_MS = 10_000
/** Longer than any statement of the site takes: what is not answered by then never will be (decision 46). */
export const LONGEST_STATEMENT_MS = 60_000

const noResponse = () =>
  Object.assign(
    new Error('The database did not respond: check its address, and that it is reachable from here'),
    { code: 'ETIMEDOUT' },
  )

/** One connection, not opened yet. */
export function newClient(address: string, settings: pg.ClientConfig = {}): pg.Client {
  const { connectionString, Client } = connectionTo(address)
  const client = new Client({ connectionString, connectionTimeoutMillis: MAX_CONNECT_MS, ...settings })
  // A connection that ends between two statements fails the next one, and not the program.
  client.on('error', () => undefined)
  const connect = client.connect.bind(client) as () => Promise<pg.Client>
  client.connect = () =>
    connect().catch((error: Error) => {
      throw /^timeout expired/.test(error.message) ? noResponse() : error
    })
  return client
}

/**
 * Whether `url` leads to a pooler such as PgBouncer. A server tells each client the number of its own process; a pooler
 * makes one up, since the process behind it changes.
 */
export async function isPooler(url: string): Promise<boolean> {
  const client = newClient(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return (client as unknown as { processID: number | null }).processID !== rows[0]?.pid
  } finally {
    await client.end()
  }
}
