/** The building blocks of every shape: what a request may contain and how a response writes it (R1, R2). */
import { z } from 'zod'
import { reasonAgainstName } from '../links.ts'
import { type Cents, formatUsd, LARGEST_AMOUNT, parseCents, toDecimal } from '../money.ts'
import { keptEmail } from '../people/email.ts'
import { placeElsewhere, STATE_CODES, zipIn } from '../places/states.ts'
import { isCalendarDay } from '../places/zone.ts'
import { parseQuantity, type Quantity } from '../quantity.ts'

/** The month in which a year starts: `01` to `12`. */
export const FirstMonth = z
  .string('Choose a month')
  .regex(/^(0[1-9]|1[0-2])$/, 'Choose a month from 01 to 12')

/**
 * Text without control characters: NUL and half of a surrogate pair cannot be stored, and the rest only confuses
 * readers.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u

/** Anything that leaves a mark: not only spaces, joiners and fillers that a reader takes for nothing. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Mn}\u{115f}\u{1160}\u{3164}\u{ffa0}\u{2800}]/u

export const text = (most: number, message = 'Required') =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(most, `Use at most ${most} characters`)
    .refine((value) => value === '' || CONTROL.test(value) || VISIBLE.test(value), message)
    .refine((value) => !CONTROL.test(value), 'Remove the control characters')

function refuseLink(value: string | null, context: z.RefinementCtx): void {
  const reason = value && reasonAgainstName(value)
  if (reason) context.addIssue({ code: 'custom', message: reason })
}

/** A name that is written into mails to people who did not ask for them: one line without a link. */
export const name = (most: number, message = 'Required') => text(most, message).superRefine(refuseLink)

type Names = { firstName?: unknown; lastName?: unknown }
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/**
 * One name is enough, in either field: it is kept as the first. In a change that names only some fields, a first name
 * that is not named stays.
 */
export const oneName = <Form extends z.ZodType>(form: Form, { isChange = false } = {}) =>
  z.preprocess((given) => {
    const { firstName, lastName } = (given ?? {}) as Names
    if (isChange && firstName === undefined) return given
    if (typeof lastName !== 'string' || isBlank(lastName) || !isBlank(firstName)) return given
    return { ...(given as Names), firstName: lastName, lastName: null }
  }, form) as unknown as z.ZodType<z.output<Form>, z.input<Form>>

/** Whose name a pledge's papers have, for its supporter: two people may share one account. */
export const OwnName = z.string().optional()

