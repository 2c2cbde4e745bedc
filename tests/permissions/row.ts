/** One row of the table of permissions: how a call answers each kind of user (R27). */
import type { Caller } from '#tests/app.ts'
import type { Season } from '#tests/fixtures.ts'
import type { World } from './world.ts'

export const KINDS = [
  'visitor',
  'signed-in',
  'scorer',
  'confirmer',
  'treasurer',
  'owner',
  'other owner',
  'ambassador',
  'representative',
] as const
export type Kind = (typeof KINDS)[number]

export type Call = { path: string; body?: unknown }
/** Who calls, and the campaign that the call is about. */
export type Given = Season & { me: Caller; world: World }
export type Row = {
  /** Statuses in the order of KINDS. */
  expected: string
  call: (given: Given) => Call | Promise<Call>
}
export const row = (expected: string, call: Row['call']): Row => ({ expected, call })
export const to = (path: string, body?: unknown): Call => ({ path, ...(body === undefined ? {} : { body }) })

export const ALL_READ = '200 200 200 200 200 200 200 200 200'
export const SIGNED_IN = '401 200 200 200 200 200 200 200 200'
export const SIGNED_IN_CREATES = '401 201 201 201 201 201 201 201 201'
export const REPRESENTATIVE = '401 403 403 403 403 403 403 403 200'
export const REPRESENTATIVE_CREATES = '401 403 403 403 403 403 403 403 201'
export const REPRESENTATIVE_DOES = '401 403 403 403 403 403 403 403 204'
export const MANAGES = '401 403 403 403 403 200 403 403 200'
export const MANAGES_CREATES = '401 403 403 403 403 201 403 403 201'
export const MANAGES_REMOVES = '401 403 403 403 403 204 403 403 204'
/** It belongs to none of them. */
export const OWN_ONLY = '401 404 404 404 404 404 404 404 404'
export const ALL_DONE = '204 204 204 204 204 204 204 204 204'
export const NOBODY_ELSES = '401 404 404 404 404 404 404 404 404'
/** For everyone else it does not exist. */
export const READS_OWN_MONEY = '401 404 404 404 200 200 404 404 200'
export const OPENS_PLEDGES = '401 404 404 404 403 403 404 404 200'
/** Of what an organization has connected: for everyone else it does not exist. */
export const MANAGES_OWN = '401 404 404 404 404 200 404 404 200'
export const MANAGES_OWN_CREATES = '401 404 404 404 404 201 404 404 201'
export const MANAGES_OWN_REMOVES = '401 404 404 404 404 204 404 404 204'
export const SCORES = '401 403 200 200 403 200 403 403 200'
export const SCORES_DOES = '401 403 204 204 403 204 403 403 204'
export const SCORES_CREATES = '401 403 201 201 403 201 403 403 201'
export const CONFIRMS = '401 403 403 200 403 200 403 403 200'
export const CONFIRMS_CREATES = '401 403 403 201 403 201 403 403 201'
export const READS_MONEY = '401 403 403 403 200 200 403 403 200'
/** The management screen shows each member what their role may do. */
export const MEMBERS = '401 403 200 200 200 200 403 403 200'
