import { JANUARY } from '#domain/billing/fiscal-year.ts'
import { colorsOf } from '#domain/campaigns/crest.ts'
import type {
  Organization,
  OrganizationForm,
  OrganizationListItem,
  OwnOrganization,
} from '#domain/schemas/organization.ts'
import { isRepresentative, mayManage, mayReadMoney } from '#server/accounts/access/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { is501c3Since } from './tax-status-store.ts'

/** The columns of an organization for its own pages, its campaigns and the list. */
export type OrganizationRow = {
  organizationId: string
  organizationName: string
  organizationDescription: string
  organizationWebsite: string | null
  organizationCity: string
  organizationState: string
  organizationType: Organization['organizationType']
  organizationSizeTier: Organization['sizeTier']
  organizationIs501c3: boolean
  organizationTimeZone: string
  logoUrl: string | null
  firstColor: string | null
  secondColor: string | null
  organizationCreatedAt: Date
}

/** From `organizations o`. */
export const organizationColumns = sql`
  o.id as organization_id, o.name as organization_name,
  o.description as organization_description,
  o.website as organization_website, o.city as organization_city, o.state as organization_state,
  o.organization_type, o.size_tier as organization_size_tier, o.is_501c3 as organization_is_501c3,
  o.time_zone as organization_time_zone, o.logo_url, o.first_color, o.second_color, o.created_at as organization_created_at
`

/** What was chosen, or what follows from the name. */
export const toOrganization = (row: OrganizationRow): Organization => ({
  id: row.organizationId,
  name: row.organizationName,
  description: row.organizationDescription,
  website: row.organizationWebsite,
  city: row.organizationCity,
  state: row.organizationState,
  organizationType: row.organizationType,
  sizeTier: row.organizationSizeTier,
  is501c3: row.organizationIs501c3,
  timeZone: row.organizationTimeZone,
  logoUrl: row.logoUrl,
  ...colorsOf(row.organizationName, row),
  createdAt: row.organizationCreatedAt.toISOString(),
})

export type OwnListItem = OrganizationListItem & { organizations: OwnOrganization }

type Row = OrganizationRow &
  Pick<
    OwnOrganization,
    | 'payeeName'
    | 'streetAddress'
    | 'zip'
    | 'ein'
    | 'einCheckedOn'
    | 'is501c3Since'
    | 'fiscalYearFrom'
    | 'version'
  >
type ListRow = Row & {
  ownerId: string | null
  ownerFirstName: string | null
  ownerLastName: string | null
  ownerEmail: string
}

const columns = sql`
  ${organizationColumns}, o.payee_name, o.street_address, o.zip, o.ein, o.ein_checked_on,
  ${is501c3Since} as "is501c3Since", to_char(o.fiscal_year_starts, 'FM00') as fiscal_year_from, o.version
`

const toOwn = (row: Row): OwnOrganization => ({
  ...toOrganization(row),
  payeeName: row.payeeName,
  streetAddress: row.streetAddress,
  zip: row.zip,
  ein: row.ein,
  einCheckedOn: row.einCheckedOn,
  is501c3Since: row.is501c3Since,
  fiscalYearFrom: row.fiscalYearFrom,
  version: row.version,
})

/** The earliest owner is the one that is shown. */
const tables = sql`
  organizations o
  left join lateral (
    select u.id, u.first_name, u.last_name, u.email
    from organization_members m
    join users u on u.id = m.user_id
    where m.organization_id = o.id
      and m.role = 'owner'
    order by m.created_at, m.user_id
    limit 1
  ) owner on true
`

type ListFilter = { actor: Actor; search: string | null }

/** `%` and `_` are matched literally, not as wildcards. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** All for representatives, their own for owners. */
const visible = ({ actor, search }: ListFilter) => sql`
  o.archived_at is null
  and ${mayManage(actor, sql`o.id`)}
  ${search === null ? sql`` : matching(containing(search))}
`

const matching = (pattern: string) => sql`
  and (
    o.name ilike ${pattern}
    or o.city ilike ${pattern}
    or o.state ilike ${pattern}
    or concat_ws(' ', owner.first_name, owner.last_name) ilike ${pattern}
  )
`

