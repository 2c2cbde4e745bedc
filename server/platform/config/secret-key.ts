import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSealing, type Sealing } from '#server/platform/db/sealing.ts'
import type { Config } from './config.ts'

type Settings = Pick<Config, 'secretKeys' | 'dataDir' | 'databaseUrl'>

/**
 * For a database on a local machine, which several instances share without configuring keys. It protects nothing; a public
 * site must set SECRET_KEY. If one is set later, it still opens what this one sealed.
 */
const LOCAL_KEY = 'of-a-database-on-this-machine-and-protects-nothing'

/** Where the key is stored while SECRET_KEY is not set: in the data folder next to the database, and in no backup. */
export const keyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'secret-key')

/** Several keys in one setting or file: the first one seals, the others open what they sealed earlier. */
const keysIn = (text: string): string[] => text.split(/[\s,]+/).filter((key) => key !== '')

function readFile(path: string): string[] {
  try {
    return keysIn(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Created when the first secret is sealed: a restored database needs the file of the server it was backed up from. */
function makeFile(path: string, folder: string): string {
  const key = randomBytes(32).toString('base64url')
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    const [other] = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readFile(path) : []
    if (!other)
      throw new Error(`${path} cannot be written (${(error as Error).message}): set SECRET_KEY instead`)
    return other
  }
}

/** The keys that seal secrets: SECRET_KEY if it is set, otherwise a file in the embedded database's data folder. */
export function sealingOf(config: Settings): Sealing {
  const { secretKeys, databaseUrl } = config
  if (secretKeys.length > 0) return createSealing(() => [...secretKeys, LOCAL_KEY])
  const path = keyFile(config)
  if (databaseUrl !== null) return createSealing(() => [LOCAL_KEY, ...readFile(path)])
  return createSealing(
    () => readFile(path),
    () => makeFile(path, config.dataDir),
  )
}
