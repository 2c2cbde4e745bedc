export type Link = {
  pledgeId: string
  pledgerId: string
  campaignId: string
  expiresAt: Date
  isOpen: boolean
}
