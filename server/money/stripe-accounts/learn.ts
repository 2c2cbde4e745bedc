/** What Stripe says of an organization's account, learned anew each time something says that it changed (R69). */

import { needsOf, opensAfter, WARNING_DAYS } from '#domain/billing/stripe-account.ts'
import { ownersToTell } from '#server/accounts/organizations/index.ts'
import {
  accountNeedsMail,
  bankChangedMail,
  type MailBody,
  queueMails,
} from '#server/messaging/mails/index.ts'
import type { Deps } from '#server/money/deps.ts'
import type { AccountFacts } from '#server/money/providers/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000
const BATCH = 100
const MAX_BATCHES = 1_000

/** Nothing is paid to an account that the provider no longer lets us use. */
const GONE: AccountFacts = { isReady: false, due: [], dueBy: null, bank: null }

/**
 * Reads it at the provider, outside any transaction, and stores what it says. Owners are mailed about another bank
 * account, a deadline within two weeks, and payouts that stopped; about each once. Null: Stripe has no such account for us.
 */
export async function learnAccount(deps: Deps, account: string): Promise<AccountFacts | null> {
  const facts = await deps.cards.accounts.facts(account)
  await deps.db.transaction(async (tx) => {
    const before = await store.lockAccount(tx, account)
    if (!before) return
    const now = deps.clock.now()
    const { bank } = facts ?? GONE
    // An account without a bank for a while keeps the one it had: another one after it is a change, too.
    const after = { ...(facts ?? GONE), bank: bank ?? bankOf(before) }
    const isChanged = isOther(bankOf(before), after.bank)
    const bankChangedAt = isChanged ? now : before.bankChangedAt
    await store.saveFacts(tx, account, { ...after, bankChangedAt })
    if (isChanged) await tellBankChanged(deps, tx, before, after)
    await warn(deps, tx, before, after)
  })
  return facts
}

const bankOf = ({ bankName, bankLast4, bankFingerprint }: store.StoredAccount): AccountFacts['bank'] =>
  bankLast4 === null ? null : { name: bankName ?? '', last4: bankLast4, fingerprint: bankFingerprint }

const isOther = (before: AccountFacts['bank'], after: AccountFacts['bank']): boolean =>
  before !== null &&
  after !== null &&
  (before.fingerprint !== after.fingerprint || before.last4 !== after.last4)

const shown = (bank: AccountFacts['bank']): string =>
  bank ? `${bank.name}, account ending in ${bank.last4}` : 'None'

async function tellBankChanged(
  deps: Deps,
  tx: Transaction,
  account: store.StoredAccount,
  after: AccountFacts,
): Promise<void> {
  const now = deps.clock.now()
  const change = { before: shown(bankOf(account)), after: shown(after.bank) }
  await audit(tx, deps.clock, {
    actorId: null,
    action: 'organization.change_bank',
    subject: 'organization',
    subjectId: account.organizationId,
    before: { destination: change.before },
    after: { destination: change.after },
  })
  await mailOwners(deps, tx, account, {
    key: `bank-changed:${account.account}:${now.toISOString()}`,
    mailOf: (given) => bankChangedMail({ ...given, ...change, from: opensAfter(now) }),
  })
}

/** Two weeks before the deadline, and when payouts stop that could be made before. */
async function warn(
  deps: Deps,
  tx: Transaction,
  before: store.StoredAccount,
  { isReady, due, dueBy }: AccountFacts,
): Promise<void> {
  const now = deps.clock.now()
  const isSoon = dueBy !== null && due.length > 0 && dueBy.getTime() - now.getTime() <= WARNING_DAYS * DAY_MS
  const isStopped = before.isReady && !isReady
  if (!isStopped && !(isReady && isSoon)) return
  await mailOwners(deps, tx, before, {
    key: isStopped
      ? `account-stopped:${before.account}:${now.toISOString()}`
      : `account-due:${before.account}:${dueBy?.toISOString()}`,
    mailOf: (given) =>
      accountNeedsMail({
        ...given,
        needs: needsOf(due),
        by: isStopped ? null : dueBy,
      }),
  })
}

type Given = { organizationName: string; timeZone: string; url: string }

/** All of them; a key is mailed once. */
async function mailOwners(
  deps: Deps,
  tx: Transaction,
  { organizationId }: store.StoredAccount,
  { key, mailOf }: { key: string; mailOf: (given: Given) => MailBody },
): Promise<void> {
  const { name, timeZone } = await store.organizationOf(tx, organizationId)
  const url = `${deps.config.appUrl}/dashboard/organizations/${organizationId}#payout-destination`
  const mail = mailOf({ organizationName: name, timeZone, url })
  const owners = await ownersToTell(tx, organizationId)
  const mails = owners.map(({ id: userId, email: to }) => ({
    ...mail,
    kind: 'payout_destination' as const,
    idempotencyKey: `${key}:${userId}`,
    to,
    userId,
    organizationId,
  }))
  if (mails.length > 0) await queueMails(tx, deps.clock, mails)
}

/** Each once a day: an event may be missed, and a deadline comes nearer without one. */
export async function lookAtAccounts(deps: Deps): Promise<void> {
  let after = ''
  const failures: unknown[] = []
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const page = await store.accountsAfter(deps.db, deps.cards, { after, limit: BATCH })
    if (page.length === 0) break
    await settleEach(page, (account) => learnAccount(deps, account)).catch((error) => failures.push(error))
    after = page.at(-1) ?? after
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some Stripe accounts could not be asked about')
}
