import { randomInt } from 'node:crypto'
import { SHARDS } from './store.ts'

/** One of the rows of a campaign's totals, at random, so that simultaneous pledges do not wait for each other. */
export const anyTotalsShard = (): number => randomInt(SHARDS)
