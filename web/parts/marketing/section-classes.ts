/** Buttons beside one another; on a narrow phone each takes the full width. */
export const ACTIONS = 'flex flex-wrap gap-3 max-sm:grid'

/** A band across the page; pages.css joins it to the footer. */
export const BAND =
  'band mt-16 bg-boarddeep py-14 text-boardink lg:mt-26 lg:py-22 [&_:focus-visible]:outline-bulb'

/** Steps on a lighter ground; a band below follows without a gap. */
export const PROCESS = 'mt-14 border-y border-line bg-surface py-14 lg:mt-26 lg:py-22 [&+section]:mt-0'
