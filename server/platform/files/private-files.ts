import { mkdir } from 'node:fs/promises'
import type { Config } from '#server/platform/config/config.ts'

/**
 * Everything that this process and the database it starts write from here on is for its own account only: files of 0600 in
 * folders of 0700. A data folder with a database in it keeps its permissions: run as root, that database belongs to another
 * account, which has to reach it. With an external database no folder is created here: it may be read-only.
 */
export async function keepFilesPrivate({ databaseUrl, dataDir }: FileSettings): Promise<void> {
  if (!databaseUrl) await mkdir(dataDir, { recursive: true })
  process.umask(0o077)
}

type FileSettings = Pick<Config, 'databaseUrl' | 'dataDir'>
