/** Counts in progress: stored on the device with every tap, one for each match, so that a phone may sleep or run out of power. */

import { v4 as uuid } from 'uuid'
import { capital, withArticle } from '#domain/campaigns/vocabulary.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Entry, MatchEntry } from '#web/touchline/entry.ts'
import { type Count, isBegun, matchOf } from './count.ts'

type Draft = { count: Count; at: number }

const DAY_MS = 86_400_000
/** Nobody continues a match of last month. */
const KEPT_MS = 30 * DAY_MS

type Whose = { userId: string; campaignId: string }

const prefixOf = ({ userId, campaignId }: Whose): string => `counting:${userId}:${campaignId}:`
const placeOf = (whose: Whose, choice: string): string => prefixOf(whose) + choice

/** Losing it needs no error message: what is on the screen is still there. */
function tryTo<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

function readDraft(text: string | null): Draft | null {
  const kept = tryTo(() => JSON.parse(text ?? 'null') as (Count & { at: number }) | null)
  if (!kept || typeof kept.choice !== 'string' || !kept.typed || !kept.added) return null
  const { at, ...count } = kept
  return { count, at }
}

export function dropDraft(whose: Whose, choice: string): void {
  tryTo(() => localStorage.removeItem(placeOf(whose, choice)))
}

export function keepDraft(whose: Whose, count: Count, at: number): void {
  const place = placeOf(whose, count.choice)
  if (isBegun(count)) tryTo(() => localStorage.setItem(place, JSON.stringify({ ...count, at })))
  else dropDraft(whose, count.choice)
}

/** The newest first. */
export function draftsOf(whose: Whose, now: number): Draft[] {
  const places = tryTo(() => Object.keys(localStorage)) ?? []
  return places
    .filter((place) => place.startsWith(prefixOf(whose)))
    .flatMap((place) => readDraft(tryTo(() => localStorage.getItem(place))) ?? [])
    .filter(({ at }) => now - at < KEPT_MS)
    .sort((a, b) => b.at - a.at)
}

type Listed = { id: string; group: string }

/**
 * Where counting goes on: with a match of today that was begun, with today's match, or with what was begun last.
 * Null: with the first match listed.
 */
export function firstOf(drafts: readonly Draft[], choices: readonly Listed[], today: string): Count | null {
  const groupOf = (id: string) => choices.find((one) => one.id === id)?.group
  const there = drafts.filter(({ count }) => count.choice === 'add' || groupOf(count.choice) !== undefined)
  const ofToday = there.find(({ count }) =>
    count.choice === 'add' ? count.added.day === today : groupOf(count.choice) === 'Today',
  )
  if (ofToday) return ofToday.count
  return choices[0]?.group === 'Today' ? null : (there[0]?.count ?? null)
}

export type MatchOrder = Extract<Entry, { match: MatchEntry }>

type Known = {
  data: Management
  userId: string
  now: number
  choices: readonly { id: string; name: string }[]
}

/** What the device keeps and sends. */
export function orderOf(count: Count, { data, userId, now, choices }: Known): MatchOrder {
  const { id: campaignId, timeZone, vocabulary } = data.campaign
  const match = matchOf(count, userId, timeZone)
  const made = { userId, campaignId, refusal: null, madeAt: new Date(now).toISOString() }
  const name =
    match.event?.name ??
    choices.find(({ id }) => id === match.eventId)?.name ??
    capital(withArticle(vocabulary.match))
  return { ...made, key: uuid(), name, match }
}
