import { z } from 'zod'

/** The month in which a year starts: `01` to `12` (R76). */
export const FirstMonth = z
  .string('Choose a month')
  .regex(/^(0[1-9]|1[0-2])$/, 'Choose a month from 01 to 12')
