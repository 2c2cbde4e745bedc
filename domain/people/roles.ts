/**
 * What each role of an organization may do (R25): the guards, the queries, the screens and the table in section 5 of the rules
 * read this one.
 */
import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'

export type Capability =
  /** Its details and people, and its campaigns. */
  | 'manage'
  /** What is pledged, collected, owed and paid out: screens, files and reports, and nothing to change. */
  | 'readMoney'
  | 'enterResults'
  /** Entries of other people (R18). */
  | 'confirmResults'

const CAPABILITIES = {
  owner: ['manage', 'readMoney', 'enterResults', 'confirmResults'],
  treasurer: ['readMoney'],
  confirmer: ['enterResults', 'confirmResults'],
  scorer: ['enterResults'],
} as const satisfies Record<string, readonly Capability[]>

export type MemberRole = keyof typeof CAPABILITIES
export const MEMBER_ROLES = Object.keys(CAPABILITIES) as [MemberRole, ...MemberRole[]]

/** Whether a role includes it; null is someone who is no member. */
export const roleMay = (role: MemberRole | null, what: Capability): boolean =>
  role !== null && (CAPABILITIES[role] as readonly Capability[]).includes(what)

/** The roles that include it, for queries. */
export const rolesWho = (what: Capability): MemberRole[] => MEMBER_ROLES.filter((role) => roleMay(role, what))

type Facts = { isRepresentative: boolean; membership: MemberRole | null; status: CampaignStatus }

/** What someone may do in a campaign: rules section 5, one line per row of its table. */
export function permissionsOf({ isRepresentative, membership, status }: Facts) {
  const may = (what: Capability): boolean => isRepresentative || roleMay(membership, what)
  const edits = isRepresentative || (may('manage') && status === 'draft')
  // Within limits while it runs: server/season/events/owner-changes.ts.
  const schedules = edits || (may('manage') && (status === 'active' || status === 'paused'))
  return {
    isPledgerraiserRepresentative: isRepresentative,
    canManageStatistics: may('manage'),
    canManageRewards: may('manage'),
    canManageAmbassadors: may('manage'),
    canEditCampaign: edits,
    canManageEvents: schedules,
    canEnterResults: may('enterResults'),
    canConfirmResults: may('confirmResults'),
    canReadMoney: may('readMoney'),
    canSettle: isRepresentative,
  }
}
