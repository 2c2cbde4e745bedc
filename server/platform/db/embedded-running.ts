import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { urlOf } from './embedded.ts'
import { isServerOf } from './embedded-orphan.ts'

/** Where the embedded server of this data folder listens, if a program is running it; otherwise null. */
export async function runningEmbeddedUrl(dataDir: string): Promise<string | null> {
  const folder = join(dataDir, 'postgres')
  // PostgreSQL's own file: its pid, the folder, when it started, the port.
  const [pid, , , port] = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  if (!pid || !port || !(await isServerOf(Number(pid), folder))) return null
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  return urlOf(password, Number(port))
}
