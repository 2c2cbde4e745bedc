import type { Logger } from 'pino'
import { within } from '#server/platform/base/within.ts'

/** Starts step by step, and undoes the steps in reverse: on Ctrl-C, after a failure halfway, or when the parent process dies. */
export type Life = {
  /** Registers how the step just done is undone; `takesMs`: extra time that its own settings allow. */
  onStop(name: string, undo: () => Promise<unknown>, takesMs?: number): void
  /** Call between steps: ends the start here if a stop was requested in the meantime. */
  check(): void
  /** Waits for a long step, but not after a stop was requested. */
  orStop<T>(work: Promise<T>): Promise<T>
  /** Something essential has died: stop, and end with an error. */
  fail(reason: string): void
}

/** One press of Ctrl-C arrives twice, from the terminal and from npm; only a later one means "immediately". */
const SAME_PRESS_MS = 1000
/** A step whose undoing hangs must not keep the earlier ones from being undone. */
const STEP_MS = 45_000

class Stopped extends Error {}

/** Runs `start`, waits until a stop is requested, and undoes all of it. @returns the exit code. */
export async function live(log: Logger, start: (life: Life) => Promise<void>): Promise<number> {
  const steps: { name: string; undo: () => Promise<unknown>; takesMs: number }[] = []
  const asked = Promise.withResolvers<void>()
  let code = 0
  let isStopping = false
  const stop = (reason: string) => {
    if (isStopping) return
    isStopping = true
    log.info(`Stopping: ${reason}`)
    asked.resolve()
  }
  const fail = (reason: string) => {
    code = 1
    stop(reason)
  }
  listenToSignals(log, stop)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      // Work interrupted by closing its connections has nobody to report to.
      if (isStopping) return
      log.fatal(error instanceof Error ? { stack: error.stack } : {}, event)
      fail(event)
    })
  }
  const check = () => {
    if (isStopping) throw new Stopped()
  }
  const orStop = <T>(work: Promise<T>) =>
    Promise.race([
      work,
      asked.promise.then((): never => {
        throw new Stopped()
      }),
    ])
  try {
    const onStop: Life['onStop'] = (name, undo, takesMs = 0) => void steps.push({ name, undo, takesMs })
    await start({ onStop, check, orStop, fail })
    await asked.promise
  } catch (error) {
    if (!(error instanceof Stopped)) {
      log.fatal(wordsOf(error))
      code = 1
    }
  }
  for (const { name, undo, takesMs } of steps.reverse()) {
    try {
      await within(STEP_MS + takesMs, undo())
    } catch (error) {
      log.error(`Stopping ${name}: ${wordsOf(error)}`)
      code = 1
    }
  }
  return code
}

function listenToSignals(log: Logger, stop: (reason: string) => void): void {
  let firstAt: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      stop(signal)
    } else if (performance.now() - firstAt > SAME_PRESS_MS) {
      log.warn('Stopping at once')
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  // The parent process keeps a channel open; when it closes, the parent is gone and nobody will send a signal.
  process.once('disconnect', () => stop('the process that started it is gone'))
  process.channel?.unref()
}

/** Our own refusals are words for a person; anything else is a bug, for which the stack helps. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const isOurs = error.constructor === Error || error.name === 'ConfigError'
  return isOurs ? error.message : (error.stack ?? error.message)
}
