/** Until a representative has activated one of its campaigns, an organization could be anyone's (R44). */
import { DomainError } from '#domain/errors.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { HOUR_MS } from '#server/messaging/mails/index.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import * as store from './store.limits.ts'

/** In any 24 hours, of one account. */
const A_DAY = { drafts: 100, requests: 10 }

type Counted = keyof typeof A_DAY

const WORDS: Record<Counted, string> = {
  drafts: `You have created ${A_DAY.drafts} drafts within 24 hours. Once a representative has activated one of your campaigns, there is no limit.`,
  requests: `You have requested ${A_DAY.requests} reviews within 24 hours. A representative looks at them first.`,
}

/** @throws a 409 that says from when more is accepted. */
export async function refuseTooMany(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  actor: Actor,
  organizationId: string,
  what: Counted,
): Promise<void> {
  const { isExempt } = only(
    await tx.query<{ isExempt: boolean }>(sql`select ${isRepresentative(actor)} as is_exempt`),
  )
  if (isExempt || (await store.isKnownOrganization(tx, organizationId))) return
  const { userId } = actor
  await store.holdAccount(tx, userId)
  const now = clock.now().getTime()
  const by = { userId, since: new Date(now - 24 * HOUR_MS) }
  const { count, firstAt } = await (what === 'drafts' ? store.draftsOf(tx, by) : store.requestsBy(tx, by))
  if (count < A_DAY[what] || !firstAt) return
  const hours = Math.max(1, Math.ceil((firstAt.getTime() + 24 * HOUR_MS - now) / HOUR_MS))
  throw new DomainError('conflict', `${WORDS[what]} Try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`)
}
