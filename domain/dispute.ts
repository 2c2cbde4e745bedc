/** Disputes by a cardholder's bank, and how they move money (R35, R66). Pure. */
import { add, type Cents, minimum, negate, positivePart, subtract, ZERO } from './money.ts'

export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** take: out of collected. lose: out of the bank account. give_back and recover: collected again. */
export type DisputeStep = 'take' | 'lose' | 'give_back' | 'recover'

export const DISPUTE_STEPS: Record<DisputeState | 'new', Partial<Record<DisputeState, DisputeStep[]>>> = {
  new: { inquiry: [], open: ['take'], lost: ['take', 'lose'], won: [] },
  inquiry: { open: ['take'], lost: ['take', 'lose'], won: [] },
  open: { won: ['give_back'], lost: ['lose'] },
  // Won on appeal, or opened again.
  lost: { won: ['recover'], open: ['recover', 'take'] },
  won: { open: ['take'], lost: ['take', 'lose'] },
}

/** The steps from the state we know to the current one, even if we missed states in between. Null: no bank does this. */
export const disputeSteps = (from: DisputeState | 'new', to: DisputeState): DisputeStep[] | null =>
  from === to ? [] : (DISPUTE_STEPS[from][to] ?? null)

/** A decided dispute is decided again; or the report is older than what we know. */
export const reopens = (from: DisputeState | 'new', to: DisputeState): boolean =>
  (from === 'won' && to !== 'won') || (from === 'lost' && to === 'open')

/** `taken`: out of the charge. `excess`: taken by the bank, too, although it had left the charge before (R66). */
type DisputeHold = { taken: Cents; excess: Cents }
/** `excess`: how much of it the supporter owes once the dispute is lost; below 0, no longer owes. */
type DisputeMove = { step: DisputeStep; amount: Cents; excess: Cents }
export type DisputePlan = { moves: DisputeMove[]; hold: DisputeHold }

/**
 * What moves when a dispute that holds `held` takes these steps. `due` is what the bank holds or keeps afterwards; `left` is
 * what is neither refunded, disputed nor lost of the charge. What is not left is excess, until there is room for it.
 */
export function planDispute(
  steps: readonly DisputeStep[],
  { to, due, held, left }: { to: DisputeState; due: Cents; held: DisputeHold; left: Cents },
): DisputePlan {
  const plan: Planning = { moves: [], ...held, left }
  for (const step of steps) STEPS[step](plan, due)
  if (steps.length === 0 && to === 'lost') change(plan, due)
  if (to === 'open' || to === 'lost') fill(plan, to)
  const moves = plan.moves.filter(({ amount, excess }) => amount !== 0 || excess !== 0)
  return { moves, hold: { taken: plan.taken, excess: plan.excess } }
}

/** What it had taken it gave back first: it counts from the day on which it was taken again (R37). */
export function takesAgain(moves: readonly DisputeMove[]): boolean {
  const back = moves.findIndex(({ step, amount }) => isBack(step) && amount > 0)
  return back >= 0 && moves.slice(back).some(({ step, amount }) => step === 'take' && amount > 0)
}
const isBack = (step: DisputeStep): boolean => step === 'give_back' || step === 'recover'

type Planning = DisputeHold & { moves: DisputeMove[]; left: Cents }

const STEPS: Record<DisputeStep, (plan: Planning, due: Cents) => void> = {
  take: (plan, due) => {
    take(plan, minimum(due, plan.left))
    plan.excess = subtract(due, plan.taken)
  },
  lose: (plan, due) => {
    // A bank that gives a part back gives back first what had left the charge before.
    const back = positivePart(subtract(add(plan.taken, plan.excess), due))
    giveBack(plan, 'give_back', positivePart(subtract(back, plan.excess)))
    plan.excess = subtract(due, plan.taken)
    plan.moves.push({ step: 'lose', amount: plan.taken, excess: plan.excess })
  },
  give_back: (plan) => {
    plan.excess = ZERO
    giveBack(plan, 'give_back', plan.taken)
  },
  recover: (plan) => change(plan, ZERO),
}

/** A lost dispute takes more or less than it did. */
function change(plan: Planning, due: Cents): void {
  const before = add(plan.taken, plan.excess)
  const back = positivePart(subtract(before, due))
  const excess = back > 0 ? negate(minimum(back, plan.excess)) : subtract(due, before)
  plan.excess = add(plan.excess, excess)
  plan.moves.push({ step: 'lose', amount: ZERO, excess })
  giveBack(plan, 'recover', back > 0 ? add(back, excess) : ZERO)
}

/** Room came back to the charge: what was excess is taken out of it. */
function fill(plan: Planning, state: 'open' | 'lost'): void {
  const part = minimum(plan.excess, plan.left)
  take(plan, part)
  plan.excess = subtract(plan.excess, part)
  if (state === 'lost') plan.moves.push({ step: 'lose', amount: part, excess: negate(part) })
}

function take(plan: Planning, amount: Cents): void {
  plan.taken = add(plan.taken, amount)
  plan.left = subtract(plan.left, amount)
  plan.moves.push({ step: 'take', amount, excess: ZERO })
}

function giveBack(plan: Planning, step: 'give_back' | 'recover', amount: Cents): void {
  plan.taken = subtract(plan.taken, amount)
  plan.left = add(plan.left, amount)
  plan.moves.push({ step, amount, excess: ZERO })
}
