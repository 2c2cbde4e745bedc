import { z } from 'zod'
import { Instant, id } from './fields.ts'

/** What an entry is about, as a reader looks for it. */
export const AuditKind = z.enum([
  'campaign',
  'statistics',
  'events',
  'results',
  'rewards',
  'ambassadors',
  'messages',
  'supporters',
  'people',
  'money',
])
export type AuditKind = z.infer<typeof AuditKind>

/** Who changed what, when, from what to what: in words, and without what the reader may not see. */
export const AuditEntry = z.object({
  id,
  at: Instant,
  who: z.string(),
  kind: AuditKind,
  text: z.string(),
  changes: z.array(
    z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
export type AuditEntry = z.infer<typeof AuditEntry>
