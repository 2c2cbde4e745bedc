/** The name of a row's thing leads to it; as large a target as the row leaves. */
export const rowLinkClass =
  'inline-block min-h-11 py-2.5 font-semibold underline underline-offset-4 lg:min-h-8 lg:py-1'
