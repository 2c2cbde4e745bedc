import { ThreadsPoolWorker } from 'vitest/node'

/** The program grows a little with each mutant that it has run: begun anew after so many. */
const MUTANTS_PER_THREAD = 60

const kept = { thread: null, mutants: 0 }

/**
 * Vitest ends its thread after each mutant, and the next one loads the program again: most of the time of a mutant that
 * the first test notices. This one lives on, told anew which mutant is active and which tests run.
 */
class KeptWorker extends ThreadsPoolWorker {
  name = 'kept'
  #listeners = []
  #isAskedToStop = false

  async start() {
    if (kept.thread) {
      this._thread = kept.thread
      kept.mutants += 1
      return
    }
    await super.start()
    const { thread } = this
    // Each mutant leaves some behind.
    thread.setMaxListeners(0)
    thread.once('exit', () => {
      if (kept.thread === thread) kept.thread = null
    })
    Object.assign(kept, { thread, mutants: 1 })
  }

  on(event, listener) {
    this.#listeners.push([event, listener])
    super.on(event, listener)
  }

  send(message) {
    if (message.type !== 'stop') return super.send(message)
    // Answered for the thread, which goes on.
    this.#isAskedToStop = true
    const stopped = { __vitest_worker_response__: true, type: 'stopped' }
    queueMicrotask(() => this.thread.emit('message', stopped))
  }

  /** A thread that was not asked first hangs: it is ended. */
  async stop() {
    for (const [event, listener] of this.#listeners) super.off(event, listener)
    if (this.#isAskedToStop && kept.mutants < MUTANTS_PER_THREAD) return
    kept.thread = null
    await super.stop()
  }
}

/** A plugin: Stryker chooses among Vitest's own pools, so this one takes the place of theirs afterwards. */
export const keptWorker = {
  name: 'kept-worker',
  configureVitest({ project }) {
    const poolRunner = { name: 'kept', createPoolWorker: (options) => new KeptWorker(options) }
    Object.assign(project.config, { pool: 'kept', poolRunner })
    project.vitest.onClose(() => kept.thread?.terminate())
  },
}
