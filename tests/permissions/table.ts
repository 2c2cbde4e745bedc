/** The table of permissions of all routes, and how a row of it is called (R27). */
import { ownMachineRoutes, routes } from '#server/app.ts'
import type { Answer, Caller } from '#tests/app.ts'
import { CAMPAIGNS_ROWS } from './campaigns.ts'
import { MONEY_ROWS } from './money.ts'
import { PEOPLE_ROWS } from './people.ts'
import { PLEDGES_ROWS } from './pledges.ts'
import type { Call, Row } from './row.ts'

export const TABLE: Record<string, Row> = {
  ...PEOPLE_ROWS,
  ...CAMPAIGNS_ROWS,
  ...PLEDGES_ROWS,
  ...MONEY_ROWS,
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
/** Every route of the program, named as in the table. */
export const ROUTES = [...routes, ...ownMachineRoutes].map((route) => ({ ...route, name: nameOf(route) }))

/** The row of a route. For a route without one, no answer is expected. */
export const rowOf = (name: string): Row => TABLE[name] ?? { expected: '', call: () => ({ path: '' }) }

export function send(
  me: Caller,
  method: string,
  { path, body }: Call,
): Promise<Answer<{ message?: string }>> {
  if (method === 'get') return me.get(path)
  if (method === 'delete') return me.delete(path)
  return method === 'put' ? me.put(path, body) : me.post(path, body)
}
