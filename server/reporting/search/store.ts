/** Finds only what the caller may open, and never people by name (R62). */

import { invoiceNumberIn, pledgeIn, pledgeReference } from '#domain/billing/lookup.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { SearchResult } from '#domain/schemas/search.ts'
import { isKeptPrivate, isRepresentative, mayManage, mayReadMoney } from '#server/accounts/access/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

type Reader = { actor: Actor; now: Date }
type Row = Omit<SearchResult, 'amount'> & { openCents: number | null }

/** Per kind. */
const MAX_FOUND = 6

/** Typed text for LIKE, with its special characters matched literally. */
const literally = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** Names that begin with the text come first, then running campaigns. */
const campaigns = (text: string, { actor }: Reader): SQL => sql`
  select
    'campaign' as kind, c.id, c.name as title, o.name as "of", c.status as state,
    null::bigint as open_cents, null::uuid as pledge_id
  from campaigns c
  join organizations o on o.id = c.organization_id
  where (c.name ilike ${`%${literally(text)}%`}::text or o.name ilike ${`%${literally(text)}%`}::text)
    and ${mayReadMoney(actor, sql`c.organization_id`)}
    and (${mayManage(actor, sql`c.organization_id`)} or not ${isKeptPrivate})
  order by
    c.name ilike ${`${literally(text)}%`}::text desc,
    c.status in ('draft', 'active', 'paused') desc,
    c.id desc
  limit ${MAX_FOUND}
`

const organizations = (text: string, { actor }: Reader): SQL => sql`
  select
    'organization' as kind, o.id, o.name as title, concat_ws(', ', o.city, o.state) as "of",
    null as state, null::bigint as open_cents, null::uuid as pledge_id
  from organizations o
  where o.name ilike ${`%${literally(text)}%`}::text
    and o.archived_at is null
    and ${mayReadMoney(actor, sql`o.id`)}
  order by o.name ilike ${`${literally(text)}%`}::text desc, o.name, o.id
  limit ${MAX_FOUND}
`

/** Only representatives find single pledges and invoices. */
const pledges = (which: SQL, { actor }: Reader): SQL => sql`
  select
    'pledge' as kind, p.id, '' as title, c.name as "of", p.status as state,
    null::bigint as open_cents, p.id as pledge_id
  from pledges p
  join campaigns c on c.id = p.campaign_id
  where ${which}
    and ${isRepresentative(actor)}
  order by p.id desc
  limit ${MAX_FOUND}
`

const invoices = (number: string, { actor }: Reader): SQL => sql`
  select
    'invoice' as kind, i.id, i.number as title, c.name as "of", i.state,
    case when i.state = 'open' then i.amount_cents - i.paid_cents else 0 end as open_cents,
    i.pledge_id
  from invoices i
  join campaigns c on c.id = i.campaign_id
  where i.number = ${number}
    and ${isRepresentative(actor)}
`

const toResult = ({ openCents, ...row }: Row): SearchResult => ({
  ...row,
  title: row.kind === 'pledge' ? pledgeReference(row.id) : row.title,
  amount: openCents === null ? null : toDecimal(cents(openCents)),
})

/** What the reader may open with this name or number: an exact number first; never a person's name. */
export async function searchResults(db: Db, text: string, reader: Reader): Promise<SearchResult[]> {
  const number = invoiceNumberIn(text, reader.now.getUTCFullYear())
  const pledge = pledgeIn(text)
  const which =
    pledge && ('id' in pledge ? sql`p.id = ${pledge.id}` : sql`right(p.id::text, 12) = ${pledge.idEnd}`)
  const parts = [
    ...(number === null ? [] : [invoices(number, reader)]),
    ...(which === null ? [] : [pledges(which, reader)]),
    campaigns(text, reader),
    organizations(text, reader),
  ]
  const found = await Promise.all(parts.map((part) => db.query<Row>(part)))
  return found.flat().map(toResult)
}
