import { randomInt } from 'node:crypto'
import { SHARDS } from './store.ts'

/** One of the rows a campaign's totals are kept in, so that pledges at the same moment do not wait for each other. */
export const anyTotalsShard = (): number => randomInt(SHARDS)
