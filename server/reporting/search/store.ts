/** Organizations and campaigns by name, with typos: only those that the reader manages, or whose money they read (R62). */
import { likeness } from '#domain/likeness.ts'
import { MAX_FOUND, type SearchResult } from '#domain/schemas/search.ts'
import { isKeptPrivate, mayManage, mayReadMoney } from '#server/accounts/access/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { campaignMatches } from '#server/season/campaigns/index.ts'
import { CALLED, exactly, FEW, forgivingly, readTypedWords } from './typed-words.ts'

/** So many of what the index finds are compared; those of more common words are found by one word more. */
const MAX_COMPARED = 200

type Place = { id: string; title: string; of: string; state: string | null; on: string | null }
type Search = { actor: Actor; typed: readonly string[] }

const OPEN = ['draft', 'active', 'paused']

export type FoundPlace = SearchResult & { alike: number }
type Ranked = { place: Place; alike: number }

const toFound =
  (kind: 'organization' | 'campaign') =>
  ({ place, alike }: Ranked): FoundPlace => ({
    kind,
    id: place.id,
    title: place.title,
    number: null,
    name: null,
    of: place.of,
    state: place.state,
    amount: null,
    on: place.on,
    pledgeId: null,
    alike,
  })

/** The most alike first, then what is open, then as they came. */
const best = (typed: readonly string[], places: readonly Place[]): Ranked[] =>
  [...new Map(places.map((place) => [place.id, place])).values()]
    .map((place) => ({
      place,
      alike: Math.max(likeness(typed, place.title), likeness(typed, `${place.title} ${place.of}`) - 0.5),
      isOpen: OPEN.includes(place.state ?? ''),
    }))
    .sort((one, other) => other.alike - one.alike || Number(other.isOpen) - Number(one.isOpen))
    .slice(0, MAX_FOUND)

const organizationsWhere = (db: Db, match: string, actor: Actor): Promise<Place[]> =>
  db.query<Place>(sql`
    select o.id, o.name as title, o.city || ', ' || o.state as "of", null as state, null as "on"
    from organizations o
    where search_lexemes(o.name || ' ' || o.city || ' ' || o.state) @@ ${match}::tsquery
      and o.archived_at is null
      and ${mayReadMoney(actor, sql`o.id`)}
    limit ${MAX_COMPARED}
  `)

const campaignsWhere = (db: Db, where: SQL, actor: Actor): Promise<Place[]> =>
  db.query<Place>(sql`
    select c.id, c.name as title, o.name as "of", c.status as state, c.end_on::text as "on"
    from campaign_ranks r
    join campaigns c on c.id = r.campaign_id
    join organizations o on o.id = c.organization_id
    where ${where}
      and ${mayReadMoney(actor, sql`c.organization_id`)}
      and (${mayManage(actor, sql`c.organization_id`)} or not ${isKeptPrivate})
    limit ${MAX_COMPARED}
  `)

async function organizationsFound(db: Db, text: string, { actor, typed }: Search): Promise<Ranked[]> {
  const words = await readTypedWords(db, text)
  if (words.length === 0) return []
  const exact = await organizationsWhere(db, exactly(words), actor)
  const near = exact.length < FEW ? await organizationsWhere(db, forgivingly(words), actor) : []
  return best(typed, [...exact, ...near])
}

/** By their own words, as everyone finds them, or those of the organizations that were found. */
async function campaignsFound(
  db: Db,
  text: string,
  { actor, typed }: Search,
  organizationIds: readonly string[],
): Promise<Ranked[]> {
  const found: Place[] = []
  for await (const match of campaignMatches(db, text)) {
    found.push(...(await campaignsWhere(db, match, actor)))
    if (found.length >= FEW) break
  }
  const theirs =
    found.length < FEW && organizationIds.length > 0
      ? await campaignsWhere(
          db,
          sql`c.organization_id = any(${sql.param([...organizationIds])}::uuid[])`,
          actor,
        )
      : []
  return best(typed, [...found, ...theirs])
}

/** The campaign with this id, or with an id that ends like the code in print. */
export async function campaignsCalled(
  db: Db,
  { actor, id, ends }: { actor: Actor; id: string | null; ends: readonly string[] },
): Promise<FoundPlace[]> {
  const isCalled = sql`(c.id = ${id}::uuid or right(c.id::text, 12) = any(${sql.param([...ends])}::text[]))`
  const found = await campaignsWhere(db, isCalled, actor)
  return found.map((place) => toFound('campaign')({ place, alike: CALLED }))
}

/** Organizations and campaigns with this name, the most alike first. `typed`: the words of the text. */
export async function placesFound(db: Db, text: string, search: Search): Promise<FoundPlace[]> {
  const organizations = await organizationsFound(db, text, search)
  const campaigns = await campaignsFound(
    db,
    text,
    search,
    organizations.map(({ place }) => place.id),
  )
  return [...organizations.map(toFound('organization')), ...campaigns.map(toFound('campaign'))].sort(
    (one, other) => other.alike - one.alike,
  )
}
