/** In January each supporter gets one mail about what they gave in the year before, with a link to its statement (R75). */
import { sum, ZERO } from '#domain/money.ts'
import { MAX_YEAR_END_ROWS, queueMails, yearEndMail } from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { pledgeLinks } from '#server/season/pledges/links/index.ts'
import {
  type Addressee,
  type GivenOnPledge,
  givenOnPledges,
  keyOfYearEnd,
  nextAddressees,
} from './giving-store.ts'

const BATCH = 200
const MAX_BATCHES = 5_000

/** Each supporter once a year, however often this runs or is interrupted. @returns how many were mailed. */
export async function mailYearEndStatements(deps: Deps): Promise<number> {
  const year = deps.clock.now().getUTCFullYear() - 1
  let afterId: string | null = null
  let mailed = 0
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const done = await deps.db.transaction((tx) => mailNext(deps, tx, { year, afterId }))
    mailed += done.mailed
    afterId = done.lastId
    if (afterId === null) break
    await deps.checkpoint('year_end.queued')
  }
  return mailed
}

type Statement = {
  to: Addressee
  given: readonly GivenOnPledge[]
  /** Null: all pledges of the account have one name. */
  name: string | null
  key: string
}

/** One for each name on the pledges of an account: two people may share one mailbox. */
function statementsOf(year: number, to: Addressee, given: readonly GivenOnPledge[]): Statement[] {
  const byName = Map.groupBy(given, ({ supporterName }) => supporterName.toLowerCase())
  return [...byName.values()]
    .map((own) => ({ to, given: own, name: byName.size > 1 ? (own[0]?.supporterName ?? null) : null }))
    .filter(isWorthAMail)
    .map((one, index) => ({
      ...one,
      key: [keyOfYearEnd(year, to.userId), index].filter(Boolean).join(':'),
    }))
}

async function mailNext(
  deps: Deps,
  tx: Transaction,
  { year, afterId }: { year: number; afterId: string | null },
): Promise<{ mailed: number; lastId: string | null }> {
  const now = deps.clock.now()
  const batch = await nextAddressees(tx, { year, now, afterId, limit: BATCH })
  const userIds = batch.map(({ userId }) => userId)
  const given = Map.groupBy(await givenOnPledges(tx, { year, userIds }), ({ userId }) => userId)
  const statements = batch.flatMap((to) => statementsOf(year, to, given.get(to.userId) ?? []))
  const urlOf = await linksFor(deps, tx, statements)
  await queueMails(
    tx,
    deps.clock,
    statements.map((one) => ({
      kind: 'year_end',
      idempotencyKey: one.key,
      to: one.to.email,
      ...mailOf(deps, year, one, urlOf),
      userId: one.to.userId,
      pledgeId: one.to.needsLinks ? (one.given[0]?.pledgeId ?? null) : null,
      quietZone: one.to.timeZone,
    })),
  )
  return { mailed: new Set(statements.map(({ to }) => to.userId)).size, lastId: batch.at(-1)?.userId ?? null }
}

const totalOf = (given: readonly GivenOnPledge[]) => sum([ZERO, ...given.map(({ total }) => total)])

/** What comes to nothing is news only where a receipt was refunded: a tax return may have counted on it. */
const isWorthAMail = ({ given }: Pick<Statement, 'given'>): boolean =>
  totalOf(given) !== ZERO || given.some(({ isRefunded }) => isRefunded)

const pledgesOf = (given: readonly GivenOnPledge[]): GivenOnPledge[] => [
  ...new Map(given.map((one) => [one.pledgeId, one])).values(),
]

/** For those who cannot sign in: the link of each pledge that the mail lists. */
async function linksFor(
  deps: Deps,
  tx: Transaction,
  statements: readonly Statement[],
): Promise<Map<string, string>> {
  const pledges = statements
    .filter(({ to }) => to.needsLinks)
    .flatMap(({ given }) => pledgesOf(given).slice(0, MAX_YEAR_END_ROWS))
  const urls = await pledgeLinks(deps, tx, pledges)
  return new Map(pledges.map(({ pledgeId }, index) => [pledgeId, urls[index] as string]))
}

function mailOf({ config }: Deps, year: number, { to, given, name }: Statement, urlOf: Map<string, string>) {
  const organizations = Map.groupBy(given, (one) =>
    JSON.stringify([one.organizationId, one.organizationName]),
  )
  const pledges = pledgesOf(given)
  const linked = pledges.slice(0, MAX_YEAR_END_ROWS)
  return yearEndMail({
    year,
    name,
    total: totalOf(given),
    organizations: [...organizations.values()].map((all) => ({
      name: all[0]?.organizationName ?? '',
      total: totalOf(all),
    })),
    isTaxDeductible: given.some(({ is501c3 }) => is501c3),
    statements: to.needsLinks
      ? {
          pledges: linked.map(({ pledgeId, campaignName }) => ({
            campaignName,
            url: `${urlOf.get(pledgeId)}/giving/${year}`,
          })),
          morePledges: pledges.length - linked.length,
        }
      : { url: `${config.appUrl}/giving/${year}${name ? `?pledge=${given[0]?.pledgeId}` : ''}` },
  })
}