export const optionalText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Use at most ${most} characters`)
    .refine((value) => !CONTROL.test(value), 'Remove the control characters')
    .nullish()
    .transform((value) => value || null)

export const optionalName = (most: number) => optionalText(most).superRefine(refuseLink)

export const id = z.uuid('Not an id')

const written = (message: string) => z.union([z.number(), z.string()], { error: message })

/**
 * Dollars in a request: a JSON number or decimal string, at most two decimals; becomes Cents. Never more than `max`
 * either way, so that no sum of them leaves the safe integers: a use that allows more than the default says why.
 */
export const amount = (
  message = 'Enter an amount such as 12.50',
  {
    max = LARGEST_AMOUNT,
    tooLarge = `Enter an amount up to ${formatUsd(max)}`,
    unreadable = message,
  }: { max?: Cents; tooLarge?: string; unreadable?: string } = {},
) =>
  written(message)
    .meta({
      format: 'money',
      description: `US dollars, at most two decimals, up to ${formatUsd(max)}`,
      'x-maximum': toDecimal(max),
    })
    .transform((value, context): Cents => {
      const parsed = parseCents(value)
      if (parsed !== null && parsed <= max && parsed >= -max) return parsed
      const isText = parsed === null && typeof value === 'string' && value.trim() !== ''
      const reason = isText ? unreadable : message
      context.addIssue({ code: 'custom', message: parsed !== null && parsed > max ? tooLarge : reason })
      return z.NEVER
    })

const COUNTED = { format: 'quantity', description: 'A number with at most two decimals, up to 1,000,000' }

/** A quantity in a request: at most two decimals, unless `read` says otherwise, at most 1,000,000 either way. */
export const quantity = (
  message = 'Enter a number with at most two decimals, up to 1,000,000',
  read: (value: number | string) => Quantity | null = parseQuantity,
) =>
  written(message)
    .meta(COUNTED)
    .transform((value, context): Quantity => {
      const parsed = read(value)
      if (parsed === null) {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      return parsed
    })

/** A quantity that may be left out, and may not be below zero. An empty field counts as left out. */
export const optionalCount = (message: string) =>
  z
    .union([z.number(), z.string(), z.null()])
    .meta(COUNTED)
    .optional()
    .transform((value, context): Quantity | null => {
      if (value === null || value === undefined || value === '') return null
      const parsed = parseQuantity(value)
      if (parsed === null || parsed < 0) {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      return parsed
    })

/** A whole number from `min` to `max` that may be left out. An empty field counts as left out. */
export const optionalWhole = (message: string, { min, max }: { min: number; max: number }) =>
  z
    .union([z.int().min(min).max(max), z.string(), z.null()], message)
    .optional()
    .transform((value, context): number | null => {
      if (value === null || value === undefined || value === '') return null
      const parsed = /^\d{1,9}$/.test(String(value).trim()) ? Number(value) : Number.NaN
      if (parsed >= min && parsed <= max) return parsed
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

/** A calendar day: the first ten characters of what is sent, whatever follows. */
export const day = (message: string) =>
  z
    .string({ error: message })
    .min(1, message)
    .max(40, message)
    .transform((value) => value.slice(0, 10))
    .refine(isCalendarDay, message)

/** An instant of a season: in a year that every calendar, here and in the database, writes with four digits. */
export const instant = (message: string) =>
  z.iso
    .datetime({ offset: true, local: false, error: message })
    .refine((value) => isCalendarDay(value.slice(0, 10)), message)
    .transform((value) => new Date(value))

/** Whoever has no address in the 50 states is told of the way without one. */
export const stateProblem =
  (otherwise: string) =>
  ({ input }: { input?: unknown }): string => {
    const place = placeElsewhere(input)
    if (place === null) return otherwise
    return `Addresses are in the 50 states, and ${place} is none of them. Pledge by card without an account instead: that needs no address.`
  }

/** Of an address that invoices and statements go to. */
export const stateCode = z.enum(STATE_CODES, { error: stateProblem('State is required') })

/** Where an organization is. */
export const organizationState = z.enum(STATE_CODES, {
  error: ({ input }) => {
    const place = placeElsewhere(input)
    if (place === null) return 'State is required'
    return `Organizations are in the 50 states, and ${place} is none of them. Write to us, and we will see what we can do.`
  },
})

const NO_ZIP = 'Enter a ZIP code such as 97701'
/** Five digits or nine. */
export const zip = (message = 'ZIP code is required') =>
  text(20, message).transform((value, context): string => {
    const read = zipIn(value)
    if (read !== null) return read
    context.addIssue({ code: 'custom', message: NO_ZIP })
    return z.NEVER
  })
export const optionalZip = () =>
  optionalText(20).transform((value, context): string | null => {
    const read = value === null ? null : zipIn(value)
    if (read === null && value !== null) context.addIssue({ code: 'custom', message: NO_ZIP })
    return read
  })

/** Any text of 1 to 40 characters. */
export const phone = (message = 'Phone is required') => text(40, message)

/** Kept in one way, however it is typed: in small letters, with the domain in ASCII (R16). */
export const email = (message = 'Valid email is required') =>
  z
    .string({ error: message })
    .meta({ format: 'idn-email' })
    .transform((value, context): string => {
      const kept = keptEmail(value)
      if (kept !== null) return kept
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

/** In responses: a decimal string such as "12.50". */
export const Amount = z.string().meta({ example: '12.50', description: 'US dollars as a decimal string' })
export const Instant = z.iso.datetime()
export const Day = z.iso.date()
