/** A backup's description of itself: written last, so that a folder without it is not a backup. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

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

export const tableFile = (folder: string, { name }: Pick<Table, 'name'>): string =>
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
