/** What was done last, for a page that fails right after it: nobody has to guess whether they did it, or does it twice. */
type Done = {
  /** A sentence: "Your pledge was made." */
  words: string
  /** Where it can be seen; null where that is the page itself. */
  see: string | null
}

let last: (Done & { on: string }) | null = null

export function noteDone(words: string, see: string | null = null): void {
  last = { words, see, on: window.location.pathname }
}

/** Null where it was done on another page: that one showed it. */
export const doneOn = (pathname: string): Done | null => (last?.on === pathname ? last : null)
