/** The next action, within reach on a phone; chrome.css leaves room for it. */
export const FOOT_BAR =
  'footbar fixed inset-[auto_0_0_0] z-25 flex flex-wrap items-center gap-x-3.5 gap-y-1 border-t border-line bg-surface px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] shadow-2 lg:hidden'

/**
 * Where the panel has its own scrolling, the most that can be owed and the button stay in view, and no more than these: a
 * third of the panel at most. In type so large that they would be more, far below the edge: there, nothing stays.
 */
export const PANEL_FOOT =
  'panel-foot mt-3 lg:sticky lg:bottom-[min(0px,(100vh-38rem)*99)] lg:z-1 lg:-mx-6 lg:border-y lg:border-line lg:bg-surface lg:px-6 lg:py-3'

/** What its script brings into view is not under the foot. */
export const PANEL_SCROLL = 'lg:max-h-[calc(100vh-2rem)] lg:scroll-pt-2 lg:scroll-pb-52 lg:overflow-y-auto'
