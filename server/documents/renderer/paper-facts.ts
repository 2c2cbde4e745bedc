/** What stands on a paper that somebody files. Amounts come as text: the ledger decides them, print only repeats. */
export type PaperRow = {
  label: string
  detail?: string
  amount: string
  /** What the amount opens. */
  url?: string
  isTotal?: boolean
}

export type PaperFacts = {
  title: string
  /** Its own number, where it has one. */
  number: string
  /** `YYYY-MM-DD`. */
  drawnOn: string
  isTest: boolean
  parties: readonly { label: string; lines: readonly string[] }[]
  figure: { label: string; amount: string; detail?: string }
  tables: readonly { caption: string; rows: readonly PaperRow[] }[]
  notes: readonly { text: string; url?: string }[]
}
