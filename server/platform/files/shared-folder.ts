/** Checks that this instance stores pictures where the other instances of the same database look for them. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config/config.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

export const MARK = '.database'

/**
 * The first instance of a database writes an id into the database and into its folder for files. An instance whose folder
 * has no such id, or another one, warns at each start.
 */
export async function warnOfSeparateFiles(
  { db, log }: { db: Db; log: Pick<Logger, 'warn'> },
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
): Promise<void> {
  if (s3) return
  const folder = join(dataDir, 'files')
  const id = await folderIdOf(db)
  const problem = id === null ? await claim(db, folder) : (await isMarked(folder, id)) ? null : SEPARATE
  if (problem) log.warn({ folder, id }, problem)
}

const SEPARATE = `The pictures of this database are in another folder, so this instance shows none of them. Let all instances have one DATA_DIR, or set S3_BUCKET (docs/operations.md). If the other folder no longer exists, write the id into ${MARK} in this one`
const UNWRITABLE =
  'The folder for pictures cannot be written: uploads fail until it can be, or until S3_BUCKET is set (docs/operations.md)'

async function folderIdOf(db: Db): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    select value #>> '{}' as id
    from settings
    where name = 'files_folder_id'
  `)
  return row?.id ?? null
}

/** Marks the folder first: if it cannot be written, no folder is registered in the database. */
async function claim(db: Db, folder: string): Promise<string | null> {
  const id = await markOf(folder)
  if (id === null) return UNWRITABLE
  await db.query(sql`
    insert into settings (name, value)
    values ('files_folder_id', to_jsonb(${id}::text))
    on conflict do nothing
  `)
  return (await folderIdOf(db)) === id ? null : SEPARATE
}

/** The folder's id, created now if it has none. Null: it cannot be written. */
async function markOf(folder: string): Promise<string | null> {
  try {
    await mkdir(folder, { recursive: true })
    // If two instances start on one folder, the second finds the first one's id.
    await writeFile(join(folder, MARK), randomUUID(), { flag: 'wx' }).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
    return await readMark(folder)
  } catch {
    return null
  }
}

const readMark = async (folder: string): Promise<string> =>
  (await readFile(join(folder, MARK), 'utf8')).trim()

const isMarked = async (folder: string, id: string): Promise<boolean> =>
  (await readMark(folder).catch(() => '')) === id
