/** What was found, in groups by kind, with where each is worked on. */
import {
  faBuildingColumns,
  faBullhorn,
  faCheckDouble,
  faCreditCard,
  faFileInvoiceDollar,
  faHandHoldingDollar,
  faMoneyBillTransfer,
  faMoneyCheck,
  faReceipt,
  faRotateLeft,
  faUser,
  faUsers,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons'
import type { SearchKind, SearchResult } from '#domain/schemas/search.ts'
import { calendarDayText, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import type { PaletteGroup, PaletteOption } from '#web/ui/command-palette.tsx'

const GROUPS: Record<SearchKind, { label: string; icon: IconDefinition }> = {
  pledge: { label: 'Supporters and their pledges', icon: faHandHoldingDollar },
  organization: { label: 'Organizations', icon: faUsers },
  campaign: { label: 'Campaigns', icon: faBullhorn },
  member: { label: 'Owners and scorers', icon: faUser },
  ambassador: { label: 'Ambassadors', icon: faUser },
  invoice: { label: 'Invoices', icon: faFileInvoiceDollar },
  receipt: { label: 'Receipts', icon: faReceipt },
  payment: { label: 'Checks and cash', icon: faMoneyCheck },
  deposit: { label: 'Deposits', icon: faBuildingColumns },
  charge: { label: 'Charges', icon: faCreditCard },
  refund: { label: 'Refunds', icon: faRotateLeft },
  payout: { label: 'Payouts', icon: faMoneyBillTransfer },
  exception: { label: 'Exceptions', icon: faCheckDouble },
}

/** Where it differs from the name of the state. */
const STATES: Record<string, string> = {
  succeeded: 'Paid',
  requires_action: 'The bank asks for confirmation',
  void: 'Cancelled',
  voided: 'Cancelled',
  held: 'Under review',
  received: 'To deposit',
}

function addressOf({ kind, id, title, number, state, pledgeId }: SearchResult): string {
  const ofPledge = paths.pledge(pledgeId ?? id)
  switch (kind) {
    case 'campaign':
      return paths.manage(id)
    case 'ambassador':
      return paths.manage(id, 'ambassadors')
    case 'organization':
    case 'member':
      return paths.organization(id)
    case 'invoice':
      return `${ofPledge}#${title}`
    case 'receipt':
      return state === 'reversed' ? ofPledge : paths.receipt(id)
    case 'payment':
      if (state === 'received') return paths.toDeposit
      return number === null
        ? ofPledge
        : paths.postedPayment(number, state === 'reversed' ? 'reversed' : 'bank')
    case 'deposit':
      return number === null ? paths.payments : paths.postedPayment(number, 'deposits')
    case 'charge':
      return paths.charge(id)
    case 'refund':
      return number === null ? ofPledge : paths.postedPayment(number, 'refunded')
    case 'payout':
      return paths.payout(id)
    case 'exception':
      return paths.exceptions
    default:
      return ofPledge
  }
}

const mainOf = ({ kind, title, name }: SearchResult): string =>
  kind === 'invoice' || kind === 'receipt' || name === null ? title : name

/** What tells it from the next one: what it is, its state and day, its campaign. */
function noteOf(result: SearchResult): string {
  const { kind, title, name, of, state, on } = result
  const what = kind === 'pledge' ? `Pledge ${title}` : mainOf(result) === title ? name : title
  const day = on === null ? null : `${kind === 'campaign' ? 'ends ' : ''}${calendarDayText(on)}`
  return [what, state === null ? null : (STATES[state] ?? spelled(state)), day, of]
    .filter(Boolean)
    .join(' · ')
}

function tailOf({ kind, state, amount }: SearchResult): string | null {
  if (amount === null) return null
  if (kind === 'pledge') return `up to ${usd(amount)}`
  return kind === 'invoice' && state === 'open' ? `${usd(amount)} open` : usd(amount)
}

const optionOf = (result: SearchResult): PaletteOption => ({
  id: `${result.kind}-${result.id}-${result.title.replace(/\W/g, '')}`,
  to: addressOf(result),
  main: mainOf(result),
  note: noteOf(result),
  icon: GROUPS[result.kind].icon,
  tail: tailOf(result),
})

/** In the order in which the server found them. */
export const groupsOfFound = (found: readonly SearchResult[]): PaletteGroup[] =>
  [...new Set(found.map(({ kind }) => kind))].map((kind) => ({
    label: GROUPS[kind].label,
    options: found.filter((one) => one.kind === kind).map(optionOf),
  }))
