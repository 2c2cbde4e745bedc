/** What somebody has picked on a campaign page, and the same as the API wants it. Amounts stay text until domain/ reads them. */
import { useEffect, useReducer } from 'react'
import { type Cents, parseCents, toDecimal, ZERO } from '#domain/money.ts'
import { estimateLine, estimatePledge, type PledgeLine, suggestedCap } from '#domain/pledge.ts'
import { parseQuantity } from '#domain/quantity.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'

/** `preset` and `custom` exclude one another: choosing one clears the other. */
export type Pick = { preset: string | null; custom: string }
export type Selection = { picks: Record<string, Pick>; hasCap: boolean; cap: string }
export const NOTHING: Selection = { picks: {}, hasCap: false, cap: '' }

type Action =
  | { do: 'select'; id: string }
  | { do: 'cancel'; id: string }
  | { do: 'preset'; id: string; amount: string }
  | { do: 'custom'; id: string; text: string }
  | { do: 'leaveCustom'; id: string }
  | { do: 'toggleCap'; suggested: string }
  | { do: 'cap'; text: string }
  | { do: 'restore'; selection: Selection }

const positive = (text: string): Cents | null => {
  const amount = parseCents(text.replace(/^\./, '0.').replace(/\.$/, ''))
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
    case 'custom':
      return { ...state, picks: { ...state.picks, [action.id]: { preset: null, custom: action.text } } }
    case 'leaveCustom': {
      // Leaving the field empty, or with 0 in it, gives the selection up; what is no amount counts for nothing.
      const pick = state.picks[action.id]
      if (!pick || pick.preset !== null || (pick.custom.trim() !== '' && parseCents(pick.custom) !== ZERO))
        return state
      return { ...state, picks: without(state.picks, action.id) }
    }
    case 'toggleCap':
      return state.hasCap
        ? { ...state, hasCap: false, cap: '' }
        : { ...state, hasCap: true, cap: action.suggested }
    case 'cap':
      return { ...state, cap: action.text }
    case 'restore':
      return action.selection
  }
}

/** The amount of one pick; null where there is none above 0. */
export const rateOf = (pick: Pick | undefined): Cents | null =>
  pick ? positive(pick.preset ?? pick.custom) : null

export function termsOf(statistic: Statistic, rate: Cents): PledgeLine {
  const read = (value: number | null) => (value === null ? null : parseQuantity(value))
  return {
    rate,
    terms: {
      type: statistic.type,
      expectedMin: read(statistic.expectedMin),
      expectedMax: read(statistic.expectedMax),
      expectedTarget: read(statistic.expectedTarget),
      lastYearResult: read(statistic.lastYearResult),
      confirmed: parseQuantity(statistic.confirmedQuantity) ?? parseQuantity(0)!,
    },
  }
}

export type Chosen = { statistic: Statistic; rate: Cents; estimate: Cents }

/** Only picks with an amount above 0 count. */
export function chosenOf(selection: Selection, statistics: readonly Statistic[]): Chosen[] {
  return statistics.flatMap((statistic) => {
    const rate = rateOf(selection.picks[statistic.id])
    return rate === null ? [] : [{ statistic, rate, estimate: estimateLine(termsOf(statistic, rate)) }]
  })
}

export const suggestedCapOf = (chosen: readonly Chosen[]): string =>
  toDecimal(suggestedCap(estimatePledge(chosen.map(({ statistic, rate }) => termsOf(statistic, rate)))))

/** What the API is asked and told: amounts as decimal strings. */
export function payloadOf(selection: Selection, chosen: readonly Chosen[]) {
  const cap = selection.hasCap ? positive(selection.cap) : null
  return {
    maximumAmount: cap === null ? null : toDecimal(cap),
    pledgeStatistics: chosen.map(({ statistic, rate, estimate }) => ({
      statisticId: statistic.id,
      pledgeAmount: toDecimal(rate),
      estimatedTotal: toDecimal(estimate),
    })),
  }
}
export type PledgePayload = ReturnType<typeof payloadOf>

/** A cap that is switched on needs an amount above 0. */
export const capProblem = (selection: Selection): string | undefined =>
  selection.hasCap && positive(selection.cap) === null ? 'Enter an amount such as 200.00' : undefined

const storageKey = (campaignId: string): string => `selection:${campaignId}`

/** Kept over sign-in, which is another page (R47). */
export function keepSelection(campaignId: string, selection: Selection): void {
  sessionStorage.setItem(storageKey(campaignId), JSON.stringify(selection))
}

export function useSelection(campaignId: string) {
  const [selection, dispatch] = useReducer(change, NOTHING)
  useEffect(() => {
    const kept = sessionStorage.getItem(storageKey(campaignId))
    if (!kept) return
    sessionStorage.removeItem(storageKey(campaignId))
    dispatch({ do: 'restore', selection: JSON.parse(kept) as Selection })
  }, [campaignId])
  return [selection, dispatch] as const
}
export type Dispatch = (action: Action) => void
