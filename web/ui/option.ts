/** An option of a list that floats over the page. */
export const optionClass =
  'select-option flex min-h-11 cursor-pointer items-center justify-between gap-5 rounded-badge px-3 outline-none data-disabled:cursor-not-allowed data-disabled:text-ink2 data-disabled:line-through data-highlighted:bg-ink data-highlighted:text-page'
