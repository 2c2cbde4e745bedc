/** The building blocks of a page of text. A text is a paragraph; a list of texts is a list. */
export type Block = string | readonly string[]

type Section = { id: string; title: string; body: readonly Block[] }

/** `id` is the answer's anchor on its page, and must not change once shared. */
export type Question = Readonly<{
  id: string
  question: string
  answer: readonly Block[]
  link?: { to: string; label: string }
}>

export type LegalText = Readonly<{
  title: string
  lead: string
  description: string
  /** A calendar day, changed with every edit of the text. */
  updatedOn: string
  sections: readonly Section[]
}>
