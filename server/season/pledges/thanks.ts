import { DomainError, notFound } from '#domain/errors.ts'
import type {
  Thanks,
  ThanksChoice,
  ThanksCounts,
  ThanksDecision,
  ThanksPage,
  ThanksSearch,
  ThankYouList,
} from '#domain/schemas/thanks.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { audit, auditNames } from '#server/platform/audit/audit.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { campaignChanged } from '#server/platform/changes/campaign-changes.ts'
import {
  type Db,
  first,
  only,
  type SQL,
  sql,
  type Transact,
  type Transaction,
} from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'

/** On the campaign's page. */
const MOST_SHOWN = 100

/** First name and initial, of the supporter `u`; null where there is no first name, or nobody is named anymore. */
const NAME = sql`
  case
    when u.deleted_at is null
      then nullif(trim(u.first_name), '')
        || coalesce(' ' || upper(left(nullif(trim(u.last_name), ''), 1)) || '.', '')
  end
`

const ofAll = sql`true`

/** Pledges whose supporters want to be thanked, each with its name; of one campaign, or of all. */
export const wanted = (campaignId: string | null): SQL => sql`
  (
    select
      p.id, p.campaign_id, p.pledger_id, p.created_at, n.name,
      p.thanks = 'shown' and p.thanked_as = n.name as is_shown,
      p.thanks = 'asked' or (p.thanks = 'shown' and p.thanked_as <> n.name) as is_waiting
    from pledges p
    ${supporterOf()}
    cross join lateral (select ${NAME} as name) n
    where ${campaignId === null ? ofAll : sql`p.campaign_id = ${campaignId}`}
      and p.thanks is not null
      and p.status <> 'cancelled'
      and n.name is not null
  ) w
`

