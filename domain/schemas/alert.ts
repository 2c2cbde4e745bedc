import { z } from 'zod'
import { isTimeZone } from '../places/zone.ts'
import { ALERT_CHANNELS } from '../season/result-alert.ts'

const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/, 'Not a key')
    .max(most)
const hour = z.int().min(0).max(23)

/** What a browser's PushSubscription answers. */
export const PushDeviceForm = z.object({
  endpoint: z.url().max(2_000),
  keys: z.object({ p256dh: base64url(200), auth: base64url(100) }),
})
export type PushDeviceForm = z.infer<typeof PushDeviceForm>

/** A browser has renewed its subscription: the new one replaces the old one, which it proves to be its own. */
export const PushRenewalForm = z.object({ old: PushDeviceForm, device: PushDeviceForm })
export type PushRenewalForm = z.infer<typeof PushRenewalForm>

/** Whether and how a supporter is alerted about a campaign's results. */
export const AlertForm = z.object({
  channel: z.enum(['off', ...ALERT_CHANNELS]),
  /** This browser; left out where the channel is not push, or the browser was added before. */
  device: PushDeviceForm.nullish(),
  /** Hours of the day, in `timeZone`; if both are equal, never quiet. */
  quietFrom: hour.optional(),
  quietTo: hour.optional(),
  timeZone: z.string().max(60).refine(isTimeZone, 'Not a time zone').optional(),
})
export type AlertForm = z.infer<typeof AlertForm>

export const AlertChoice = z.object({
  channel: z.enum(['off', ...ALERT_CHANNELS]),
  /** Each browser that is alerted, by the start of the SHA-256 of its endpoint in hex: a browser knows its own. */
  devices: z.array(z.string()),
  quietFrom: hour,
  quietTo: hour,
  timeZone: z.string(),
  /** What a browser subscribes with: the public VAPID key. */
  pushKey: z.string(),
  /** Where email would go, in words: partly shown, and by the pledge's link not at all; null without a verified address. */
  mailTo: z.string().nullable(),
  /** What the next alert is about, in the campaign's words: goal, book, match. */
  next: z.string(),
  /** What results are entered for, in the campaign's words. */
  match: z.string(),
  /** The campaign is settled or cancelled: there is nothing more to come. */
  isOver: z.boolean(),
})
export type AlertChoice = z.infer<typeof AlertChoice>

/** The secret of the button that turns alerts off on one browser. */
export const AlertOffToken = z.string().regex(/^[\w-]{42}$/, 'Not a link of ours')
