// Runs one of our TypeScript programs under Node 24 and lives exactly as long as it does.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isRunOnly } from './runtime.mjs'
import { node, root } from './setup.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs it with our terminal; signals are passed on to it. Returns its exit code. */
export function runProgram(args, env = {}) {
  // The channel tells it when we have ended, in whatever way: nothing is left running without its parent.
  const child = spawn(isRunOnly ? process.execPath : node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  whenStarterDies(() => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}

/** npm, or the shell between npm and us, may be killed without notice: then we have another parent, or it has. */
function whenStarterDies(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const grandparent = parentOf(process.ppid)
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return
    clearInterval(timer)
    stop()
  }, 1000)
  timer.unref()
}

/** Only Linux has /proc; elsewhere the shell replaces itself with us, and npm is our parent. */
function parentOf(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return ''
  }
}
