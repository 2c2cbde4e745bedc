export type Link = {
  pledgeId: string
  pledgerId: string
  campaignId: string
  /** Null while the pledge is open. */
  expiresAt: Date | null
  isOpen: boolean
}
