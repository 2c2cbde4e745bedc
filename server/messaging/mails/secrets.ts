/**
 * What a mail opens is for its recipient only. A mail with a code or such a link is stored without it; the deliverable text
 * is sealed next to it, while it waits.
 */
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

type Words = { subject: string; text: string; html: string; unsubscribeUrl: string | null }

const USE = 'mail'

/** Of these, only the fact that they were sent is kept. */
const WHOLLY_SECRET = ['verification_code', 'password_reset']
export const isWhollySecret = sql`kind = any(${sql.param(WHOLLY_SECRET)}::text[])`

/** The secret of a link in an address, wherever it leads. An id is shorter. */
const LINK_SECRET = /(\/(?=[\w-]{43}(?![\w-]))|#|[?&]token=)[\w-]{32,}/g
const without = (text: string): string => text.replace(LINK_SECRET, '$1')

/** What is stored of a mail, and the full mail sealed; null if it contains no secret. */
export function withoutSecrets(db: Db, kind: string, words: Words): Words & { sealed: string | null } {
  const kept = WHOLLY_SECRET.includes(kind)
    ? { subject: kind, text: '', html: '', unsubscribeUrl: null }
    : { ...words, text: without(words.text), html: without(words.html), unsubscribeUrl: null }
  const isPlain =
    kept.text === words.text && kept.html === words.html && words.unsubscribeUrl === kept.unsubscribeUrl
  return { ...kept, sealed: isPlain ? null : db.sealing.seal(USE, JSON.stringify(words)) }
}

/** As it is delivered. @throws {WrongKey} if it was sealed with another key. */
export function withSecrets<Row extends Words & { sealed: string | null }>(
  db: Db,
  { sealed, ...row }: Row,
): Omit<Row, 'sealed'> & Words {
  return sealed === null ? row : { ...row, ...(JSON.parse(db.sealing.open(USE, sealed)) as Words) }
}

const BATCH = 500

/** Reseals with the first key what another one sealed. */
export async function resealMails(db: Db): Promise<void> {
  for (let after = BEFORE_ALL_IDS; ; ) {
    const rows = await db.query<{ id: string; sealed: string }>(sql`
      select id, sealed
      from mails
      where id > ${after}::uuid
        and sealed is not null
      order by id
      limit ${BATCH}
    `)
    for (const { id, sealed } of rows) {
      if (db.sealing.isCurrent(sealed)) continue
      const anew = db.sealing.seal(USE, db.sealing.open(USE, sealed))
      await db.query(sql`update mails set sealed = ${anew} where id = ${id} and sealed = ${sealed}`)
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

/** When no key opens them any longer: representatives see those that were never sent. */
export async function dropSealedMails(db: Db, at: Date): Promise<number> {
  const dropped = await db.query(sql`
    update mails
    set
      sealed = null,
      failed_at = case when sent_at is null then coalesce(failed_at, ${at}::timestamptz) end,
      failure = case when sent_at is null then 'key lost' end
    where sealed is not null
    returning id
  `)
  return dropped.length
}
