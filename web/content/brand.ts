/** What the provider edits without touching a screen (R53). */
export const brand = {
  name: 'Pledgeraiser',
  copyrightYear: 2024,
  contactEmail: 'hello@pledgeraiser.example',
  contactPhone: '(555) 014-2200',
  commissionPercent: 25,
} as const
