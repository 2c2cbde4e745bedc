/** The next action, within reach on a phone; chrome.css leaves room for it. */
export const FOOT_BAR =
  'footbar fixed inset-[auto_0_0_0] z-25 flex flex-wrap items-center gap-x-3.5 gap-y-1 border-t border-line bg-surface px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] shadow-2 lg:hidden'

/** Where the panel has its own scrolling, the amount and the button stay in view. */
export const PANEL_FOOT =
  'mt-5 lg:sticky lg:bottom-0 lg:-mx-6 lg:mt-4 lg:-mb-6 lg:rounded-b-card lg:border-t lg:border-line lg:bg-surface lg:px-6 lg:pt-3.5 lg:pb-4.5'
