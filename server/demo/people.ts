import { createHash } from 'node:crypto'
import { sql } from '#server/db/database.ts'
import type { Actor, Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import type { Program } from '#server/program.ts'
import { addRepresentative } from '#server/users/actions.roles.ts'
import { dice } from './season.ts'

/** Who the demo is played by. `helper` is somebody with a verified address, known by name; asked twice, the same. */
export type People = {
  rep: Actor
  second: Actor
  coach: Actor
  scorer: Actor
  supporter: Actor
  ambassador: Actor
  supporters: readonly Person[]
}
export type Person = Actor & { email: string }

export const PASSWORD = 'demo-password'
const ACCOUNTS = {
  rep: ['rep@demo.test', 'Morgan', 'Osei'],
  second: ['rep2@demo.test', 'Priya', 'Raman'],
  coach: ['coach@demo.test', 'Sam', 'Delgado'],
  scorer: ['scorer@demo.test', 'Frankie', 'Novak'],
  supporter: ['supporter@demo.test', 'Dana', 'Whitfield'],
  ambassador: ['ambassador@demo.test', 'Theo', 'Marchetti'],
} as const

const SUPPORTERS = 240
const JOINED_HOURS_AGO = 24 * 320

/** The six accounts that sign in, and everybody else who has ever pledged. */
export async function invitePeople(deps: Program['deps'], past: Deps): Promise<People> {
  const made = await Promise.all(
    Object.entries(ACCOUNTS).map(async ([key, [email, firstName, lastName]]) => {
      const userId = await deps.identity.createAccount({ email, password: PASSWORD, firstName, lastName })
      return [key, { userId }] as const
    }),
  )
  const accounts = Object.fromEntries(made) as Record<keyof typeof ACCOUNTS, Actor>
  const ids = made.map(([, { userId }]) => userId)
  await deps.db.query(sql`
    update users set created_at = ${past.clock.now()}, email_verified_at = ${past.clock.now()}
     where id = any(${sql.param(ids)}::uuid[])`)
  const change = { transact: deps.db.transaction, clock: past.clock, actor: null }
  for (const key of ['rep', 'second'] as const) await addRepresentative(change, ACCOUNTS[key][0])
  const supporters = await insertPeople(past, SUPPORTER_NAMES)
  await saveCards(past, [...supporters, { userId: accounts.supporter.userId, email: ACCOUNTS.supporter[0] }])
  await insertAddress(past, accounts.supporter)
  return { ...accounts, supporters }
}

const FIRST = ['Alice', 'Ben', 'Carmen', 'Devon', 'Elena', 'Frank', 'Grace', 'Hank', 'Imani', 'Jonah', 'Keisha', 'Liam', 'Mei', 'Noah', 'Olivia', 'Pablo', 'Quinn', 'Rosa', 'Silas', 'Tanya']
const LAST = ['Abbott', 'Barnes', 'Chavez', 'Dawson', 'Ellis', 'Fischer', 'Greene', 'Huang', 'Iverson', 'Jefferson', 'Kowalski', 'Larsen', 'Mbeki', 'Nguyen', 'Olson', 'Park', 'Quigley', 'Reyes', 'Schultz', 'Tran', 'Underwood', 'Vasquez', 'Weaver', 'Young']
const PLACES = [
  ['Worcester', 'MA', '01602'],
  ['Bend', 'OR', '97701'],
  ['Amarillo', 'TX', '79106'],
  ['Portland', 'ME', '04103'],
  ['Duluth', 'MN', '55805'],
  ['Lafayette', 'LA', '70501'],
  ['Tucson', 'AZ', '85713'],
  ['Lincoln', 'NE', '68503'],
  ['Asheville', 'NC', '28801'],
  ['Anchorage', 'AK', '99504'],
  ['Hilo', 'HI', '96720'],
  ['Des Moines', 'IA', '50309'],
] as const
const STREETS = ['Maple Street', 'Lakeview Drive', 'Third Avenue', 'Orchard Lane', 'Mill Road', 'Prospect Street']

const SUPPORTER_NAMES = Array.from({ length: SUPPORTERS }, (_, index): readonly [string, string] => [
  FIRST[index % FIRST.length] as string,
  LAST[(index * 7 + (index - (index % FIRST.length)) / FIRST.length) % LAST.length] as string,
])

/** Plain rows: they have a verified address and no password. */
export async function insertPeople(past: Deps, names: readonly (readonly [string, string])[]): Promise<Person[]> {
  const roll = dice(2_016)
  const rows = names.map(([first, last]) => {
    const [city, state, zip] = PLACES[roll(PLACES.length)] ?? PLACES[0]
    return {
      ...{ id: newId(past.clock), first, last, city, state, zip },
      email: `${first}.${last}@example.org`.toLowerCase(),
      street: `${11 + roll(880)} ${STREETS[roll(STREETS.length)]}`,
      phone: `(555) 01${String(roll(100)).padStart(2, '0')}-${String(1000 + roll(9000))}`.replace('01', '5'),
    }
  })
  const list = (name: keyof (typeof rows)[number]) => sql.param(rows.map((row) => row[name]))
  await past.db.query(sql`
    insert into users (id, first_name, last_name, email, email_verified_at, phone, street_address1, city, state, zip, created_at)
    select id, first, last, email, ${past.clock.now()}::timestamptz, phone, street, city, state, zip, ${past.clock.now()}::timestamptz
      from unnest(${list('id')}::uuid[], ${list('first')}::text[], ${list('last')}::text[], ${list('email')}::text[],
                  ${list('phone')}::text[], ${list('street')}::text[], ${list('city')}::text[], ${list('state')}::text[],
                  ${list('zip')}::text[]) as given (id, first, last, email, phone, street, city, state, zip)`)
  return rows.map(({ id, email }) => ({ userId: id, email }))
}
