/** Who looks at the product, and the screens that each begins with; links lead to the others. */

export type Person = { name: string; email: string | null; starts: string[] }

export const PEOPLE: readonly Person[] = [
  {
    name: 'visitor',
    email: null,
    starts: [
      '/',
      '/campaigns',
      '/sign-in',
      '/sign-up',
      '/forgot-password',
      '/reset-password',
      '/help',
      '/contact',
      '/how-it-works',
      '/success-stories',
      '/pricing',
      '/privacy',
      '/terms',
      '/what-is-this-charge',
      '/nowhere',
      '/g/unknown',
      '/p/unknown',
      '/p/unknown/receipts/unknown',
      '/unsubscribe/unknown',
      '/organizations/join',
      '/pledge-card-test',
      '/dev/mail',
      '/dev/mail/samples',
    ],
  },
  {
    name: 'supporter',
    email: 'supporter@demo.test',
    starts: ['/home', '/pledges', '/dashboard', '/dashboard/profile', '/giving/2026', '/ambassador'],
  },
  {
    name: 'ambassador',
    email: 'ambassador@demo.test',
    starts: ['/ambassador', '/home', '/dashboard'],
  },
  { name: 'scorer', email: 'scorer@demo.test', starts: ['/dashboard', '/home', '/dashboard/profile'] },
  { name: 'confirmer', email: 'confirmer@demo.test', starts: ['/dashboard', '/home'] },
  { name: 'treasurer', email: 'treasurer@demo.test', starts: ['/dashboard', '/home'] },
  {
    name: 'owner',
    email: 'coach@demo.test',
    starts: ['/dashboard', '/home', '/dashboard/profile', '/dashboard/create-campaign', '/create-campaign'],
  },
  {
    name: 'representative',
    email: 'rep@demo.test',
    starts: [
      '/dashboard',
      '/dashboard/collections',
      '/dashboard/comments',
      '/dashboard/problems',
      '/dashboard/payments',
      '/dashboard/payouts',
      '/dashboard/reports',
      '/dashboard/representatives',
      '/dashboard/profile',
      '/dashboard/create-campaign',
    ],
  },
]
