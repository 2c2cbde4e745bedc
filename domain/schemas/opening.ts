import { z } from 'zod'
import { email } from './fields.ts'

/** A visitor who wants to be told when a campaign opens: a mail asks whether they meant it. */
export const OpeningMailForm = z.object({ email: email() })

/** Whether this person is told once a campaign opens. */
export const OpeningChoice = z.object({ isOn: z.boolean() })
export type OpeningChoice = z.infer<typeof OpeningChoice>

/** The same by the link of that mail. The token is sent in the body: no log has it. */
export const OpeningLinkForm = OpeningChoice.extend({
  token: z.string().regex(/^[\w-]{60,1000}$/, 'Not a link of ours'),
})
export type OpeningLinkForm = z.infer<typeof OpeningLinkForm>
