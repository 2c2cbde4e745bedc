/** What each action on several campaigns is called. */
import type { BulkAction, BulkActionPlan } from '#domain/schemas/bulk-action.ts'
import { usd } from '#web/format.ts'

type Words = {
  /** In the menu, and the dialog's title. */
  title: string
  /** On the button that does it. */
  confirm: (campaigns: string, sum: string) => string
  done: string
}

export const BULK_WORDS: Record<BulkAction, Words> = {
  confirm: {
    title: 'Confirm results',
    confirm: (campaigns, sum) => `Confirm ${sum} of ${campaigns}`,
    done: 'Confirmed',
  },
  remind: {
    title: 'Remind owners of missing results',
    confirm: (campaigns) => `Mail the owners of ${campaigns}`,
    done: 'Mailed',
  },
  ask_destination: {
    title: 'Ask owners where they are paid',
    confirm: (campaigns) => `Mail the owners of ${campaigns}`,
    done: 'Mailed',
  },
  prepare_payout: {
    title: 'Prepare payouts',
    confirm: (campaigns, sum) => `Prepare payouts of ${campaigns}, ${sum}`,
    done: 'Prepared',
  },
  lock: {
    title: 'Lock final settlements',
    confirm: (campaigns, sum) => `Lock ${campaigns} and bill ${sum}`,
    done: 'Locked',
  },
  assign: {
    title: 'Assign to a representative',
    confirm: (campaigns) => `Assign ${campaigns}`,
    done: 'Assigned',
  },
}

export const campaignsText = (count: number): string => (count === 1 ? '1 campaign' : `${count} campaigns`)

/** Results, or real and test money apart; null: the action is about neither. */
export function sumText(totals: BulkActionPlan['totals'], results: number): string | null {
  if (results > 0) return results === 1 ? '1 result' : `${results} results`
  if (totals.length === 0) return null
  const named = (mode: 'live' | 'sandbox') =>
    totals.length === 1 ? '' : mode === 'live' ? ' of real money' : ' of test money'
  return totals.map(({ moneyMode, amount }) => `${usd(amount)}${named(moneyMode)}`).join(' and ')
}
