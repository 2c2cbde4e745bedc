/** Links in mails that open or confirm something without a sign-in. Their secrets are in the mails only. */
import type { Clock } from '#server/platform/base/clock.ts'
import { hashOfLink, newLinkSecret } from '#server/platform/base/ids.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

/** What the subject of a link is: a pledge, a guest pledge, a requested change, an invitation of a member, an ambassador. */
type LinkKind = 'pledge' | 'guest' | 'change' | 'invitation' | 'ambassador'

/** With the pledge that it is about, where there is one; with a secret of its own unless one is given. */
type NewLink = { subjectId: string; campaignId?: string; pledgeId?: string; secret?: string }

/** The link for one mail. @returns its secret: what is stored is a hash. */
export async function makeLink(db: Db, clock: Clock, kind: LinkKind, link: NewLink): Promise<string> {
  const [secret] = await makeLinks(db, clock, kind, [link])
  return secret as string
}

/** The same for many mails, in order and in one statement. */
export async function makeLinks(
  db: Db,
  clock: Clock,
  kind: LinkKind,
  links: readonly NewLink[],
): Promise<string[]> {
  const secrets = links.map(({ secret = newLinkSecret() }) => secret)
  const list = (name: 'subjectId' | 'campaignId' | 'pledgeId') =>
    sql.param(links.map((link) => link[name] ?? null))
  await db.query(sql`
    insert into mailed_links (token_hash, kind, subject_id, campaign_id, pledge_id, mailed_at)
    select token_hash, ${kind}, subject_id, campaign_id, pledge_id, ${clock.now()}::timestamptz
    from unnest(
      ${sql.param(secrets.map(hashOfLink))}::bytea[], ${list('subjectId')}::uuid[],
      ${list('campaignId')}::uuid[], ${list('pledgeId')}::uuid[]
    ) as given (token_hash, subject_id, campaign_id, pledge_id)
  `)
  return secrets
}

/** The id of what the link is about, also once it has ended, which the caller checks; null for one that is not of this kind. */
export async function subjectOfLink(db: Db, kind: LinkKind, secret: string): Promise<string | null> {
  const rows = await db.query<{ subjectId: string }>(sql`
    select subject_id
    from mailed_links
    where token_hash = ${hashOfLink(secret)}
      and kind = ${kind}
  `)
  return first(rows)?.subjectId ?? null
}

/** From now on, these links look as if they had never been made. */
export async function dropLinks(db: Db, kind: LinkKind, subjectId: string): Promise<void> {
  await db.query(sql`
    delete from mailed_links
    where kind = ${kind}
      and subject_id = ${subjectId}
  `)
}
