/** What somebody has picked on a campaign page, and its API form. Amounts stay text until domain/ parses them. */
import { useEffect, useReducer } from 'react'
import {
  add,
  type Cents,
  dollars,
  formatUsd,
  LARGEST_AMOUNT,
  minimum,
  parseTyped,
  sum,
  toDecimal,
  ZERO,
} from '#domain/money.ts'
import { suggestedCap } from '#domain/pledges/maximum.ts'
import { estimateLine, LARGEST_RATE, type PledgeLine } from '#domain/pledges/pledge.ts'
import { COUNTS_FROM, type CountsFrom } from '#domain/pledges/scope.ts'
import { NONE, readQuantity } from '#domain/quantity.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { countsUnits, isGift } from '#domain/season/statistic-types.ts'

/** Choosing a preset clears the custom amount, and a custom amount above 0 the preset: at most one of them counts. */
export type Pick = { preset: string | null; custom: string }
/** Which results count. */
export type Counts = { from: CountsFrom; eventId: string | null }
export type Selection = { picks: Record<string, Pick>; hasCap: boolean; cap: string; counts: Counts }
const ALL_SEASON: Counts = { from: 'season', eventId: null }
export const NOTHING: Selection = { picks: {}, hasCap: false, cap: '', counts: ALL_SEASON }

type Action =
  | { do: 'select'; id: string }
  | { do: 'cancel'; id: string }
  | { do: 'preset'; id: string; amount: string }
  | { do: 'custom'; id: string; text: string }
  | { do: 'leaveCustom'; id: string }
  | { do: 'toggleCap'; suggested: string }
  | { do: 'cap'; text: string }
  | { do: 'counts'; counts: Counts }
  | { do: 'customMaximum'; text: string }
  | { do: 'restore'; selection: Selection }

const positive = (text: string): Cents | null => {
  const amount = parseTyped(text)
  return amount !== null && amount > 0 ? amount : null
}

const without = (picks: Selection['picks'], id: string) =>
  Object.fromEntries(Object.entries(picks).filter(([key]) => key !== id))

export function change(state: Selection, action: Action): Selection {
  switch (action.do) {
    case 'select':
      return { ...state, picks: { ...state.picks, [action.id]: { preset: null, custom: '' } } }
    case 'cancel':
      return { ...state, picks: without(state.picks, action.id) }
    case 'preset':
      return { ...state, picks: { ...state.picks, [action.id]: { preset: action.amount, custom: '' } } }
    case 'custom': {
      // An invalid amount is ignored: a chosen preset stays chosen.
      const preset = positive(action.text) === null ? (state.picks[action.id]?.preset ?? null) : null
      return { ...state, picks: { ...state.picks, [action.id]: { preset, custom: action.text } } }
    }
    case 'leaveCustom': {
      // Leaving the field empty, or with 0 in it, cancels the selection.
      const pick = state.picks[action.id]
      if (!pick) return state
      const isCleared = pick.custom.trim() === '' ? pick.preset === null : parseTyped(pick.custom) === ZERO
      return isCleared ? { ...state, picks: without(state.picks, action.id) } : state
    }
    case 'toggleCap':
      return state.hasCap
        ? { ...state, hasCap: false, cap: '' }
        : { ...state, hasCap: true, cap: action.suggested }
    case 'cap':
      return { ...state, cap: action.text }
    case 'counts':
      return { ...state, counts: action.counts }
    case 'customMaximum':
      // The pledge-card page has only the field: its value is the cap, and empty means none.
      return { ...state, hasCap: action.text.trim() !== '', cap: action.text }
    case 'restore':
      return action.selection
  }
}

/** The smallest rate that the server refuses: larger ones are treated as this, so that no estimate overflows. */
const TOO_LARGE = add(LARGEST_RATE, dollars('0.01'))

/** The amount of one pick; null where there is none above 0. */
function rateOf(pick: Pick | undefined): Cents | null {
  const rate = pick ? (positive(pick.custom) ?? positive(pick.preset ?? '')) : null
  return rate === null ? null : minimum(rate, TOO_LARGE)
}

/** The error in what was typed. 0 is a valid amount, and cancels the selection. */
export function amountProblem({ custom }: Pick): string | undefined {
  const amount = parseTyped(custom)
  if (custom.trim() !== '' && amount === null) return 'Enter an amount such as 12.50'
  return amount !== null && amount > LARGEST_RATE
    ? `Pledge at most ${formatUsd(LARGEST_RATE)} per statistic`
    : undefined
}

function termsOf(statistic: Statistic, rate: Cents): PledgeLine {
  const quantity = (value: number | null) => (value === null ? null : readQuantity(value))
  return {
    rate,
    terms: {
      type: statistic.type,
      expectedMin: quantity(statistic.expectedMin),
      expectedMax: quantity(statistic.expectedMax),
      expectedTarget: quantity(statistic.expectedTarget),
      lastYearResult: quantity(statistic.lastYearResult),
      confirmed: readQuantity(statistic.confirmedQuantity) ?? NONE,
    },
  }
}

