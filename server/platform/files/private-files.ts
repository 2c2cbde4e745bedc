import { mkdir } from 'node:fs/promises'

/**
 * Whatever this process and the database it starts write from here on is for its own account only: files of 0600 in
 * folders of 0700. The data folder itself stays as it is made: run as root, another account's database is inside it.
 */
export async function keepFilesPrivate(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  process.umask(0o077)
}
