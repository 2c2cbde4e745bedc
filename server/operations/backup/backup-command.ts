import { join, resolve } from 'node:path'
import { databaseForCommand } from '#server/operations/demo/index.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { withFiles } from '#server/platform/config/env-files.ts'
import { keyFile } from '#server/platform/config/secret-key.ts'
import { keepFilesPrivate } from '#server/platform/files/private-files.ts'
import { createLog } from '#server/platform/logs/log.ts'
import { saying } from './saying.ts'
import { writeBackup } from './write.ts'

/** npm run backup: a copy of the database and the uploaded files, even while the server runs. */
const USAGE = 'Usage: npm run backup [-- <new folder>]'

async function backup(given: string | undefined): Promise<string> {
  const config = readConfig(withFiles(process.env))
  await keepFilesPrivate(config)
  const now = systemClock.now()
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = resolve(given ?? join(`${config.dataDir}-backups`, stamp))
  // A backup before an upgrade is of the version before it.
  const database = await databaseForCommand(config, createLog('warn'), { migrates: false })
  try {
    const ownKeyFile = config.secretKeys.length > 0 || config.databaseUrl ? null : keyFile(config)
    const source = {
      keyFile: ownKeyFile,
      url: config.databaseDirectUrl ?? database.url,
      filesFolder: config.s3 ? null : join(config.dataDir, 'files'),
    }
    const { tables, files } = await writeBackup(source, folder, now)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const what = `${rows} rows of ${tables.length} tables`
    const key = ownKeyFile ?? 'SECRET_KEY'
    return `${what} and ${files === null ? 'no files (they are in the bucket)' : `${files} files`} are in ${folder}. The key to its secrets is not in it: keep a copy of ${key} in another place.`
  } finally {
    await database.stop()
  }
}

const [folder, ...rest] = process.argv.slice(2)
await saying(rest.length > 0 || folder?.startsWith('-') ? USAGE : () => backup(folder))
