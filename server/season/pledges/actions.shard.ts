import type { Transaction } from '#server/platform/db/database.ts'
import { SHARDS } from './store.ts'

/** One of the rows of a campaign's totals, at random, so that simultaneous pledges do not wait for each other (R11). */
export const shardFor = ({ random }: Pick<Transaction, 'random'>): number => Math.floor(random * SHARDS)
