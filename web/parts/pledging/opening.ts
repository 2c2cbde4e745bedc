/** Is a pledge being made on this campaign's page? In this tab only; the page checks before it loads the dialog. */
const storageKey = (campaignId: string): string => `pledging:${campaignId}`

/** Whatever this or another version of this page stored. */
export function readKept(campaignId: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(campaignId)) ?? 'null')
  } catch {
    return null
  }
}

/** Without storage it is forgotten. */
export function keep(campaignId: string, value: unknown): void {
  try {
    sessionStorage.setItem(storageKey(campaignId), JSON.stringify(value))
  } catch {}
}

export function forgetDraft(campaignId: string): void {
  try {
    sessionStorage.removeItem(storageKey(campaignId))
  } catch {}
}

/** The first step for somebody who is not signed in yet. */
export const OPENING = { userId: null, isOpen: true, step: 1, answers: null, sent: null } as const

/** A visitor wants to pledge: after signing in, the dialog reopens automatically, where it was left. */
export const keepOpening = (campaignId: string): void =>
  keep(campaignId, { ...OPENING, ...(readKept(campaignId) ?? {}), isOpen: true })

export function isOpening(campaignId: string, userId: string): boolean {
  const { isOpen, userId: whose } = (readKept(campaignId) ?? {}) as { isOpen?: unknown; userId?: unknown }
  return isOpen === true && (whose === null || whose === userId)
}
