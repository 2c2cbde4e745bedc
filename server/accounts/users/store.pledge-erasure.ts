import { type Db, first, sql } from '#server/platform/db/database.ts'

/** One's own, locked until the transaction ends (R27). */
export const lockPledgeOf = async (
  tx: Db,
  userId: string,
  pledgeId: string,
): Promise<{ campaignId: string; isOpen: boolean } | undefined> =>
  first(
    await tx.query<{ campaignId: string; isOpen: boolean }>(sql`
      select campaign_id, status in ('active', 'past_due') as is_open
      from pledges
      where id = ${pledgeId}
        and pledger_id = ${userId}
      for update
    `),
  )

/** Its money stays; its links open nothing, and its mails lose their words once they were sent. */
export async function eraseDetails(
  tx: Db,
  { pledgeId, userId, at }: { pledgeId: string; userId: string; at: Date },
): Promise<void> {
  await tx.query(sql`
    insert into pledge_details (pledge_id, user_id, erased_at)
    values (${pledgeId}, ${userId}, ${at})
    on conflict (pledge_id)
    do update set
      first_name = null, last_name = null, phone = null, street_address1 = null,
      street_address2 = null, city = null, state = null, zip = null, name_by_link = false,
      contact_by_link = false, network = null, erased_at = coalesce(pledge_details.erased_at, excluded.erased_at)
  `)
  await tx.query(sql`
    update pledges
    set note = null, thanks = null, thanked_as = null
    where id = ${pledgeId}
      and (note is not null or thanks is not null)
  `)
  await tx.query(sql`update held_pledges set note = null, message = null where id = ${pledgeId}`)
  await tx.query(sql`update guest_pledges set address = null where pledge_id = ${pledgeId}`)
  await tx.query(sql`
    update pledge_links
    set revoked_at = ${at}
    where pledge_id = ${pledgeId}
      and revoked_at is null
  `)
  const isOver = sql`(sent_at is not null or failed_at is not null)`
  await tx.query(sql`
    update mails
    set
      erase_once_sent = true,
      text_body = case when ${isOver} then '' else text_body end,
      html_body = case when ${isOver} then '' else html_body end
    where pledge_id = ${pledgeId}
  `)
}
