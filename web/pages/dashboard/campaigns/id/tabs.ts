import type { Permissions } from '#domain/schemas/campaign.ts'

const LABELS = {
  supporters: 'Supporters',
  statistics: 'Statistics',
  events: 'Events',
  rewards: 'Rewards',
  ambassadors: 'Ambassadors',
  results: 'Results',
  settlements: 'Settlements',
  history: 'History',
} as const
export type Tab = keyof typeof LABELS

/** Other members' responses include these; other lists are empty there, which says nothing about the campaign. */
const RESULTS: readonly Tab[] = ['results', 'statistics', 'events']
const MONEY: readonly Tab[] = ['supporters']

export function tabsFor(may: Permissions): { name: Tab; label: string }[] {
  const all = Object.keys(LABELS) as Tab[]
  const names = may.canManageStatistics
    ? all.filter((name) => name !== 'settlements' || may.canSettle)
    : may.canEnterResults
      ? RESULTS
      : MONEY
  return names.map((name) => ({ name, label: LABELS[name] }))
}

/** The tab in the address, if the reader has it; otherwise the first. */
export function currentTab(permissions: Permissions, named: string | null): Tab {
  const tabs = tabsFor(permissions)
  return (tabs.find(({ name }) => name === named) ?? tabs[0])?.name ?? 'supporters'
}
