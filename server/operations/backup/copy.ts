/** Tables through COPY, the one row format that every version of PostgreSQL reads. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import { z } from 'zod'

/** A backup's description of itself: written last, so that a folder without it is not a backup. */
export const MANIFEST = 'manifest.json'
const FORMAT = 1

const Table = z.object({
  /** Quoted for SQL, with its schema. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Of COPY's output, before compression. */
  sha256: z.string(),
})
export type Table = z.infer<typeof Table>

export const Manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(Table),
  /** Null: they are in a bucket, which keeps its own. */
  files: z.number().nullable(),
  /** Where the file with the key of its secrets was, never the key; null or omitted: in SECRET_KEY. */
  keyFile: z.string().nullish(),
})
export type Manifest = z.infer<typeof Manifest>

const tableFile = (folder: string, { name }: Pick<Table, 'name'>): string =>
  join(folder, 'tables', `${name.replaceAll('"', '')}.copy.gz`)

/** @throws in words if the folder contains no finished backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`${folder} holds no finished backup: there is no ${MANIFEST} in it`)
  })
  const read = Manifest.safeParse(JSON.parse(text))
  if (!read.success) throw new Error(`${join(folder, MANIFEST)} is not of a backup that this version reads`)
  return read.data
}

export const newManifest = (given: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...given })

/** The job queue recreates its own tables, and the program's rows say what is left to do. */
const NOT_OURS = ['pg_catalog', 'information_schema', 'jobs']

/** Every table with its stored columns; the database recomputes generated ones. */
export async function tablesOf(client: Client): Promise<Pick<Table, 'name' | 'columns'>[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `
      select
        format('%I.%I', n.nspname, c.relname) as name,
        array_agg(quote_ident(a.attname) order by a.attnum) filter (
          where a.attgenerated = ''
        ) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r'
        and n.nspname <> all ($1)
        and n.nspname not like 'pg\\_%'
        and c.relname <> 'schema_migrations'
      group by 1
      order by 1
    `,
    [NOT_OURS],
  )
  return rows
}

const hashing = (hash: Hash) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })

/** Writes one table's rows, compressed, as of the client's open snapshot. */
export async function copyOut(
  client: Client,
  folder: string,
  table: Pick<Table, 'name' | 'columns'>,
): Promise<Table> {
  const hash = createHash('sha256')
  const rows = client.query(to(`copy ${table.name} (${table.columns.join(', ')}) to stdout`))
  await pipeline(
    rows,
    hashing(hash),
    createGzip(),
    createWriteStream(tableFile(folder, table), { mode: 0o600 }),
  )
  return { ...table, rows: rows.rowCount, sha256: hash.digest('hex') }
}

/** @throws if a table's file is not what was written. */
export async function verify(folder: string, table: Table): Promise<void> {
  const hash = createHash('sha256')
  const damaged = () => new Error(`${tableFile(folder, table)} is damaged. Nothing was restored.`)
  try {
    await pipeline(createReadStream(tableFile(folder, table)), createGunzip(), hash)
  } catch (error) {
    throw Object.assign(damaged(), { cause: error })
  }
  if (hash.digest('hex') !== table.sha256) throw damaged()
}

export async function copyIn(client: Client, folder: string, table: Table): Promise<void> {
  const rows = client.query(from(`copy ${table.name} (${table.columns.join(', ')}) from stdin`))
  await pipeline(createReadStream(tableFile(folder, table)), createGunzip(), rows)
  if (rows.rowCount !== table.rows)
    throw new Error(`${table.name}: ${rows.rowCount} rows were read, ${table.rows} were written`)
}

/** Prints one line saying what a command did or why it could not, or prints its usage. */
export async function printOutcome(does: string | (() => Promise<string>)): Promise<void> {
  if (typeof does === 'string') {
    console.log(does)
    process.exitCode = 2
    return
  }
  try {
    console.log(await does())
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
