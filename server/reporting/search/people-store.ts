/** People by name, email address or phone number: supporters by their pledges, ambassadors, owners and scorers. */
import { likeness } from '#domain/likeness.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { MAX_FOUND, type SearchResult } from '#domain/schemas/search.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { CALLED, exactly, FEW, forgivingly, partly, readTypedWords } from './typed-words.ts'

const MAX_COMPARED = 200
/** Of one person; the rest is in the campaigns. */
const MAX_PLEDGES = 5
/** A shorter part is in too many addresses. */
const SHORTEST_EMAIL = 3

/** `match`: a tsquery on `person_lexemes`. `email`: a part of an address, for LIKE. */
type Sought = { match: string; email: string | null }

/** A pledge with its supporter, also one that is held (R57). */
type Pledged = {
  id: string
  campaignId: string
  pledgerId: string
  name: string
  email: string
  state: string
  amountCents: number
  on: string
  of: string
}
/** A result, the campaign whose history has that its name was shown, and how much it is like what was typed. */
export type Found = SearchResult & { campaignId: string | null; alike: number }

const people = ({ match, email }: Sought): SQL => sql`
  (
    select id
    from users
    where person_lexemes(first_name, last_name, phone) @@ ${match}::tsquery
      and deleted_at is null
    limit ${MAX_COMPARED}
  )
  union
  (
    select id
    from users
    where email like ${email}
      and deleted_at is null
    limit ${MAX_COMPARED}
  )
`

/** Pledges and held pledges as one: the newest `p` that meet `where`. */
const pledged = (where: SQL, limit: number): SQL => sql`
  (
    select p.id, p.campaign_id, p.pledger_id, p.status as state, p.agreed_maximum_cents, p.created_at
    from pledges p
    where ${where}
    order by p.id desc
    limit ${limit}
  )
  union all
  (
    select p.id, p.campaign_id, p.pledger_id, p.state, p.agreed_maximum_cents, p.created_at
    from held_pledges p
    where ${where}
      and p.state = 'held'
    order by p.id desc
    limit ${limit}
  )
`

const columns = sql`
  p.id, p.campaign_id, p.pledger_id,
  trim(concat(u.first_name, ' ', u.last_name)) as name,
  case when u.deleted_at is null then u.email else 'Someone who has left' end as email,
  p.state, p.agreed_maximum_cents as amount_cents,
  wall_clock(c.time_zone, p.created_at)::date::text as "on",
  concat_ws(', ', c.name, o.name) as "of"
`
const tables = sql`
  ${supporterOf()}
  join campaigns c on c.id = p.campaign_id
  join organizations o on o.id = c.organization_id
`

/** Whose account, or whose name and phone on a pledge, is sought. A name that was erased finds nothing (R45). */
const supporters = (db: Db, sought: Sought): Promise<Pledged[]> =>
  db.query<Pledged>(sql`
    with people as materialized (${people(sought)}),
    typed as materialized (
      select pledge_id
      from pledge_details
      where person_lexemes(first_name, last_name, phone) @@ ${sought.match}::tsquery
        and (first_name is not null or last_name is not null)
      limit ${MAX_COMPARED}
    )
    select ${columns}
    from (
      select p.*
      from people
      cross join lateral (${pledged(sql`p.pledger_id = people.id`, MAX_PLEDGES)}) p
      union
      select p.*
      from typed
      cross join lateral (${pledged(sql`p.id = typed.pledge_id`, 1)}) p
      limit ${2 * MAX_COMPARED}
    ) p
    ${tables}
    where u.deleted_at is null
    order by p.id desc
  `)

/** The pledges with these ids, or with ids that end like this. */
export const pledgesCalled = (db: Db, id: string | null, ends: readonly string[]): Promise<Pledged[]> =>
  db.query<Pledged>(sql`
    select ${columns}
    from (
      ${pledged(sql`p.id = ${id}::uuid`, 1)}
      union all
      ${pledged(sql`right(p.id::text, 12) = any(${sql.param([...ends])}::text[])`, MAX_FOUND)}
    ) p
    ${tables}
  `)

type Person = { name: string; email: string }
type Member = {
  id: string
  kind: 'member' | 'ambassador'
  name: string
  email: string
  of: string
  state: string
}

