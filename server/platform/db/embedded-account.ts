import { execFile } from 'node:child_process'
import { chown, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './embedded-binaries.ts'

/**
 * The account that PostgreSQL runs as. Our own, except for root, which it refuses: then the account that already owns the
 * data, or `postgres`, created if missing, or `nobody` if accounts cannot be created.
 */
export type Account = {
  /** The options for spawn; empty if we are not root. */
  ids: { uid?: number; gid?: number }
  owner: { uid: number; gid: number } | null
  command(file: string, args: string[]): [string, string[]]
}

const execute = promisify(execFile)

/** Finds the account for the cluster in `folder` and how to switch to it. @throws if neither way works here. */
export async function accountFor(folder: string, binaries: Binaries): Promise<Account> {
  if (process.getuid?.() !== 0) return { ids: {}, owner: null, command: (file, args) => [file, args] }
  const owner = (await ownerOf(folder)) ?? (await postgresUser())
  const direct: Account = { ids: owner, owner, command: (file, args) => [file, args] }
  for (const account of [direct, throughClosedFolders(owner)]) {
    if (await canWork(account, folder, binaries)) return account
  }
  throw new Error(
    `PostgreSQL does not run as root, and user ${owner.uid} cannot reach ${binaries.postgres} or ${folder}: ` +
      'start as another user, or move to a folder that others may enter',
  )
}

async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | null> {
  const found = await stat(folder).catch(() => null)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const existing = await idsOf('postgres')
  if (existing) return existing
  await execute('groupadd', ['--system', 'postgres']).catch(() => undefined)
  await execute('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']).catch(
    () => undefined,
  )
  const found = (await idsOf('postgres')) ?? (await idsOf('nobody'))
  if (!found)
    throw new Error(
      'PostgreSQL does not run as root, and there is no user postgres or nobody: start as another user',
    )
  return found
}

async function idsOf(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => execute('id', [flag, name])))
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
  } catch {
    return null
  }
}

/**
 * If the path is below /root or another folder that only root may enter: keeps the one capability needed to pass through it
 * across the change of user. The secure bit makes access(2) respect it too, with which initdb looks for its files.
 */
function throughClosedFolders(owner: { uid: number; gid: number }): Account {
  const prefix = [
    '--reuid',
    String(owner.uid),
    '--regid',
    String(owner.gid),
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  return { ids: {}, owner, command: (file, args) => ['setpriv', [...prefix, file, ...args]] }
}

async function canWork(account: Account, folder: string, binaries: Binaries): Promise<boolean> {
  const parent = join(folder, '..')
  const script = 'test -x "$1" && test -x "$2" && "$2" --version && "$3" --version'
  return run(account, 'sh', ['-c', script, 'probe', parent, binaries.initdb, binaries.postgres]).then(
    () => true,
    () => false,
  )
}

/** Runs a program to its end as `account`. @throws with the last lines it printed. */
export async function run(account: Account, file: string, args: string[]): Promise<void> {
  const [command, all] = account.command(file, args)
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  try {
    await execute(command, all, { ...account.ids, cwd: '/', env })
  } catch (error) {
    const { stderr, stdout, message } = error as Error & { stderr?: string; stdout?: string }
    throw new Error(`${file} failed: ${(stderr || stdout || message).trim().slice(-1000)}`, { cause: error })
  }
}

/** Gives the account ownership of a file, or of a folder and its contents; does nothing if it already has it. */
export async function give(account: Account, path: string): Promise<void> {
  if (!account.owner) return
  const found = await lstat(path)
  if (found.uid === account.owner.uid) return
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await give(account, join(path, name))
  }
  await chown(path, account.owner.uid, account.owner.gid)
}
