import type { Socket } from 'node:net'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Db, SQL } from '#server/platform/db/database.ts'
import type { Sample } from './load.ts'

/**
 * The machine's limit for a read: the statements that the product sends, prepared under the same conditions, one after
 * the other on sockets that read nothing of the answers but where they end.
 */
export type Statement = { text: string; values: unknown[] }

const dialect = new PgDialect()

/** What `work` asks of the database, in order. */
export async function statementsOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const asked: Statement[] = []
  const query = <Row extends object>(statement: SQL): Promise<Row[]> => {
    const { sql: text, params } = dialect.sqlToQuery(statement)
    asked.push({ text, values: params })
    return db.query<Row>(statement)
  }
  await work({ ...db, query })
  return asked
}

/** Runs one series of statements after the other, a random one each time, on every connection. */
export async function runStatements(
  url: string,
  { connections, seconds }: { connections: number; seconds: number },
  series: readonly Statement[][],
): Promise<Sample> {
  const names = new Map([...new Set(series.flat().map(({ text }) => text))].map((text, n) => [text, `s${n}`]))
  const messages = series.map((some) =>
    some.map(({ text, values }) => execution(names.get(text) as string, values)),
  )
  const clients = await Promise.all(Array.from({ length: connections }, () => prepared(url, series, names)))
  const latenciesMs: number[] = []
  const start = performance.now()
  try {
    await Promise.all(
      clients.map(async (client) => {
        const ask = conversation(client)
        for (let now = performance.now(); now - start < seconds * 1000; ) {
          const sentAt = now
          for (const message of messages[Math.floor(Math.random() * messages.length)] ?? [])
            await ask(message)
          now = performance.now()
          latenciesMs.push(now - sentAt)
        }
      }),
    )
    return { perSecond: (latenciesMs.length * 1000) / (performance.now() - start), latenciesMs }
  } finally {
    for (const client of clients) streamOf(client).destroy()
  }
}

async function prepared(
  url: string,
  series: readonly Statement[][],
  names: Map<string, string>,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  for (const [text, name] of names) {
    const values = series.flat().find((statement) => statement.text === text)?.values ?? []
    await client.query({ name, text, values })
  }
  return client
}

const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

const READY = 'Z'.charCodeAt(0)
const FAILED = 'E'.charCodeAt(0)

/** Sends, and resolves when the server is ready for more. */
function conversation(client: pg.Client): (message: Buffer) => Promise<void> {
  const stream = streamOf(client)
  stream.removeAllListeners('data')
  let rest: Buffer = Buffer.alloc(0)
  let done: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  stream.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length >= at + 5 && rest.length >= at + 1 + rest.readInt32BE(at + 1)) {
      const end = at + 1 + rest.readInt32BE(at + 1)
      if (rest[at] === FAILED) fail(new Error(rest.toString('utf8', at + 5, end)))
      if (rest[at] === READY) done()
      at = end
    }
    rest = rest.subarray(at)
  })
  return (message) =>
    new Promise((resolve, reject) => {
      done = resolve
      fail = reject
      stream.write(message)
    })
}

/** Bind, Execute and Sync of PostgreSQL's protocol, with parameters and answers as text. */
function execution(name: string, values: readonly unknown[]): Buffer {
  const parameters = values.map((value) => {
    if (value === null) return int32(-1)
    const bytes = Buffer.from(asText(value))
    return Buffer.concat([int32(bytes.length), bytes])
  })
  return Buffer.concat([
    message('B', Buffer.from(`\0${name}\0`), int16(0), int16(values.length), ...parameters, int16(0)),
    message('E', Buffer.from('\0'), int32(0)),
    message('S'),
  ])
}

function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

function asText(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  return `{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
