/** Where the panel has its own scrolling, the amount and the button stay in view. */
export const PANEL_FOOT =
  'mt-5 lg:sticky lg:bottom-0 lg:-mx-6 lg:mt-4 lg:-mb-6 lg:rounded-b-card lg:border-t lg:border-line lg:bg-surface lg:px-6 lg:pt-3.5 lg:pb-4.5'