export type Chosen = { statistic: Statistic; rate: Cents; estimate: Cents }

/** Each page estimates by its own formula. */
export type Estimator = (line: PledgeLine) => Cents

/** Only picks with an amount above 0 count. */
export function chosenOf(
  selection: Selection,
  statistics: readonly Statistic[],
  estimateOf: Estimator = estimateLine,
): Chosen[] {
  return statistics.flatMap((statistic) => {
    const rate = rateOf(selection.picks[statistic.id])
    return rate === null ? [] : [{ statistic, rate, estimate: estimateOf(termsOf(statistic, rate)) }]
  })
}

/** Its estimate is last year's result at the rate. */
export const isByLastYear = ({ statistic }: Chosen): boolean =>
  countsUnits(statistic.type) && (statistic.lastYearResult ?? 0) > 0

const totalOf = (chosen: readonly Chosen[]): Cents => sum(chosen.map(({ estimate }) => estimate))

/** The sum of the estimates, as this page makes them. */
export const estimatedTotalOf = (chosen: readonly Chosen[]): string => toDecimal(totalOf(chosen))

/** Smart Cap. */
export const suggestedCapOf = (chosen: readonly Chosen[]): string => toDecimal(suggestedCap(totalOf(chosen)))

/** Which results count. A gift counts none, so alone it is not asked about. */
export const countsOf = ({ counts }: Selection, chosen: readonly Chosen[]): Counts =>
  chosen.every(({ statistic }) => isGift(statistic.type)) ? ALL_SEASON : counts

/** What is sent to the API: amounts as decimal strings. */
export function payloadOf(selection: Selection, chosen: readonly Chosen[]) {
  const counts = countsOf(selection, chosen)
  const cap = selection.hasCap ? positive(selection.cap) : null
  return {
    maximumAmount: cap === null ? null : toDecimal(cap),
    // A pledge on the whole season omits it.
    ...(counts.from === 'season' ? {} : { counts }),
    pledgeStatistics: chosen.map(({ statistic, rate, estimate }) => ({
      statisticId: statistic.id,
      pledgeAmount: toDecimal(rate),
      estimatedTotal: toDecimal(estimate),
    })),
  }
}
export type PledgePayload = ReturnType<typeof payloadOf>

/** A cap that is switched on needs an amount above 0 that the server accepts. */
export function capProblem({ hasCap, cap }: Selection): string | undefined {
  if (!hasCap) return undefined
  const amount = positive(cap)
  if (amount === null) return 'Enter an amount such as 200.00'
  return amount > LARGEST_AMOUNT ? `The maximum can be at most ${formatUsd(LARGEST_AMOUNT)}` : undefined
}

const storageKey = (campaignId: string): string => `selection:${campaignId}`

/** In this tab only: another tab has its own selection. Without storage it is forgotten. */
export function keepSelection(campaignId: string, selection: Selection): void {
  try {
    if (Object.keys(selection.picks).length === 0) sessionStorage.removeItem(storageKey(campaignId))
    else sessionStorage.setItem(storageKey(campaignId), JSON.stringify(selection))
  } catch {}
}

function keptSelection(campaignId: string): Selection | null {
  try {
    return readSelection(JSON.parse(sessionStorage.getItem(storageKey(campaignId)) ?? 'null'))
  } catch {
    return null
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isPick = (value: unknown): value is Pick => {
  const { preset, custom } = (value ?? {}) as Partial<Pick>
  return isText(custom) && (preset === null || isText(preset))
}

const isCounts = (value: unknown): value is Counts => {
  const { from, eventId } = (value ?? {}) as Partial<Counts>
  return COUNTS_FROM.some((one) => one === from) && (eventId === null || isText(eventId))
}

/** Null for data that another version of this page left. */
export function readSelection(kept: unknown): Selection | null {
  const { picks, hasCap, cap, counts } = (kept ?? {}) as Partial<Selection>
  if (typeof picks !== 'object' || picks === null || typeof hasCap !== 'boolean' || !isText(cap)) return null
  return Object.values(picks).every(isPick)
    ? { picks, hasCap, cap, counts: isCounts(counts) ? counts : ALL_SEASON }
    : null
}

/** What is picked on a campaign's page. It survives sign-in, which is another page, a reload, and Back. */
export function useSelection(campaignId: string) {
  const [selection, dispatch] = useReducer(change, NOTHING)
  useEffect(() => {
    const kept = keptSelection(campaignId)
    if (kept) dispatch({ do: 'restore', selection: kept })
  }, [campaignId])
  useEffect(() => {
    // The page opens with nothing picked, and the stored selection is being read at that moment.
    if (selection !== NOTHING) keepSelection(campaignId, selection)
  }, [campaignId, selection])
  return [selection, dispatch] as const
}
export type Dispatch = (action: Action) => void
