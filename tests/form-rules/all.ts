/**
 * Each rule of every form (R54): what is entered wrong and the message that refuses it, beside the field in the browser
 * and in the API's response. The wizard, the pledge dialog and the touchline have their own tests.
 */

import { campaignForms } from './campaign.ts'
import { peopleForms, resultForms, visitorForms } from './others.ts'
import type { FormRules } from './rule.ts'

const DAY_MS = 86_400_000

/** By the form's name; `now` is the program's own clock. */
export function formRules(now: string): Record<string, FormRules> {
  const day = (days: number): string => new Date(Date.parse(now) + days * DAY_MS).toISOString().slice(0, 10)
  const typedDay = (days: number): string => day(days).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
  const at = (days: number): string => `${day(days)}T18:30:00Z`
  return { ...campaignForms(day, typedDay, at), ...peopleForms(), ...resultForms(), ...visitorForms() }
}
