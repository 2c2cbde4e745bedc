import { availableParallelism } from 'node:os'

/**
 * The ports of the browser tests: outside those that the system assigns, ten for each worker, because each worker has
 * its own program, whose clock moves only for its tests.
 */
const PORTS_OF_A_WORKER = 10

/** A test waits for its page about half of the time: one worker per core leaves none idle. */
export const WORKERS = Math.min(3, Math.max(1, availableParallelism()))

const first = Number(process.env.E2E_PORT ?? 3900)
const here = Number(process.env.TEST_PARALLEL_INDEX ?? 0)

/** The program that all tests of a worker share. */
export const portOf = (worker = here): number => first + worker * PORTS_OF_A_WORKER

/** For a program that a test file starts for itself, with other settings: each kind has its number, from 1 to 9. */
export const addressOf = (place: number): string => `http://localhost:${portOf() + place}`
