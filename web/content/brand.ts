/** What the provider edits without touching a screen (R53). */
export const brand = {
  name: 'Pledgeraiser',
  copyrightYear: 2024,
  contactEmail: 'hello@pledgeraiser.example',
  contactPhone: '(555) 014-2200',
  /** Where checks are mailed to: on invoices, and in the mail about them. */
  postalAddress: 'PO Box 1200, Springfield, IL 62701',
  commissionPercent: 25,
} as const
