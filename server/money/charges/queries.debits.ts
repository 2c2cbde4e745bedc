import { type SQL, sql } from '#server/platform/db/database.ts'

/** Whether a charge was taken from a bank account: one that was paid by link was taken from a card (R60). */
export const isDebit = (chargeId: SQL): SQL => sql`
  exists (
    select from charges b
    join cards k on k.id = b.card_id and k.kind = 'bank_account'
    where b.id = ${chargeId}
      and not exists (
        select from charge_attempts a
        where a.charge_id = b.id
          and a.outcome = 'succeeded'
          and a.kind = 'link'
      )
  )
`
