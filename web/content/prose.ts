/** What a page of text is made of. A text is a paragraph; a list of texts is a list. */
export type Block = string | readonly string[]

export type Section = { id: string; title: string; body: readonly Block[] }

/** `id` is the address of the answer on its page, and stays what it is once it was shared. */
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
  /** A calendar day, changed whenever the text is. */
  updatedOn: string
  sections: readonly Section[]
}>
