import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { scratchRoot } from '../scratch-root.ts'

/** Starts whole programs as a person would, lists the processes they leave, and cleans up after a failed test. */
export const root = join(import.meta.dirname, '..', '..')
export const node = join(root, 'node_modules', '.bin', 'node')
export const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

/** Root can also test as another user, if that user can read the checkout. */
export const canBeNobody =
  isRoot && spawnSync(node, [join(root, 'vitest.config.ts')], { uid: NOBODY, gid: NOBODY }).status === 0

export type Program = {
  child: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** To the whole group, as a terminal does on Ctrl-C; or to that one process. */
  signalGroup(signal: NodeJS.Signals): void
  ended: Promise<number | null>
}

const running = new Set<Program>()
const folders: string[] = []

type Options = { env?: Record<string, string>; asNobody?: boolean; cwd?: string }

export function start(
  command: string,
  args: string[],
  { env = {}, asNobody = false, cwd = root }: Options = {},
): Program {
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asNobody ? { uid: NOBODY, gid: NOBODY } : {}),
    // None of the developer's own settings: only what the test sets.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...COMPILE_CACHE, ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const program: Program = {
    child,
    output: () => text,
    signalGroup: (signal) => void process.kill(-(child.pid as number), signal),
    ended,
  }
  running.add(program)
  void ended.then(() => running.delete(program))
  return program
}

/** A separate folder for each copy; mkdtemp makes it 0700, which is the harder case for root. */
export async function newFolder({ forNobody = false } = {}): Promise<string> {
  const folder = await mkdtemp(join(scratchRoot(), 'pledgeraiser-process-'))
  if (forNobody) chownSync(folder, NOBODY, NOBODY)
  folders.push(folder)
  return folder
}

export async function cleanUp(): Promise<void> {
  for (const program of running) {
    program.signalGroup('SIGKILL')
    await program.ended
  }
  for (const folder of folders.splice(0)) {
    for (const pid of await processesUsing(folder)) process.kill(pid, 'SIGKILL')
    await eventually(async () => (await processesUsing(folder)).length === 0)
    await rm(folder, { recursive: true, force: true })
  }
}

export const eventually = (holds: () => boolean | Promise<boolean>, seconds = 60) =>
  vi.waitFor(
    async () => {
      if (!(await holds())) throw new Error('the condition never held')
    },
    { timeout: seconds * 1000, interval: 50 },
  )

/** The processes that name the folder: its PostgreSQL, no matter who started it. */
export async function processesUsing(folder: string): Promise<number[]> {
  return (await processes()).filter(({ command }) => command.includes(folder)).map(({ pid }) => pid)
}

/** The living processes of the group that a program was started in. */
export async function processesOfGroup(group: number): Promise<number[]> {
  return (await processes()).filter((one) => one.group === group).map(({ pid }) => pid)
}

type Process = { pid: number; group: number; command: string }

async function processes(): Promise<Process[]> {
  if (process.platform !== 'linux') return processesByPs()
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(pids.map(readProcess))
  return found.filter((one) => one !== null)
}

async function processesByPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,pgid=,state=,command='])
  return stdout.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+([^Z\s]\S*)\s+(.*)$/.exec(line)
    return found ? [{ pid: Number(found[1]), group: Number(found[2]), command: found[4] ?? '' }] : []
  })
}

async function readProcess(pid: string): Promise<Process | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    return { pid: Number(pid), group: Number(group), command }
  } catch {
    return null
  }
}
