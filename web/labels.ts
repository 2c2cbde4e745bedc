/** What screens call the API's values. Typed by the schemas, without shipping them to the browser. */

import { capital, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import type { AuditKind } from '#domain/schemas/audit-log.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { Organization } from '#domain/schemas/organization.ts'
import type { Reward } from '#domain/schemas/reward.ts'

/** Below a field for the last name. */
export const ONE_NAME = 'With one name only, leave this empty.'

export const statusLabels: Record<Campaign['status'], string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
export const templateLabels: Record<Campaign['template'], string> = {
  football: 'Football',
  baseball: 'Baseball',
  soccer: 'Soccer',
  basketball: 'Basketball',
  custom: 'Custom Event',
}
export const organizationTypeLabels: Record<Organization['organizationType'], string> = {
  school: 'School',
  nonprofit: 'Nonprofit',
  sports_club: 'Sports Club',
  community: 'Community',
  other: 'Other',
}
export const sizeTierLabels = { small: 'Small', medium: 'Medium', large: 'Large' } as const
export const rewardTypeLabels: Record<Reward['type'], string> = {
  top_supporter: 'Top Supporter',
  milestone_maker: 'Milestone Maker',
  elite_circle: 'Elite Circle',
  early_bird: 'Early Bird',
  sponsorship: 'Sponsorship',
}
export const eventTypeLabels: Record<Event['eventType'], string> = {
  game: 'Game',
  practice: 'Practice',
  tournament: 'Tournament',
  fundraiser: 'Fundraiser',
  other: 'Other',
}

/** A game by the campaign's own word for it, unless it is a sport's. */
export const eventTypeLabel = (type: Event['eventType'], { match }: Vocabulary): string =>
  type === 'game' && match !== 'match' ? capital(match) : eventTypeLabels[type]

export const auditKindLabels: Record<AuditKind, string> = {
  campaign: 'Campaign',
  statistics: 'Statistics',
  events: 'Events',
  results: 'Results',
  rewards: 'Rewards',
  ambassadors: 'Ambassadors',
  messages: 'Messages',
  supporters: 'Supporters',
  people: 'Organization and people',
  money: 'Money',
}

/** Any value the API may add later: `past_due` reads "Past due". */
export const spelled = (word: string): string => {
  const text = word.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The glyph of a pledge's status: a pencil would not fit a settled one. */
export function statusIcon(status: string): { icon?: 'check' | 'warning' } {
  if (status === 'settled') return { icon: 'check' }
  return status === 'past_due' ? { icon: 'warning' } : {}
}

/** A pledge's or ambassador's status: active gets the green style, anything else the quiet one. */
export const statusTone = (status: string): 'active' | 'draft' => (status === 'active' ? 'active' : 'draft')
