/**
 * A campaign that is being set up: what was chosen and typed so far, kept in this tab until it is created. A reload,
 * Back, a refusal or a sign-in midway loses nothing.
 */
import { z } from 'zod'
import { CAUSE_IDS, CAUSES, type Cause } from '#domain/campaigns/causes.ts'
import { proposedCause } from '#domain/campaigns/proposed-vocabulary.ts'
import { addDays } from '#domain/places/zone.ts'
import { Organization } from '#domain/schemas/organization.ts'
import { keptIntent, Sent } from '#web/kept-intent.ts'
import { VocabularyTyped } from '#web/parts/branding/vocabulary-fields.tsx'
import { ProposalRow } from '#web/parts/statistics/proposals.ts'
import type { Intent } from '#web/write.ts'

/** As the fields have it: the server parses it. */
const Typed = z.record(z.string(), z.string())

export const NEW_DETAILS = {
  name: '',
  aboutThisCampaign: '',
  howThisCampaignHelps: '',
  goal: '1000',
  startDate: '',
  endDate: '',
  cause: 'football' as Cause,
}
export const NEW_ORGANIZATION = {
  name: '',
  description: '',
  website: '',
  city: '',
  state: '',
  timeZone: '',
  organizationType: '',
}
export type Details = typeof NEW_DETAILS
export type OrganizationInput = typeof NEW_ORGANIZATION

const Chosen = Organization.pick({
  id: true,
  name: true,
  timeZone: true,
  logoUrl: true,
  firstColor: true,
  secondColor: true,
})
export type Chosen = z.infer<typeof Chosen>

export const chosenOf = ({ id, name, timeZone, logoUrl, firstColor, secondColor }: Chosen): Chosen => ({
  id,
  name,
  timeZone,
  logoUrl,
  firstColor,
  secondColor,
})

const shaped = <Shape extends Record<string, string>>(empty: Shape) =>
  Typed.transform((typed): Shape => {
    const names = Object.keys(empty) as (keyof Shape)[]
    return Object.fromEntries(names.map((name) => [name, typed[name as string] ?? empty[name]])) as Shape
  })

/** What a kind of cause usually counts, unless somebody turns it off; each kind keeps its adjustments. */
const Proposals = z.object({
  isOn: z.boolean(),
  rows: z.partialRecord(z.enum(CAUSE_IDS), z.array(ProposalRow).max(20)),
})
export type Proposals = z.infer<typeof Proposals>
export const NO_PROPOSALS: Proposals = { isOn: true, rows: {} }

/** The last day, YYYY-MM-DD, of a usual season of this kind that begins on that day. */
export const usualEnd = (startDate: string, cause: Cause): string =>
  addDays(startDate, CAUSES[cause].weeks * 7)

/** What the form begins with: the cause that the organization's name tells, and the days of its usual season from today. */
export function startingDetails(details: Details, organization: Chosen, today: string): Details {
  const told = proposedCause({ template: 'custom', campaignType: 'community', name: organization.name })
  const cause = differs(details, NEW_DETAILS) || told === 'custom' ? details.cause : told
  const isDated = details.startDate !== '' || details.endDate !== ''
  return isDated
    ? { ...details, cause }
    : { ...details, cause, startDate: today, endDate: usualEnd(today, cause) }
}

const CREATIONS = ['organization', 'campaign'] as const
type Creation = (typeof CREATIONS)[number]

const Draft = z.object({
  userId: z.string(),
  organization: Chosen.nullable(),
  details: shaped(NEW_DETAILS).transform(
    (typed): Details => ({
      ...typed,
      cause: CAUSE_IDS.find((cause) => cause === typed.cause) ?? NEW_DETAILS.cause,
    }),
  ),
  /** The organization being added; null while its dialog is closed. */
  adding: shaped(NEW_ORGANIZATION).nullable(),
  statistics: Proposals.default(NO_PROPOSALS),
  /** Null: the words of its kind. */
  vocabulary: VocabularyTyped.nullable().default(null),
  /** The requests that were sent, and their Idempotency-Key: until they are answered. */
  sent: z.partialRecord(z.enum(CREATIONS), Sent).default({}).catch({}),
})
export type Draft = z.infer<typeof Draft>

export const newDraft = (userId: string): Draft => ({
  userId,
  organization: null,
  details: NEW_DETAILS,
  adding: null,
  statistics: NO_PROPOSALS,
  vocabulary: null,
  sent: {},
})

const KEY = 'creating-campaign'

/** A new one in place of another user's, and of one that another version of this page left. */
export function readDraft(userId: string): Draft {
  try {
    const kept = Draft.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return kept.success && kept.data.userId === userId ? kept.data : newDraft(userId)
  } catch {
    return newDraft(userId)
  }
}

/** Without storage it is forgotten. */
export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {}
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {}
}

/** The same creation sent again, also after a reload, has the same key: one press creates one campaign. */
export function creationIntent(
  of: Creation,
  { read, change }: { read: () => Draft; change: (changes: Partial<Draft>) => void },
): Intent {
  return keptIntent({
    read: () => read().sent[of] ?? null,
    change: (sent) => {
      const { [of]: _, ...others } = read().sent
      change({ sent: sent ? { ...others, [of]: sent } : others })
    },
  })
}

const differs = <Shape extends Record<string, string>>(typed: Shape, empty: Shape): boolean =>
  Object.keys(empty).some((name) => typed[name] !== empty[name])

/** Whether typed text would be lost. The choice of an organization does not count: one press repeats it. */
export const isTyped = ({
  details,
  adding,
  statistics,
}: Pick<Draft, 'details' | 'adding'> & Partial<Pick<Draft, 'statistics'>>): boolean =>
  differs(details, NEW_DETAILS) ||
  (adding !== null && differs(adding, NEW_ORGANIZATION)) ||
  Object.keys(statistics?.rows ?? {}).length > 0
