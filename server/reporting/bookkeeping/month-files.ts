/** A month as one party's own books have it, for QuickBooks Online and Xero (R79). */

import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { AccountMap, Program } from '#domain/billing/exports/accounts.ts'
import { organizationEntries, providerEntries, type SummaryEntry } from '#domain/billing/exports/entries.ts'
import { type Labels, labelsFor } from '#domain/billing/exports/labels.ts'
import { quickbooksFiles } from '#domain/billing/exports/quickbooks.ts'
import { xeroFiles } from '#domain/billing/exports/xero.ts'
import { monthAfter } from '#domain/billing/period.ts'
import { addDays, earliestDay, latestDay } from '#domain/places/zone.ts'
import type { Bookkeeping } from '#domain/schemas/bookkeeping.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Actor } from '#server/platform/deps.ts'
import {
  firstMonth,
  hasMoney,
  isOver,
  type MonthKey,
  monthKey,
  monthTotals,
  organizationHasMoney,
} from '#server/reporting/reports/index.ts'
import { accountsOf, type Party, readableParty } from './accounts.ts'
import { campaignMonths, payoutMonths } from './store.ts'

type Given = Pick<Deps, 'db' | 'clock' | 'config' | 'files'>
type Asked = {
  /** Null: the provider's books. */
  organizationId: string | null
  month?: string | undefined
  money?: 'live' | 'sandbox' | undefined
}
type Key = MonthKey & { month: string }

/** Without a month, the last one that is over: only that is imported once and for all. */
const keyOf = (deps: Given, { organizationId, month, money }: Asked): Key => ({
  ...monthKey(deps, { month: month ?? lastOver(deps.clock.now()), months: 1, money }),
  ...(organizationId === null ? {} : { organizationId }),
})

const lastOver = (now: Date): string => monthAfter(earliestDay(now).slice(0, 7), -1)

/** The month's last day; while it runs, the day that has begun everywhere. */
function dayOf({ month, from, to }: Key, now: Date): string {
  const today = earliestDay(now)
  if (isOver(month, now)) return addDays(to, -1)
  return today < from ? from : today
}

async function entriesIn(
  { db, clock }: Given,
  key: Key,
): Promise<{ entries: SummaryEntry[]; labels: Labels }> {
  const [campaigns, payouts] = await Promise.all([campaignMonths(db, key), payoutMonths(db, key)])
  const month = {
    month: key.month,
    on: dayOf(key, clock.now()),
    isTest: key.moneyMode === 'sandbox',
    campaigns,
    payouts,
  }
  return {
    entries: key.organizationId === undefined ? providerEntries(month) : organizationEntries(month),
    labels: labelsFor(campaigns),
  }
}

export async function readBookkeeping(deps: Given, actor: Actor, asked: Asked): Promise<Bookkeeping> {
  const { db } = deps
  const { party, mayEdit } = await readableParty(db, actor, asked.organizationId)
  const key = keyOf(deps, asked)
  const now = deps.clock.now()
  const other = key.moneyMode === 'live' ? 'sandbox' : 'live'
  const { organizationId } = key
  const [totals, { entries }, accounts, firstWithEntries, hasOther] = await Promise.all([
    monthTotals(db, key),
    entriesIn(deps, key),
    accountsOf(db, asked.organizationId),
    firstMonth(db, key),
    organizationId === undefined
      ? hasMoney(db, other)
      : organizationHasMoney(db, { organizationId, moneyMode: other }),
  ])
  return {
    organization: party && { id: party.id, name: party.name },
    month: key.month,
    ...(isOver(key.month, now) ? {} : { isRunning: true as const }),
    months: monthsBetween(firstWithEntries, latestDay(now).slice(0, 7), key.month),
    moneyMode: key.moneyMode,
    hasOther,
    totals,
    entries: entries.length,
    accounts,
    mayEdit,
  }
}

/** As the address has them, newest first. Null: none has entries. */
function monthsBetween(first: string | null, last: string, shown: string): string[] {
  const months = new Set([shown, last])
  for (let month = last; first !== null && month >= first; month = monthAfter(month, -1)) months.add(month)
  return [...months].sort().reverse()
}

const FORMATS: Record<
  Program,
  {
    /** What of the accounts is in its files. */
    of: (accounts: AccountMap) => object
    write: (entries: readonly SummaryEntry[], accounts: AccountMap, labels: Labels) => string[]
  }
> = {
  quickbooks: { of: ({ quickbooks }) => quickbooks, write: quickbooksFiles },
  xero: { of: ({ xero, taxRate, tracking }) => ({ xero, taxRate, tracking }), write: xeroFiles },
}

export type MonthFile = {
  party: Party
  month: string
  moneyMode: 'live' | 'sandbox'
  isRunning: boolean
  bytes: Uint8Array<ArrayBuffer>
  isZip: boolean
}

/**
 * The month's file: CSV, or a ZIP of several where one would be larger than the program takes. Once the month is over
 * everywhere, the first one is kept and answered from then on, byte for byte, until other accounts are chosen: a campaign that
 * is renamed later does not change what was imported.
 */
export async function monthFile(
  deps: Given,
  actor: Actor,
  { program, ...asked }: Asked & { program: Program },
): Promise<MonthFile> {
  const { party } = await readableParty(deps.db, actor, asked.organizationId)
  const key = keyOf(deps, asked)
  const accounts = await accountsOf(deps.db, asked.organizationId)
  const { of, write } = FORMATS[program]
  const draw = async () => {
    const { entries, labels } = await entriesIn(deps, key)
    return packed(write(entries, accounts, labels), `${program}-${key.month}`)
  }
  const kept = [
    'bookkeeping',
    asked.organizationId ?? 'provider',
    `${key.month}-${key.moneyMode}`,
    `${program}-${hashOf(of(accounts))}`,
  ].join('/')
  const isRunning = !isOver(key.month, deps.clock.now())
  const bytes = isRunning ? await draw() : await keptOr(deps, kept, draw)
  return { party, month: key.month, moneyMode: key.moneyMode, isRunning, bytes, isZip: isZip(bytes) }
}

/** The order of the names does not matter. */
const hashOf = (accounts: object): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(accounts)))
    .digest('hex')
    .slice(0, HASH_LENGTH)
const HASH_LENGTH = 16

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, of]) => [name, sorted(of)])
    : value

async function keptOr(
  { files }: Given,
  name: string,
  draw: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await files.get(name)
  if (kept) return kept
  const bytes = await draw()
  await files.put(name, bytes, isZip(bytes) ? 'application/zip' : 'text/csv')
  return bytes
}

/** By its first bytes; a CSV file begins with its header. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** The same files are the same archive. */
const PACKED_AT = new Date('2026-01-01T12:00:00Z')

async function packed(files: readonly string[], name: string): Promise<Uint8Array<ArrayBuffer>> {
  const [only, ...more] = files
  if (only === undefined || more.length === 0) return new Uint8Array(Buffer.from(only ?? '', 'utf8'))
  const zip = new ZipFile()
  files.forEach((text, index) => {
    zip.addBuffer(Buffer.from(text, 'utf8'), `${name}-${index + 1}-of-${files.length}.csv`, {
      mtime: PACKED_AT,
    })
  })
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}
