import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
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
export async function commandOf(pid: number): Promise<string> {
  try {
    if (!isLinux) return await ps('command', pid)
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
