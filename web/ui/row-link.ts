/** The name in a row links to its record; its click target fills the rest of the row. */
export const rowLinkClass =
  'inline-block min-h-11 py-2.5 font-semibold underline underline-offset-4 lg:min-h-8 lg:py-1'
