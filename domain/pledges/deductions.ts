/** What lowers the collected amount of a month or a year, kind by kind, in words. Pure. */
import { type Cents, formatUsd, negate, parseCents, sum, ZERO } from '../money.ts'

type Deductions = { refunds: string; disputes: string; bounced: string }
type Kind = {
  name: keyof Deductions
  made: string
  /** What it is if more of it was undone than made: refunds of the month before, say. */
  undone: string
  sentence: string
}

const KINDS: readonly Kind[] = [
  {
    name: 'refunds',
    made: 'refunded',
    undone: 'of earlier refunds undone',
    sentence: 'Earlier refunds that were not paid out after all are added back.',
  },
  {
    name: 'disputes',
    made: 'disputed',
    undone: 'of disputes won',
    sentence: 'Earlier disputes that were won are added back.',
  },
  {
    name: 'bounced',
    made: 'bounced',
    undone: 'of bounced checks undone',
    sentence: 'Checks that bounced earlier and were good after all are added back.',
  },
]

const amountOf = (one: Deductions, { name }: Kind): Cents => parseCents(one[name]) ?? ZERO
const words = (amount: Cents, { made, undone }: Kind): string =>
  amount < 0 ? `${formatUsd(negate(amount))} ${undone}` : `${formatUsd(amount)} ${made}`

/** Everything that was returned to supporters. */
export const returnedOf = (one: Deductions): Cents => sum(KINDS.map((kind) => amountOf(one, kind)))

/** `$4.00 refunded`, `$40.00 of disputes won`; what there is none of is left out, unless it is among `always`. */
export const deductionParts = (one: Deductions, always: readonly (keyof Deductions)[] = []): string[] =>
  KINDS.flatMap((kind) => {
    const amount = amountOf(one, kind)
    return amount === 0 && !always.includes(kind.name) ? [] : words(amount, kind)
  })

/** Why a kind is below zero somewhere among these figures: a sentence for each, whatever columns they stand below. */
export const addedBack = (figures: readonly Deductions[]): string[] =>
  KINDS.filter((kind) => figures.some((one) => amountOf(one, kind) < 0)).map(({ sentence }) => sentence)
