/** What takes two representatives: prepared by one, approved by another. */
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

type Row = Omit<
  SignOff,
  'amount' | 'preparedBy' | 'preparedAt' | 'approvedBy' | 'approvedAt' | 'cannotApproveReason'
> & {
  amountCents: Cents
  form: unknown
  pledgerId: string | null
  preparedBy: string
  preparedByName: string
  preparedAt: Date
  approvedBy: string | null
  approvedByName: string | null
  approvedAt: Date | null
}
export type StoredSignOff = Omit<SignOff, 'cannotApproveReason'> & {
  amountCents: Cents
  pledgerId: string | null
  /** What was entered, as it was checked when it was prepared. */
  form: unknown
}

const SOMEONE = 'A representative'

const select = (actor: Actor, where: SQL): SQL => sql`
  select
    s.id, s.kind, s.campaign_id, c.name as campaign_name, o.name as organization_name, s.pledge_id,
    p.pledger_id, s.subject_id, s.amount_cents, s.what, s.reason, s.form,
    s.attachment_type is not null as has_attachment, s.state,
    coalesce(c.money_mode, m.money_mode) as money_mode,
    s.prepared_by, s.prepared_at, s.approved_by, s.approved_at,
    trim(concat(a.first_name, ' ', a.last_name)) as prepared_by_name,
    trim(concat(b.first_name, ' ', b.last_name)) as approved_by_name
  from sign_offs s
  left join campaigns c on c.id = s.campaign_id
  left join organizations o on o.id = c.organization_id
  left join exceptions x on x.id = s.subject_id
  left join card_movements m on m.id = x.subject_id
  left join pledges p on p.id = s.pledge_id
  join users a on a.id = s.prepared_by
  left join users b on b.id = s.approved_by
  where ${where}
    and ${isRepresentative(actor)}
`

const toSignOff = ({ preparedByName, approvedByName, ...row }: Row): StoredSignOff => ({
  ...row,
  amountCents: cents(row.amountCents),
  amount: toDecimal(cents(row.amountCents)),
  preparedBy: { id: row.preparedBy, name: preparedByName || SOMEONE },
  preparedAt: row.preparedAt.toISOString(),
  approvedBy: row.approvedBy === null ? null : { id: row.approvedBy, name: approvedByName || SOMEONE },
  approvedAt: row.approvedAt?.toISOString() ?? null,
})

/** In practice there are never more than this; the oldest are listed first. */
const MOST = 200

/** Neither approved nor withdrawn, across all campaigns, oldest first. Empty for all but representatives. */
export async function preparedSignOffs(db: Db, actor: Actor): Promise<StoredSignOff[]> {
  const waiting = select(actor, sql`s.state = 'prepared'`)
  const rows = await db.query<Row>(sql`${waiting} order by s.prepared_at, s.id limit ${MOST}`)
  return rows.map(toSignOff)
}

/** For representatives only. */
export async function findSignOff(db: Db, actor: Actor, id: string): Promise<StoredSignOff | undefined> {
  const row = first(await db.query<Row>(select(actor, sql`s.id = ${id}`)))
  return row && toSignOff(row)
}

/** The same, locked until the transaction ends. */
export async function lockSignOff(db: Db, actor: Actor, id: string): Promise<StoredSignOff | undefined> {
  await db.query(sql`select id from sign_offs where id = ${id} for update`)
  return findSignOff(db, actor, id)
}

export type NewSignOff = Pick<
  SignOff,
  'kind' | 'campaignId' | 'pledgeId' | 'subjectId' | 'what' | 'reason'
> & {
  id: string
  amount: Cents
  form: unknown
  by: string
  at: Date
}

/** @throws a 409 if the same is prepared already. */
export async function insertSignOff(db: Db, row: NewSignOff): Promise<void> {
  await db.query(sql`
    insert into sign_offs (
      id, kind, campaign_id, pledge_id, subject_id, amount_cents, what, reason, form, state,
      prepared_by, prepared_at
    )
    values (
      ${row.id}, ${row.kind}, ${row.campaignId}::uuid, ${row.pledgeId}::uuid, ${row.subjectId}, ${row.amount},
      ${row.what}, ${row.reason}, ${JSON.stringify(row.form)}::jsonb, 'prepared', ${row.by}, ${row.at}
    )
  `)
}

export type Attachment = { bytes: Uint8Array<ArrayBuffer>; type: string }

export async function endSignOff(
  db: Db,
  id: string,
  end: { state: 'approved'; by: string; at: Date } | { state: 'withdrawn' },
): Promise<void> {
  const [by, at] = end.state === 'approved' ? [end.by, end.at] : [null, null]
  only(
    await db.query(sql`
      update sign_offs
      set state = ${end.state}, approved_by = ${by}::uuid, approved_at = ${at}::timestamptz
      where id = ${id}
        and state = 'prepared'
      returning id
    `),
  )
}

/** Locked until the transaction ends. */
export async function lockPerson(db: Db, userId: string): Promise<void> {
  await db.query(sql`select id from users where id = ${userId} for no key update`)
}

/** Once, while it waits: who approves it has seen it. */
export async function attach(db: Db, id: string, { bytes, type }: Attachment): Promise<void> {
  await db.query(sql`
    update sign_offs
    set attachment = ${bytes}, attachment_type = ${type}
    where id = ${id}
      and state = 'prepared'
  `)
}

/** For representatives only; undefined if there is none. */
export async function attachmentOf(db: Db, actor: Actor, id: string): Promise<Attachment | undefined> {
  return first(
    await db.query<Attachment>(sql`
      select attachment as bytes, attachment_type as type
      from sign_offs
      where id = ${id}
        and attachment is not null
        and ${isRepresentative(actor)}
    `),
  )
}
