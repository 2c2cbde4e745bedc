/** Disputes by a cardholder's bank, and how they move money (R35). Pure. */
import { add, type Cents, minimum, negate, positivePart, subtract, ZERO } from '../money.ts'

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

type DisputeMove = { step: DisputeStep; amount: Cents }
/** `taken`: out of the charge afterwards. `above`: what a lost dispute took that had left the charge before. */
export type DisputePlan = { moves: DisputeMove[]; taken: Cents; above: Cents }

/**
 * What moves when a dispute that holds `taken` takes these steps. `due` is what the bank disputes or, lost, keeps; `left` is
 * what is neither refunded, disputed nor lost of the charge. What comes back to the charge it takes, too; what a bank gives
 * back of a lost one is collected again.
 */
export function planDispute(
  steps: readonly DisputeStep[],
  { to, due, taken, left }: { to: DisputeState; due: Cents; taken: Cents; left: Cents },
): DisputePlan {
  const moves: DisputeMove[] = []
  let held = taken
  let free = left
  const move = (step: DisputeStep, amount: Cents, change: Cents): void => {
    if (amount > 0) moves.push({ step, amount })
    held = add(held, change)
    free = subtract(free, change)
  }
  const take = (): Cents => {
    const amount = positivePart(minimum(subtract(due, held), free))
    move('take', amount, amount)
    return amount
  }
  for (const step of steps) {
    if (step === 'take') take()
    else if (step === 'lose') {
      take()
      const back = positivePart(subtract(held, due))
      move('give_back', back, negate(back))
      move('lose', held, ZERO)
    } else move(step, held, negate(held))
  }
  if (steps.length === 0 && to === 'open') take()
  if (steps.length === 0 && to === 'lost') {
    move('lose', take(), ZERO)
    const back = positivePart(subtract(held, due))
    move('recover', back, negate(back))
  }
  return { moves, taken: held, above: to === 'lost' ? subtract(due, held) : ZERO }
}

/** What it had taken it gave back first: it counts from the day on which it was taken again. */
export function takesAgain(moves: readonly DisputeMove[]): boolean {
  const back = moves.findIndex(({ step }) => step === 'give_back' || step === 'recover')
  return back >= 0 && moves.slice(back).some(({ step }) => step === 'take')
}
