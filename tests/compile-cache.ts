import { join } from 'node:path'

/**
 * For the environment of a program that a test starts: what Node.js has compiled for one of them is reused by the next. A
 * start then takes two thirds of the processor time. Bounded by the program's own size, and deleted with `test-results`.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', 'test-results', 'compile-cache'),
}
