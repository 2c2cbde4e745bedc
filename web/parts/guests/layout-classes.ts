/** A pledge without an account: one column within reach of the thumb, on every screen. */
export const GUEST = 'wrap max-w-[37.5rem] pt-4 pb-10'

/** Not a grid: an element that sticks to the foot of the screen has to leave its own row. */
export const GUEST_FORM =
  'mt-3 flex flex-col gap-5.5 *:min-w-0 md:rounded-dialog md:border md:border-line md:bg-surface md:p-7'

/** On a phone the amount and the button stay within reach of the thumb; chrome.css leaves room for it. */
export const GUEST_BAR =
  'guestbar grid gap-2 max-md:sticky max-md:bottom-0 max-md:z-5 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:pt-2.5 max-md:pb-[calc(0.625rem+env(safe-area-inset-bottom))] max-md:[box-shadow:var(--sh2)]'
