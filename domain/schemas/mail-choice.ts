import { z } from 'zod'
import { LINKED_MAIL } from '../mail-kinds.ts'

const kind = z.enum(LINKED_MAIL)

/** One kind of mail, and whether this person gets it. */
export const MailChoice = z.object({ kind, title: z.string(), text: z.string(), isOn: z.boolean() })
export type MailChoice = z.infer<typeof MailChoice>

export const MailChoiceForm = z.object({ kind, isOn: z.boolean() })

/** The secret of the link that switches a kind off: 32 bytes. */
export const UnsubscribeToken = z.string().regex(/^[\w-]{43}$/, 'Not a link of ours')

/** What such a link is about, for anyone who has it: the address is partly shown. */
export const LinkedMailChoice = MailChoice.extend({ address: z.string() })
export type LinkedMailChoice = z.infer<typeof LinkedMailChoice>

export const LinkedMailChoiceForm = z.object({ isOn: z.boolean() })
