import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Process ids are reused: two processes are told apart by when they started. */

const isLinux = process.platform === 'linux'
const ps = async (field: string, pid: number) =>
  (await promisify(execFile)('ps', ['-o', `${field}=`, '-p', String(pid)])).stdout.trim()

/** The same text as long as the process is running, null once it is gone (including a dead one that was never reaped). */
export async function startedAtOf(pid: number): Promise<string | null> {
  try {
    if (!isLinux) return (await ps('lstart', pid)) || null
    const line = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name in the second field may contain anything: count from its closing parenthesis.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()}:${fields[19]}`
  } catch {
    return null
  }
}

/** The command line of a process, empty if it is gone. */
async function commandOf(pid: number): Promise<string> {
  try {
    if (!isLinux) return await ps('command', pid)
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

type Log = { warn(message: string): void }
const PATIENCE_SECONDS = 60

/**
 * After a crash of ours PostgreSQL is still running without serving anybody. Its pid file identifies it: it is shut down in
 * order, which ends what the crash left open, and the next start has the folder to itself.
 * @throws if it does not end, or belongs to a user whose processes we may not end.
 */
export async function endOrphan(folder: string, log: Log): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return
  if (await isServerOf(pid, folder)) {
    log.warn(`Ending the PostgreSQL that a crash left behind (process ${pid})`)
    await shutDown(pid, folder)
    return
  }
  if (!isSignalable(pid)) return
  // The pid now belongs to another program, or to a dead process that was never reaped; PostgreSQL would take either for a
  // running server. Its file also protects against sessions that outlive their server, so wait for those.
  await untilNobodyWorksIn(folder)
  await rm(pidFile, { force: true })
}

/** Whether this process is the PostgreSQL of that folder, and running. */
export const isServerOf = async (pid: number, folder: string) => {
  const command = await commandOf(pid)
  return command.includes('postgres') && command.includes(folder) && (await startedAtOf(pid)) !== null
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function shutDown(pid: number, folder: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw new Error(
        `PostgreSQL (process ${pid}) still runs in ${folder} and belongs to another user: end it first`,
        {
          cause: error,
        },
      )
    }
    if (await until(async () => !(await isServerOf(pid, folder)))) return
  }
  throw new Error(`PostgreSQL (process ${pid}) in ${folder} does not end: end it and start again`)
}

async function until(holds: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_SECONDS * 1000
  while (!(await holds())) {
    if (performance.now() > deadline) return false
    await wait(25)
  }
  return true
}

/** Sessions run in their server's folder, which can be checked only on Linux; elsewhere PostgreSQL's file stays. */
async function untilNobodyWorksIn(folder: string): Promise<void> {
  if (process.platform !== 'linux') return
  const place = await realpath(folder)
  const free = await until(async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
    return !places.includes(place)
  })
  if (!free)
    throw new Error(`Sessions of an earlier PostgreSQL still work in ${folder}: end them and start again`)
}
