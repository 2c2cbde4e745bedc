/** The content of a document for filing. Amounts arrive as text: the ledger decides them, documents only repeat them. */
import type { PrintedLook } from './letterhead.ts'

export type PaperRow = {
  label: string
  detail?: string
  amount: string
  /** The link of the amount. */
  url?: string
  isTotal?: boolean
}

export type PaperFacts = {
  title: string
  /** Its own number, if it has one. */
  number: string
  /** `YYYY-MM-DD`. */
  drawnOn: string
  isTest: boolean
  /** Of the organization that it is about. */
  look?: PrintedLook | undefined
  parties: readonly { label: string; lines: readonly string[] }[]
  figure: { label: string; amount: string; detail?: string }
  tables: readonly { caption: string; rows: readonly PaperRow[] }[]
  notes: readonly { text: string; url?: string }[]
}
