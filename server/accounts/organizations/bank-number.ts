/** A whole account number is encrypted in the database, is shown to nobody, and is opened for a bank file only. */
import { createHmac } from 'node:crypto'
import type { DestinationForm } from '#domain/schemas/organization.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { keyFor, oldest, readRing } from '#server/platform/db/secrets.ts'

const USE = 'bank account numbers'
const BATCH = 100

type BankNumber = { routingNumber: string; accountNumber: string }
/** `key` tells whether two are the same account, without the number. */
export type KeptNumber = { sealed: string; key: string }

/** Null: only the last four digits were given. */
export async function keptNumber(db: Db, form: DestinationForm): Promise<KeptNumber | null> {
  if (form.method !== 'bank_transfer' || !form.accountNumber || !form.routingNumber) return null
  const { routingNumber, accountNumber } = form
  return keep(db, { routingNumber, accountNumber })
}

async function keep(db: Db, number: BankNumber): Promise<KeptNumber> {
  const { routingNumber, accountNumber } = number
  const key = keyFor(oldest(await readRing(db)).key, USE)
  return {
    sealed: db.sealing.seal(USE, JSON.stringify(number)),
    key: createHmac('sha256', key).update(`${routingNumber} ${accountNumber}`).digest('base64url'),
  }
}

export const openNumber = (db: Db, sealed: string): BankNumber =>
  JSON.parse(db.sealing.open(USE, sealed)) as BankNumber

/** Reseals with the first key what another one sealed. */
export async function resealNumbers(db: Db): Promise<void> {
  for (let after = BEFORE_ALL_IDS; ; ) {
    const rows = await db.query<{ id: string; sealed: string }>(sql`
      select id, bank_account_sealed as sealed
      from organization_payout_destinations
      where bank_account_sealed is not null
        and id > ${after}
      order by id
      limit ${BATCH}
    `)
    for (const { id, sealed } of rows) {
      if (db.sealing.isCurrent(sealed)) continue
      const anew = await keep(db, openNumber(db, sealed))
      await db.query(sql`
        update organization_payout_destinations
        set bank_account_sealed = ${anew.sealed}, bank_account_key = ${anew.key}
        where id = ${id}
          and bank_account_sealed = ${sealed}
      `)
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

/** Its key is lost. Payouts by bank transfer go on from the list, which names the bank and the last four digits. */
export async function dropNumbers(db: Db): Promise<void> {
  await db.query(sql`
    update organization_payout_destinations
    set bank_account_sealed = null, bank_account_key = null
    where bank_account_sealed is not null
  `)
}