/** The newest names that were checked, each once; by name, so that their order leads to no amount. For everyone. */
export async function thankedIn(db: Db, campaignId: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select name
    from ${wanted(campaignId)}
    where is_shown
    group by name
    order by max(id::text) desc
    limit ${MOST_SHOWN}
  `)
  return rows.map(({ name }) => name).sort((one, other) => one.localeCompare(other, 'en'))
}

/** On a list that is read aloud or printed. */
const MOST_LISTED = 1_000

/** For those who run the campaign: the same names for every supporter, in alphabetical order. They are public already. */
export async function thankYouList(db: Db, actor: Actor, campaignId: string): Promise<ThankYouList> {
  await accessWith(db, actor, campaignId, 'canManageRewards')
  const rows = await db.query<{ name: string; count: number }>(sql`
    select name, count(*) over ()::integer as count
    from ${wanted(campaignId)}
    where is_shown
    group by pledger_id, name
    order by max(id::text) desc
    limit ${MOST_LISTED}
  `)
  const names = rows.map(({ name }) => name).sort((one, other) => one.localeCompare(other, 'en'))
  return { names, count: rows[0]?.count ?? 0 }
}

export async function countThanks(db: Db, campaignId: string): Promise<ThanksCounts> {
  return only(
    await db.query<ThanksCounts>(sql`
      select
        count(*) filter (where is_waiting) as waiting,
        count(*) filter (where not is_waiting) as decided
      from ${wanted(campaignId)}
    `),
  )
}

const thanksOf = (db: Db, campaignId: string, { which, limit, cursor }: ThanksSearch): Promise<Thanks[]> =>
  db.query<Thanks>(sql`
    select id as pledge_id, name, is_shown
    from ${wanted(campaignId)}
    where is_waiting = ${which === 'waiting'}
      and id < ${cursor ?? AFTER_ALL_IDS}::uuid
    order by id desc
    limit ${limit}
  `)

/** The name that it would be thanked by; undefined where nobody asked, or there is none. */
async function nameToThank(tx: Db, campaignId: string, pledgeId: string): Promise<string | undefined> {
  const found = first(
    await tx.query<{ name: string }>(sql`select name from ${wanted(campaignId)} where id = ${pledgeId}`),
  )
  return found?.name
}

/** `thankedAs`: the name that was checked; null: it is not shown. */
async function setDecided(tx: Db, pledgeId: string, thankedAs: string | null): Promise<boolean> {
  const changed = await tx.query(sql`
    update pledges
    set thanks = ${thankedAs === null ? 'hidden' : 'shown'}, thanked_as = ${thankedAs}::text
    where id = ${pledgeId}
      and thanks is not null
      and (thanks, thanked_as) is distinct from (${thankedAs === null ? 'hidden' : 'shown'}::text, ${thankedAs}::text)
    returning id
  `)
  return changed.length > 0
}

type OwnThanks = { campaignId: string; isAnonymous: boolean; isWanted: boolean }

/** One's own, which is not cancelled, locked until the transaction ends. */
const lockOwn = async (tx: Db, pledgeId: string, userId: string): Promise<OwnThanks | undefined> =>
  first(
    await tx.query<OwnThanks>(sql`
      select campaign_id, is_anonymous, thanks is not null as is_wanted
      from pledges
      where id = ${pledgeId}
        and pledger_id = ${userId}
        and status <> 'cancelled'
      for update
    `),
  )

async function setWanted(tx: Db, pledgeId: string, isWanted: boolean): Promise<void> {
  await tx.query(sql`
    update pledges
    set thanks = ${isWanted ? 'asked' : null}::text, thanked_as = null
    where id = ${pledgeId}
  `)
}

/** For representatives; whose names they saw is logged. */
export function listThanks(
  deps: Pick<Deps, 'clock'>,
  transact: Transact,
  actor: Actor,
  { campaignId, ...search }: ThanksSearch & { campaignId: string },
): Promise<ThanksPage> {
  return transact(async (tx) => {
    await accessWith(tx, actor, campaignId, 'canSettle')
    const items = await thanksOf(tx, campaignId, search)
    const named = items.map(({ pledgeId }) => ({ pledgeId, campaignId }))
    await auditNames(tx, deps.clock, actor.userId, named)
    const { [search.which]: count } = await countThanks(tx, campaignId)
    const next = items.length === search.limit ? (items.at(-1)?.pledgeId ?? null) : null
    return { items, count, next }
  })
}

/** Shows the name that was checked, or not; also later, when it was decided otherwise. */
export function decideThanks(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, pledgeId, isShown, name }: ThanksDecision & { campaignId: string; pledgeId: string },
): Promise<void> {
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canSettle')
      const now = await nameToThank(tx, campaignId, pledgeId)
      if (now === undefined) throw notFound('Pledge')
      if (isShown && now !== name)
        throw new DomainError('conflict', 'This name was changed in the meantime: check the new one')
      if (!(await setDecided(tx, pledgeId, isShown ? name : null))) return
      const action = isShown ? 'pledge.thank' : 'pledge.do_not_thank'
      await note(deps, tx, actor, { action, pledgeId, campaignId })
      campaignChanged(tx, deps, campaignId)
    },
    { campaignId, mode: 'shared' },
  )
}

/** By the supporter, at any time: a name that is shown goes at once. */
export function chooseThanks(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { pledgeId, thankByName }: ThanksChoice & { pledgeId: string },
): Promise<void> {
  return transact(async (tx) => {
    const own = await lockOwn(tx, pledgeId, actor.userId)
    if (!own) throw notFound('Pledge')
    if (thankByName && own.isAnonymous)
      throw new DomainError('conflict', 'An anonymous pledge is not thanked by name')
    if (own.isWanted === thankByName) return
    await setWanted(tx, pledgeId, thankByName)
    if (thankByName && (await nameToThank(tx, own.campaignId, pledgeId)) === undefined)
      throw new DomainError('conflict', 'Add your first name first: the page thanks you by it')
    const action = thankByName ? 'pledge.ask_thanks' : 'pledge.take_thanks_back'
    await note(deps, tx, actor, { action, pledgeId, campaignId: own.campaignId })
    campaignChanged(tx, deps, own.campaignId)
  })
}

type Noted = { action: string; pledgeId: string; campaignId: string }
const note = (deps: Deps, tx: Transaction, actor: Actor, { action, pledgeId, campaignId }: Noted) =>
  audit(tx, deps.clock, {
    actorId: actor.userId,
    action,
    subject: 'pledge',
    subjectId: pledgeId,
    campaignId,
  })
