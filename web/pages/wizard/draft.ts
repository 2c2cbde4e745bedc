/**
 * A campaign that is being set up: what was chosen and typed so far, kept in this tab until it is created. A reload, the
 * way back, a refusal and a sign-in in the middle lose nothing.
 */
import { z } from 'zod'

/** As fields hold it: what it is worth is the server's to read. */
const Typed = z.record(z.string(), z.string())

export const NEW_DETAILS = {
  name: '',
  aboutThisCampaign: '',
  howThisCampaignHelps: '',
  goal: '1000',
  startDate: '',
  endDate: '',
  campaignType: 'athletic',
  template: 'football',
}
export const NEW_ORGANIZATION = {
  name: '',
  description: '',
  website: '',
  city: '',
  state: '',
  organizationType: '',
}
export type Details = typeof NEW_DETAILS
export type OrganizationInput = typeof NEW_ORGANIZATION

const Chosen = z.object({ id: z.string(), name: z.string(), timeZone: z.string() })
export type Chosen = z.infer<typeof Chosen>

const shaped = <Shape extends Record<string, string>>(empty: Shape) =>
  Typed.transform((typed): Shape => {
    const names = Object.keys(empty) as (keyof Shape)[]
    return Object.fromEntries(names.map((name) => [name, typed[name as string] ?? empty[name]])) as Shape
  })

const Draft = z.object({
  userId: z.string(),
  organization: Chosen.nullable(),
  details: shaped(NEW_DETAILS),
  /** The organisation that is being added meanwhile; null while its dialog is closed. */
  adding: shaped(NEW_ORGANIZATION).nullable(),
})
export type Draft = z.infer<typeof Draft>

export const newDraft = (userId: string): Draft => ({
  userId,
  organization: null,
  details: NEW_DETAILS,
  adding: null,
})

const KEY = 'creating-campaign'

/** A new one for somebody else's, and for what another version of this page has left. */
export function readDraft(userId: string): Draft {
  try {
    const kept = Draft.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return kept.success && kept.data.userId === userId ? kept.data : newDraft(userId)
  } catch {
    return newDraft(userId)
  }
}

/** A browser that keeps nothing forgets it. */
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

const differs = <Shape extends Record<string, string>>(typed: Shape, empty: Shape): boolean =>
  Object.keys(empty).some((name) => typed[name] !== empty[name])

/** Is something of it typed, that would be lost? A choice of an organisation is made again with one press. */
export const isTyped = ({ details, adding }: Pick<Draft, 'details' | 'adding'>): boolean =>
  differs(details, NEW_DETAILS) || (adding !== null && differs(adding, NEW_ORGANIZATION))