/** Ambassadors, owners and scorers; an invited ambassador has an address only. */
const members = (db: Db, sought: Sought): Promise<Member[]> =>
  db.query<Member>(sql`
    with people as materialized (${people(sought)})
    select
      o.id, 'member' as kind,
      trim(concat(u.first_name, ' ', u.last_name)) as name,
      u.email, o.name as "of", m.role as state
    from people
    join users u on u.id = people.id
    join organization_members m on m.user_id = u.id
    join organizations o on o.id = m.organization_id
    union all
    select
      c.id, 'ambassador',
      trim(concat(u.first_name, ' ', u.last_name)),
      a.email, c.name,
      case when a.joined_at is null then 'invited' else 'joined' end
    from (
      select a.*
      from people
      join ambassadors a on a.user_id = people.id
      union
      (
        select *
        from ambassadors
        where email like ${sought.email}
          and removed_at is null
        limit ${MAX_COMPARED}
      )
    ) a
    join campaigns c on c.id = a.campaign_id
    left join users u on u.id = a.user_id
    where a.removed_at is null
    limit ${MAX_COMPARED}
  `)

export const nameOf = ({ name, email }: Person): string => name || email

export const toPledge = (one: Pledged, alike = CALLED): Found => ({
  alike,
  kind: 'pledge',
  id: one.id,
  title: '',
  number: null,
  name: nameOf(one),
  of: one.of,
  state: one.state,
  amount: toDecimal(cents(one.amountCents)),
  on: one.on,
  pledgeId: one.id,
  campaignId: one.campaignId,
})

const toMember = ({ id, kind, of, state, ...person }: Member, alike: number): Found => ({
  alike,
  kind,
  id,
  title: nameOf(person),
  number: null,
  name: null,
  of,
  state,
  amount: null,
  on: null,
  pledgeId: null,
  campaignId: null,
})

/**
 * By the name as it is shown, or by the address: its beginning before any other part of it. Together with a campaign,
 * `Johnson eagles`, it is less.
 */
function alikeOf(
  typed: readonly string[],
  text: string,
  { name, email, of }: Person & { of: string },
): number {
  const part = text.toLowerCase()
  const byEmail = email.startsWith(part) ? 3 : email.includes(part) ? 2 : 0
  return Math.max(likeness(typed, name), likeness(typed, `${name} ${of}`) - 0.5, byEmail)
}

type Ranked<One> = { one: One; alike: number }

/** The most alike first, and of each person the newest pledge before anyone's second one. */
function best<One extends Person>(found: Iterable<Ranked<One>>): Ranked<One>[] {
  const seen = new Map<string, number>()
  return [...found]
    .map(({ one, alike }) => {
      const person = `${one.email} ${one.name}`
      const turn = seen.get(person) ?? 0
      seen.set(person, turn + 1)
      return { one, alike, turn }
    })
    .sort((one, other) => other.alike - one.alike || one.turn - other.turn)
    .slice(0, MAX_FOUND)
}

const likePattern = (text: string): string | null =>
  text.length < SHORTEST_EMAIL || /\s/.test(text)
    ? null
    : `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** What is sought, until enough is found: as typed, with typos, beside the name of a campaign. A phone number has no typos. */
async function soughtIn(db: Db, text: string, phone: string | null): Promise<Sought[]> {
  if (phone !== null) return [{ match: `'#${phone}':*`, email: null }]
  const words = await readTypedWords(db, text)
  if (words.length === 0) return []
  return [
    { match: exactly(words), email: likePattern(text) },
    { match: forgivingly(words), email: null },
    ...partly(words).map((match) => ({ match, email: null })),
  ]
}

/** Those with this name, address or phone number. `typed`: the words of the text. */
export async function peopleFound(
  db: Db,
  text: string,
  { typed, phone }: { typed: readonly string[]; phone: string | null },
): Promise<Found[]> {
  const alike = (one: Person & { of: string }): number =>
    phone === null ? alikeOf(typed, text, one) : CALLED
  const pledges = new Map<string, Ranked<Pledged>>()
  const others = new Map<string, Ranked<Member>>()
  function add<One extends Pledged | Member>(found: Map<string, Ranked<One>>, key: string, one: One): void {
    const ranked = { one, alike: alike(one) }
    if (ranked.alike > 0 && !found.has(key)) found.set(key, ranked)
  }
  for (const sought of await soughtIn(db, text, phone)) {
    for (const one of await supporters(db, sought)) add(pledges, one.id, one)
    for (const one of await members(db, sought)) add(others, `${one.kind} ${one.id} ${one.email}`, one)
    if (pledges.size + others.size >= FEW) break
  }
  return [
    ...best(pledges.values()).map(({ one, alike }) => toPledge(one, alike)),
    ...best(others.values()).map(({ one, alike }) => toMember(one, alike)),
  ]
}
