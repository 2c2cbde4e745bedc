/** The difference between two public responses of a campaign, and how an open page applies it. Pure, used on both sides. */
import type { CampaignDetail } from '../schemas/campaign.ts'
import type { LiveChange } from '../schemas/live.ts'

type Lists = Required<LiveChange['lists']>
type ListName = keyof Lists
type RowOf<Name extends ListName> = CampaignDetail[Name][number]

const VALUES = [
  'campaigns',
  'organizations',
  'statistics',
  'rewards',
  'commentsCount',
  'pledgesCount',
  'ambassadorsCount',
] as const satisfies readonly (keyof LiveChange['values'])[]

const newestFirst = (a: { id: string }, b: { id: string }): number => (a.id > b.id ? -1 : 1)
const byStart = (a: { startTime: string; id: string }, b: { startTime: string; id: string }): number =>
  a.startTime === b.startTime ? (a.id < b.id ? -1 : 1) : a.startTime < b.startTime ? -1 : 1

/** The order of each list in the response. */
const ORDERS: { [Name in ListName]: (a: RowOf<Name>, b: RowOf<Name>) => number } = {
  events: byStart,
  results: newestFirst,
  pledges: newestFirst,
  comments: newestFirst,
}
const LISTS = Object.keys(ORDERS) as ListName[]

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function rowsBetween<Row extends { id: string }>(before: readonly Row[], after: readonly Row[]) {
  const known = new Map(before.map((row) => [row.id, row]))
  const rows = after.filter((row) => !isSame(known.get(row.id), row))
  const still = new Set(after.map(({ id }) => id))
  return { rows, gone: before.filter(({ id }) => !still.has(id)).map(({ id }) => id) }
}

export function changeBetween(before: CampaignDetail, after: CampaignDetail): LiveChange {
  const values = Object.fromEntries(
    VALUES.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name]]),
  )
  const lists = Object.fromEntries(
    LISTS.map((name) => [name, rowsBetween<{ id: string }>(before[name], after[name])] as const).filter(
      ([, { rows, gone }]) => rows.length + gone.length > 0,
    ),
  )
  return { from: before.revision, to: after.revision, values, lists } as LiveChange
}

function merged<Row extends { id: string }>(
  rows: readonly Row[],
  change: { rows: readonly Row[]; gone: readonly string[] },
  order: (a: Row, b: Row) => number,
): Row[] {
  const replaced = new Set([...change.gone, ...change.rows.map(({ id }) => id)])
  return [...rows.filter(({ id }) => !replaced.has(id)), ...change.rows].sort(order)
}

/** The response after the change. Unchanged parts stay the same object. */
export function withChange(detail: CampaignDetail, change: LiveChange): CampaignDetail {
  const next = { ...detail, ...change.values, revision: change.to } as CampaignDetail
  const follow = <Name extends ListName>(name: Name): void => {
    const changed = change.lists[name] as { rows: RowOf<Name>[]; gone: string[] } | undefined
    if (changed) next[name] = merged<RowOf<Name>>(next[name], changed, ORDERS[name]) as CampaignDetail[Name]
  }
  for (const name of LISTS) follow(name)
  return next
}
