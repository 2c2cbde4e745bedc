import { createHash } from 'node:crypto'
import { addRepresentative } from '#server/accounts/users/index.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Program } from '#server/program.ts'
import type { Name } from './plan.ts'
import { dice } from './season.ts'

/** Names of supporters: each first name with twelve last names. */
const FIRST = [
  'Alice',
  'Ben',
  'Carmen',
  'Devon',
  'Elena',
  'Frank',
  'Grace',
  'Hank',
  'Imani',
  'Jonah',
  'Keisha',
  'Liam',
  'Mei',
  'Noah',
  'Olivia',
  'Pablo',
  'Quinn',
  'Rosa',
  'Silas',
  'Tanya',
]
const LAST = [
  'Abbott',
  'Barnes',
  'Chavez',
  'Dawson',
  'Ellis',
  'Fischer',
  'Greene',
  'Huang',
  'Iverson',
  'Jefferson',
  'Kowalski',
  'Larsen',
  'Mbeki',
  'Nguyen',
  'Olson',
  'Park',
  'Quigley',
  'Reyes',
  'Schultz',
  'Tran',
  'Underwood',
  'Vasquez',
  'Weaver',
  'Young',
]
const EACH = 12

const NAMES = Array.from({ length: EACH }, (_, round) =>
  FIRST.map((first, index): [string, string] => [first, LAST[(index * 5 + round) % LAST.length] as string]),
).flat()

/** With ZIP and area code. */
const CITIES = [
  ['Worcester', 'MA', '01602', '508'],
  ['Bend', 'OR', '97701', '541'],
  ['Amarillo', 'TX', '79106', '806'],
  ['Portland', 'ME', '04103', '207'],
  ['Duluth', 'MN', '55805', '218'],
  ['Lafayette', 'LA', '70501', '337'],
  ['Tucson', 'AZ', '85713', '520'],
  ['Lincoln', 'NE', '68503', '402'],
  ['Asheville', 'NC', '28801', '828'],
  ['Anchorage', 'AK', '99504', '907'],
  ['Hilo', 'HI', '96720', '808'],
  ['Des Moines', 'IA', '50309', '515'],
] as const

const STREETS = [
  'Maple Street',
  'Lakeview Drive',
  'Third Avenue',
  'Orchard Lane',
  'Mill Road',
  'Prospect Street',
]

export const PASSWORD = 'demo-password'
export const ACCOUNTS = {
  rep: ['rep@demo.test', 'Morgan', 'Osei'],
  second: ['rep2@demo.test', 'Priya', 'Raman'],
  coach: ['coach@demo.test', 'Sam', 'Delgado'],
  scorer: ['scorer@demo.test', 'Frankie', 'Novak'],
  supporter: ['supporter@demo.test', 'Dana', 'Whitfield'],
  ambassador: ['ambassador@demo.test', 'Theo', 'Marchetti'],
  confirmer: ['confirmer@demo.test', 'Gwen', 'Abara'],
  treasurer: ['treasurer@demo.test', 'Ines', 'Fontaine'],
} as const

/** `card`: the card provider's name for this person's saved card. */
export type Person = Actor & { email: string; card: string }
/** Those who sign in, and everyone else who has ever pledged. */
export type People = Record<keyof typeof ACCOUNTS, Person> & { supporters: readonly Person[] }

const person = (userId: string, email: string): Person => ({
  userId,
  email,
  card: `pm_sandbox_${createHash('sha256').update(email).digest('hex').slice(0, 24)}`,
})

/** Everyone by name, each with a card; `past` is when they signed up. */
export async function invitePeople(past: Deps): Promise<People> {
  const keys = Object.keys(ACCOUNTS) as (keyof typeof ACCOUNTS)[]
  const made = await insertPeople(past, [...keys.map((key) => ACCOUNTS[key]), ...NAMES.map(withAddress)])
  await saveCards(past, made)
  const accounts = Object.fromEntries(keys.map((key, index) => [key, made[index]]))
  for (const key of ['rep', 'second'] as const)
    await addRepresentative(
      { transact: past.db.transaction, clock: past.clock, actor: null, appUrl: past.config.appUrl },
      ACCOUNTS[key][0],
    )
  return { ...(accounts as Record<keyof typeof ACCOUNTS, Person>), supporters: made.slice(keys.length) }
}

/** Lets the demo's accounts sign in: a verified address that already has a user becomes that user's, in both systems. */
export async function openAccounts({ identity }: Program['deps']): Promise<void> {
  for (const [email, firstName, lastName] of Object.values(ACCOUNTS))
    await identity.createAccount?.({ email, password: PASSWORD, firstName, lastName })
}

type Named = readonly [email: string, first: string, last: string]
export const withAddress = ([first, last]: Name): Named => [
  `${first}.${last}@example.org`.toLowerCase(),
  first,
  last,
]

function addresses(count: number) {
  const roll = dice(2_016)
  return Array.from({ length: count }, () => {
    const [city, state, zip, area] = CITIES[roll(CITIES.length)] ?? CITIES[0]
    const street = `${11 + roll(880)} ${STREETS[roll(STREETS.length)]}`
    return { city, state, zip, street, phone: `(${area}) 555-01${String(roll(100)).padStart(2, '0')}` }
  })
}

/** Plain rows: a verified address and no password, so that a thousand cost little. */
export async function insertPeople({ db, clock }: Deps, named: readonly Named[]): Promise<Person[]> {
  const at = addresses(named.length)
  const rows = named.map(([email, first, last], index) => ({
    id: newId(clock),
    email,
    first,
    last,
    ...at[index],
  }))
  const list = (name: keyof (typeof rows)[number]) => sql.param(rows.map((row) => row[name]))
  await db.query(sql`
    insert into users (
      id, first_name, last_name, email, email_verified_at, phone, street_address1, city, state, zip,
      created_at
    )
    select
      id, first, last, email, ${clock.now()}::timestamptz, phone, street, city, state, zip,
      ${clock.now()}::timestamptz
    from unnest(
      ${list('id')}::uuid[], ${list('first')}::text[], ${list('last')}::text[],
      ${list('email')}::text[], ${list('phone')}::text[], ${list('street')}::text[],
      ${list('city')}::text[], ${list('state')}::text[], ${list('zip')}::text[]
    ) as given (id, first, last, email, phone, street, city, state, zip)
  `)
  return rows.map(({ id, email }) => person(id, email))
}

/** What the sandbox's card form would have saved, one test card each. */
async function saveCards({ db, clock }: Deps, people: readonly Person[]): Promise<void> {
  await db.query(sql`
    insert into sandbox.payment_methods (
      id, user_id, behaviour, brand, last4, exp_month, exp_year, fingerprint, created_at
    )
    select
      card, user_id, 'succeeds', 'visa', '4242', 12, ${clock.now().getUTCFullYear() + 4}::int,
      left(md5(card), 16),
      ${clock.now()}::timestamptz
    from unnest(
      ${sql.param(people.map(({ card }) => card))}::text[],
      ${sql.param(people.map(({ userId }) => userId))}::uuid[]
    ) as given (card, user_id)
  `)
}