/** Newest first; `beforeId` continues after it. */
export async function readOrganizations(
  db: Db,
  filter: ListFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<OwnListItem[]> {
  const rows = await db.query<ListRow>(sql`
    select
      ${columns}, owner.id as owner_id, owner.first_name as owner_first_name,
      owner.last_name as owner_last_name, owner.email as owner_email
    from ${tables}
    where ${visible(filter)}
      and o.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by o.id desc
    limit ${limit}
  `)
  return rows.map((row) => ({
    organizations: toOwn(row),
    owner:
      row.ownerId === null
        ? null
        : { firstName: row.ownerFirstName, lastName: row.ownerLastName, email: row.ownerEmail },
  }))
}

export async function countOrganizations(db: Db, filter: ListFilter): Promise<number> {
  const row = only(
    await db.query<{ count: number }>(sql`select count(*) as count from ${tables} where ${visible(filter)}`),
  )
  return row.count
}

export type Found = {
  organization: OwnOrganization
  manages: boolean
  readsMoney: boolean
  isRepresentative: boolean
}

/**
 * The organization and what the caller may do there, in one query. Held, it is locked until the transaction ends,
 * and locked before that query: who had to wait may have lost their role meanwhile.
 */
export async function findOrganization(
  db: Db,
  id: string,
  actor: Actor,
  { isHeld }: { isHeld: boolean },
): Promise<Found | undefined> {
  if (isHeld) await db.query(sql`select id from organizations where id = ${id} for update`)
  const row = first(
    await db.query<Row & Omit<Found, 'organization'>>(sql`
      select
        ${columns},
        ${isRepresentative(actor)} as is_representative,
        ${mayManage(actor, sql`o.id`)} as manages,
        ${mayReadMoney(actor, sql`o.id`)} as reads_money
      from organizations o
      where o.id = ${id}
        and o.archived_at is null
    `),
  )
  if (!row) return undefined
  const { manages, readsMoney, isRepresentative: isOne } = row
  return { organization: toOwn(row), manages, readsMoney, isRepresentative: isOne }
}

export async function insertOrganization(
  db: Db,
  key: { id: string; createdBy: string; createdAt: Date; timeZone: string },
  form: OrganizationForm,
): Promise<void> {
  await db.query(sql`
    insert into organizations (
      id, name, description, website, city, state, organization_type, time_zone, created_by,
      created_at
    )
    values (
      ${key.id}, ${form.name}, ${form.description}, ${form.website}, ${form.city}, ${form.state},
      ${form.organizationType}, ${key.timeZone}, ${key.createdBy}, ${key.createdAt}
    )
  `)
}

export type Editable = Pick<
  OwnOrganization,
  | 'description'
  | 'website'
  | 'streetAddress'
  | 'city'
  | 'state'
  | 'zip'
  | 'payeeName'
  | 'fiscalYearFrom'
  | 'firstColor'
  | 'secondColor'
>

export async function updateOrganization(
  db: Db,
  id: string,
  row: Editable,
  { choosesColors }: { choosesColors: boolean },
): Promise<void> {
  await db.query(sql`
    update organizations
    set
      description = ${row.description},
      website = ${row.website},
      street_address = ${row.streetAddress},
      city = ${row.city},
      state = ${row.state},
      zip = ${row.zip},
      payee_name = ${row.payeeName},
      fiscal_year_starts = ${Number(row.fiscalYearFrom ?? JANUARY)},
      first_color = case when ${choosesColors}::boolean then ${row.firstColor}::text else first_color end,
      second_color = case when ${choosesColors}::boolean then ${row.secondColor}::text else second_color end,
      version = version + 1
    where id = ${id}
  `)
}

export async function updateLogo(db: Db, id: string, logoUrl: string | null): Promise<void> {
  await db.query(sql`
    update organizations
    set logo_url = ${logoUrl}, version = version + 1
    where id = ${id}
  `)
}

type TaxStatusColumns = Pick<
  OwnOrganization,
  'name' | 'organizationType' | 'is501c3' | 'ein' | 'einCheckedOn' | 'sizeTier' | 'timeZone'
>

export async function updateTaxStatus(db: Db, id: string, row: TaxStatusColumns): Promise<void> {
  await db.query(sql`
    update organizations
    set
      name = ${row.name},
      organization_type = ${row.organizationType},
      is_501c3 = ${row.is501c3},
      ein = ${row.ein},
      ein_checked_on = ${row.einCheckedOn},
      size_tier = ${row.sizeTier},
      time_zone = ${row.timeZone},
      version = version + 1
    where id = ${id}
  `)
}

/** A campaign's page shows its organization: these pages have to be rebuilt. */
export async function campaignIdsOf(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from campaigns
    where organization_id = ${organizationId}
  `)
  return rows.map(({ id }) => id)
}

/** The logo that it shows now; it stays until the transaction ends. */
export async function lockLogo(tx: Db, id: string): Promise<string | null> {
  const rows = await tx.query<{ logoUrl: string | null }>(sql`
    select logo_url
    from organizations
    where id = ${id}
    for update
  `)
  return rows[0]?.logoUrl ?? null
}

/** The time zone of an organization that has not activated a campaign yet, and of its drafts. */
export async function hasOnlyDrafts(db: Db, organizationId: string): Promise<boolean> {
  const row = only(
    await db.query<{ is: boolean }>(sql`
      select not exists (
        select from campaigns
        where organization_id = ${organizationId}
          and status <> 'draft'
      ) as is
    `),
  )
  return row.is
}

type Zones = { from: string; to: string }

export async function updateZone(db: Db, organizationId: string, { from, to }: Zones): Promise<void> {
  await db.query(sql`update organizations set time_zone = ${to} where id = ${organizationId}`)
  // First the campaigns: one that is activated at this moment is waited for, and keeps what its representative looked at.
  const drafts = await db.query<{ id: string }>(sql`
    update campaigns
    set
      time_zone = ${to},
      starts_at = start_on::timestamp at time zone ${to},
      ends_at = ((end_on + 1)::timestamp at time zone ${to}) - interval '1 millisecond',
      version = version + 1
    where organization_id = ${organizationId}
      and time_zone = ${from}
      and status = 'draft'
    returning id
  `)
  // A kickoff was typed as a time of day; a calendar file names instants.
  await db.query(sql`
    update events
    set
      start_time = (start_time at time zone ${from}) at time zone ${to},
      end_time = (end_time at time zone ${from}) at time zone ${to},
      version = version + 1
    where campaign_id = any(${sql.param(drafts.map(({ id }) => id))}::uuid[])
      and source_uid is null
  `)
}
